import { type LogEntry, type Settings, startSandbox } from "../sandbox/index";
import { makeProject } from "../test/support/processes/kit";
import { adminOf } from "../test/support/sandbox";

/** Requests of the management API. */
export interface Calls {
  readonly total: number;
  /** Number by operation id. */
  readonly byOperation: Readonly<Record<string, number>>;
  /** Largest number in any second. */
  readonly mostPerSecond: number;
  /** Responses with status 429. */
  readonly throttled: number;
}

/** A sandbox for one measurement, without latency until that is changed. */
export interface Platform {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Id of an empty project. */
  readonly project: string;
  change(settings: Partial<Settings>): Promise<void>;
  /** Runs something, and counts the requests meanwhile. */
  counting<T>(action: () => Promise<T>): Promise<{ readonly value: T; readonly calls: Calls }>;
  /** Calls the management API as somebody else who has the key. */
  post<Answer>(path: string, body: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts a sandbox whose nodes need no process. */
export async function openPlatform(settings: Partial<Settings> = {}): Promise<Platform> {
  const sandbox = await startSandbox({ settings: { nodeStart: "request", ...settings } });
  const { baseUrl, apiKey } = sandbox;
  const admin = adminOf(sandbox);
  return {
    baseUrl,
    apiKey,
    project: await makeProject(sandbox),
    change: (changes) => admin("POST", "/settings", changes),
    counting: async (action) => {
      await admin("DELETE", "/requests");
      const value = await action();
      return { value, calls: callsOf(await admin<readonly LogEntry[]>("GET", "/requests")) };
    },
    post: async (path, body) => {
      const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
      const answer = await fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
      if (!answer.ok) {
        throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
      }
      return answer.json() as Promise<never>;
    },
    close: () => sandbox.close(),
  };
}

function callsOf(log: readonly LogEntry[]): Calls {
  const byOperation: Record<string, number> = {};
  for (const { operation } of log) {
    byOperation[operation ?? "unknown"] = (byOperation[operation ?? "unknown"] ?? 0) + 1;
  }
  const times = log.map(({ time }) => Date.parse(time)).sort((a, b) => a - b);
  let mostPerSecond = 0;
  for (let first = 0, last = 0; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= 1_000) {
      first += 1;
    }
    mostPerSecond = Math.max(mostPerSecond, last - first + 1);
  }
  const throttled = log.filter(({ status }) => status === 429).length;
  return { total: log.length, byOperation, mostPerSecond, throttled };
}

/** Requests by operation, for a detail line. */
export function callsText({ total, byOperation }: Calls): string {
  const each = Object.entries(byOperation).map(([operation, count]) => `${operation} ${count}`);
  return each.length === 0 ? "no calls" : `${total} calls: ${each.join(", ")}`;
}

const pageSize = 100;

/** Calls of one walk of a list with that many objects: the first page is read again at the end. */
export function walkCalls(count: number): number {
  const pages = Math.max(1, Math.ceil(count / pageSize));
  return pages === 1 ? 1 : pages + 1;
}
