import { randomBytes } from "node:crypto";

/** A log entry of a request; never contains keys or tokens. */
export interface LogEntry {
  readonly time: string;
  readonly kind: "management" | "rpc";
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly operation: string | null;
  readonly body: unknown;
  /** Ids of the faults that applied. */
  faults: readonly string[];
  /** null until there is a response. */
  status: number | null;
  outcome: "answered" | "cut" | "dropped" | "hung" | "open";
  ms: number | null;
  /** Node id and methods, for requests to a node. */
  readonly node?: string;
  readonly rpc?: readonly string[];
}

/** What is known of a request when it arrives. */
type OpenRequest = Omit<LogEntry, "faults" | "ms" | "outcome" | "requestId" | "status">;

const capacity = 20_000;

/** Log of the latest requests, oldest first. */
export class RequestLog {
  #entries: LogEntry[] = [];

  /** Adds an open request; its entry is completed when it ends. */
  open(request: OpenRequest): LogEntry {
    const requestId = newRequestId();
    const entry: LogEntry = { ...request, requestId, faults: [], status: null, outcome: "open", ms: null };
    this.#entries.push(entry);
    // Trimmed in large steps: removing one entry at a time would shift all the others.
    if (this.#entries.length > capacity * 1.1) {
      this.#entries = this.#entries.slice(-capacity);
    }
    return entry;
  }

  /** Entries that equal every given property. */
  list(filter: Readonly<Partial<Record<"kind" | "method" | "node" | "operation", string>>>): readonly LogEntry[] {
    const wanted = Object.entries(filter) as ["kind" | "method" | "node" | "operation", string][];
    return this.#entries.filter((entry) => wanted.every(([key, value]) => entry[key] === value));
  }

  /** Removes every entry. */
  clear(): void {
    this.#entries = [];
  }
}

/** A random request id. */
export function newRequestId(): string {
  return randomBytes(8).toString("hex");
}
