import { wallClock } from "../../sandbox/base/clock";
import { type LogEntry, type Sandbox, type Settings as SandboxSettings, startSandbox } from "../../sandbox/index";

/** What a fault matches; see the sandbox's README. */
interface FaultMatch {
  readonly operation?: string;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
}

/** The real sandbox, in this process and on a free port, with shorthands for its admin interface. */
export interface TestSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Calls the admin interface and answers the parsed body. */
  admin<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sets a fault; it acts once unless `times` says otherwise, null is for ever, and lets `skip` requests pass before. */
  fault(
    match: FaultMatch,
    fault: Readonly<Record<string, unknown>>,
    times?: number | null,
    skip?: number,
  ): Promise<void>;
  /** Lets time pass for the platform, though none does. */
  pass(ms: number): void;
  /** Changes switchable behaviours until the end of the test. */
  change(settings: Partial<SandboxSettings>): Promise<void>;
  /** Management requests since the test began, each as `GET /v2/nodes/`. */
  requests(): Promise<readonly string[]>;
  /** The same as entries of the log. */
  log(): Promise<readonly LogEntry[]>;
  /** Forgets the requests so far. */
  forget(): Promise<void>;
}

/** What calls the admin interface of a sandbox and answers the parsed body. */
export const adminOf =
  (sandbox: Sandbox): TestSandbox["admin"] =>
  async (method, path, body) => {
    const answer = await fetch(sandbox.admin + path, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    }
    return text === "" ? undefined : JSON.parse(text);
  };

/**
 * Starts one sandbox for the suite that calls this, and closes it after the suite. Before each test its log, its faults
 * and its settings are as at the start; its objects stay.
 */
export function useSandbox(settings: Partial<SandboxSettings> = {}): TestSandbox {
  const started: Partial<SandboxSettings> = { nodeStart: "request", regionalSeconds: 0.2, ...settings };
  let sandbox: Sandbox | undefined;
  let passedMs = 0;
  const running = (): Sandbox => {
    if (sandbox === undefined) {
      throw new Error("The sandbox runs inside of tests and hooks only.");
    }
    return sandbox;
  };
  const admin: TestSandbox["admin"] = (...call) => adminOf(running())(...call);
  const bench: TestSandbox = {
    get baseUrl() {
      return running().baseUrl;
    },
    get apiKey() {
      return running().apiKey;
    },
    admin,
    pass: (ms) => {
      passedMs += ms;
    },
    fault: (match, fault, times = 1, skip = 0) => admin("POST", "/faults", { match, fault, times, skip }),
    change: (changes) => admin("POST", "/settings", changes),
    log: () => admin("GET", "/requests"),
    requests: async () => (await bench.log()).map(({ method, path }) => `${method} ${path}`),
    forget: () => admin("DELETE", "/requests"),
  };
  before(async () => {
    sandbox = await startSandbox({ settings: started, now: () => wallClock() + passedMs });
  });
  beforeEach(async () => {
    await admin("DELETE", "/faults");
    await admin("DELETE", "/settings");
    await admin("POST", "/settings", started);
    await admin("DELETE", "/requests");
  });
  after(() => sandbox?.close());
  return bench;
}
