import { type LogEntry, type Settings, startSandbox } from "../../sandbox/index";

/** A node as the sandbox holds it; the members in both versions of the interface are those of version 1. */
export interface HeldNode {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly project: string;
  /** Id of its network, also of one that version 2 made by itself. */
  readonly network: string;
  readonly region: string;
  readonly provider: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly v2: {
    /** Slug of the chain. */
    readonly network: string;
    readonly details: Readonly<Record<string, unknown>> | null;
  };
}

/** A network as the sandbox holds it. */
interface HeldNetwork {
  readonly id: string;
  readonly project: string;
  readonly protocol: string;
  /** Ids of its nodes. */
  readonly nodes: readonly string[];
}

/** A project as the sandbox holds it. */
interface HeldProject {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Everything that the sandbox holds. */
export interface HeldObjects {
  readonly projects: readonly HeldProject[];
  readonly networks: readonly HeldNetwork[];
  readonly nodes: readonly HeldNode[];
}

/** A fault that was set, with what is left of it. */
export interface SetFault {
  readonly id: string;
  readonly hits: number;
}

/** The platform of one round, with its admin interface. */
export interface Platform {
  /** Management key. */
  readonly apiKey: string;
  /** Settings that lead the provider here. */
  readonly env: Readonly<Record<string, string>>;
  /** Calls the management interface as somebody else who has the key. */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Calls the admin interface. */
  admin<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  objects(): Promise<HeldObjects>;
  log(): Promise<readonly LogEntry[]>;
  change(settings: Partial<Settings>): Promise<void>;
  close(): Promise<void>;
}

const usual: Partial<Settings> = { nodeStart: "request", regionalSeconds: 0.4, listLagMs: 0 };

/** Starts a sandbox for one round. */
export async function openPlatform(seed: number): Promise<Platform> {
  const sandbox = await startSandbox({ seed, settings: usual });
  const { baseUrl, apiKey } = sandbox;
  const send = async <Answer>(method: string, url: string, headers: Record<string, string>, body?: unknown) => {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${method} ${new URL(url).pathname}: ${answer.status} ${text}`);
    }
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  };
  const admin: Platform["admin"] = (method, path, body) => send(method, sandbox.admin + path, {}, body);
  return {
    apiKey,
    env: {
      BLOCKCHAIN_NODES_BASE_URL: baseUrl,
      BLOCKCHAIN_NODES_API_KEY: apiKey,
      BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "200",
      BLOCKCHAIN_NODES_LIST_LAG_SECONDS: "5",
    },
    call: (method, path, body) => send(method, baseUrl + path, { authorization: `Bearer ${apiKey}` }, body),
    admin,
    objects: () => admin("GET", "/objects"),
    log: () => admin("GET", "/requests"),
    change: (settings) => admin("POST", "/settings", settings),
    close: () => sandbox.close(),
  };
}

/** Takes every fault back, and puts the settings back to those of the start. */
export async function calm(platform: Platform): Promise<void> {
  await platform.admin("DELETE", "/faults");
  await platform.change(usual);
}
