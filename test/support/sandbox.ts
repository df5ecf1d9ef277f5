import { wallClock } from "../../sandbox/base/clock";
import { type LogEntry, type Sandbox, type Settings as SandboxSettings, startSandbox } from "../../sandbox/index";

/** What a fault matches; see the sandbox's README. */
interface FaultMatch {
  readonly operation?: string;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
}

/** The real sandbox in this process, on a free port, with shorthands for its admin interface. */
export interface TestSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Calls the admin interface and returns the parsed body. */
  admin<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sets a fault. It acts `times` times (default once, null for always), after `skip` requests. */
  fault(
    match: FaultMatch,
    fault: Readonly<Record<string, unknown>>,
    times?: number | null,
    skip?: number,
  ): Promise<void>;
  /** Advances the platform's time. */
  pass(ms: number): void;
  /** Changes settings until the end of the test. */
  change(settings: Partial<SandboxSettings>): Promise<void>;
  /** Management requests since the start of the test, each as `GET /v2/nodes/`. */
  requests(): Promise<readonly string[]>;
  /** The same as log entries. */
  log(): Promise<readonly LogEntry[]>;
  /** Forgets the requests so far. */
  forget(): Promise<void>;
}

/** Calls the admin interface of a sandbox and returns the parsed body. */
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
 * Starts one sandbox before the calling suite, and closes it afterwards. Each test starts with the initial log, faults
 * and settings; objects are kept.
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
  const testSandbox: TestSandbox = {
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
    requests: async () => (await testSandbox.log()).map(({ method, path }) => `${method} ${path}`),
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
  return testSandbox;
}
