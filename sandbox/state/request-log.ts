/** One request as the log shows it; keys and tokens never get here. */
export interface LogEntry {
  readonly time: string;
  readonly kind: "management" | "rpc";
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly operation: string | null;
  readonly body: unknown;
  /** Ids of the faults that acted on it. */
  faults: readonly string[];
  /** null while there is no answer, and for ever when there never was one. */
  status: number | null;
  outcome: "answered" | "cut" | "dropped" | "hung" | "open";
  ms: number | null;
  /** Node id and methods, for requests to a node. */
  readonly node?: string;
  readonly rpc?: readonly string[];
}

const capacity = 20_000;

/** The last requests, oldest first. */
export class RequestLog {
  #entries: LogEntry[] = [];

  /** Notes a request; it shows at once and is completed when it ends. */
  add(entry: LogEntry): void {
    this.#entries.push(entry);
    // Cut in large steps: removing one entry at a time would move all the others each time.
    if (this.#entries.length > capacity * 1.1) {
      this.#entries = this.#entries.slice(-capacity);
    }
  }

  /** Entries that equal every given property. */
  list(filter: Readonly<Partial<Record<"kind" | "method" | "node" | "operation", string>>>): readonly LogEntry[] {
    const wanted = Object.entries(filter) as ["kind" | "method" | "node" | "operation", string][];
    return this.#entries.filter((entry) => wanted.every(([key, value]) => entry[key] === value));
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries = [];
  }
}
