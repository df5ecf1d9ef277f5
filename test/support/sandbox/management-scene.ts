import { wallClock } from "../../../sandbox/base/clock";
import type { Settings } from "../../../sandbox/index";
import { type Sandbox, startSandbox } from "../../../sandbox/index";

/** A JSON value of a response; tests read it without declaring every shape. */
export interface Json {
  readonly [key: string]: Json & string & readonly Json[];
}

/** A response with its body. */
export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly text: string;
  readonly headers: Headers;
}

/** A sandbox with shorthands for its APIs. */
export interface ManagementScene {
  readonly sandbox: Sandbox;
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  admin(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Advances the sandbox's time. */
  pass(ms: number): void;
  /** Creates a project and returns its id. */
  project(name?: string): Promise<string>;
  /** Creates a v2 node and returns the response body. */
  node(project: string, blockchain?: string, cloud?: string, name?: string): Promise<Json>;
}

export const ethereum = "BC-000-000-008";
export const regtest = "BC-000-000-091";
export const globalCloud = "CC-0016";
export const london = "CC-0020";

/** Starts a sandbox whose nodes start at their first request, unless the settings differ. */
export async function openManagement(settings: Partial<Settings> = {}): Promise<ManagementScene> {
  let passedMs = 0;
  const sandbox = await startSandbox({
    settings: { nodeStart: "request", regionalSeconds: 0.3, ...settings },
    now: () => wallClock() + passedMs,
  });
  const api: ManagementScene["api"] = (method, path, body, headers = {}) =>
    send(method, path.startsWith("http") ? path : sandbox.baseUrl + path, body, {
      authorization: `Bearer ${sandbox.apiKey}`,
      ...headers,
    });
  const admin: ManagementScene["admin"] = (method, path, body) => send(method, sandbox.admin + path, body, {});
  return {
    sandbox,
    api,
    admin,
    pass: (ms) => {
      passedMs += ms;
    },
    project: async (name = "payments") => (await api("POST", "/v2/projects/", { name })).body.id ?? "",
    node: async (project, blockchain = ethereum, cloud = globalCloud, name = "rpc-a") =>
      (await api("POST", "/v2/nodes/", { name, project, cloud, blockchain })).body,
  };
}

/** Calls a JSON-RPC method at an endpoint. */
export async function rpc(url: string, method: string, params: unknown[] = [], headers: Record<string, string> = {}) {
  return send("POST", url, { jsonrpc: "2.0", id: 1, method, params }, headers);
}

/** Number and age in seconds of the head of an EVM node. */
export async function head(url: string): Promise<{ number: number; ageSeconds: number }> {
  const { body } = await rpc(url, "eth_getBlockByNumber", ["latest", false]);
  const { number, timestamp } = body.result as unknown as { number: string; timestamp: string };
  return { number: Number(number), ageSeconds: Date.now() / 1000 - Number(timestamp) };
}

/** Polls until the value is defined, up to 15 seconds: what tests wait for takes less than half a second. */
export async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const value = await read();
    if (value !== undefined) {
      return value;
    }
    if (Date.now() > deadline) {
      throw new Error("it did not happen within 15 seconds");
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function send(method: string, url: string, body: unknown, headers: Record<string, string>): Promise<Reply> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const { status, headers: answered } = response;
  return { status, text, headers: answered, body: isJson ? parse(text) : {} };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
