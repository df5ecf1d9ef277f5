import { setMaxListeners } from "node:events";
import { type Clock, systemClock } from "../base/clock.js";
import { linkSignals } from "../base/linked-signal.js";
import { type CallLimits, defaultMaxBodyBytes, type OwnLimits } from "../http/call-limits.js";

/** What one call may do differently from its client. */
export interface CallOptions {
  /** Deadline over the whole call in milliseconds: waits for a turn, attempts, and pauses between them. @default the client's */
  readonly timeoutMs?: number | undefined;
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** How a node is called. */
export interface ConnectOptions {
  /**
   * Deadline of a call in milliseconds: waits for a turn, attempts, and pauses between them.
   *
   * @default 10_000, for traces 60_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Longest answer that is read, in bytes; a longer one ends the call and its connection. So does one that would take more than ten
   * times its length and 50 MB of memory.
   *
   * @default 8_000_000, for logs, traces and blocks 64_000_000, for a batch the sum of its calls up to that
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Requests that all clients of this process with the same limit may have under way at one host; more wait for their turn. Not above 64.
   *
   * @default 32
   */
  readonly maxConcurrent?: number | undefined;
  /**
   * Attempts of a call in all. Repeated is what was provably not carried out (throttled, never sent), and reads whose answer was lost.
   *
   * @default 3
   */
  readonly attempts?: number | undefined;
  /** Platform slug of the chain. Only of `hyperliquid-…` it matters: `ots_traceTransaction` goes to the suffix `/evm` there. */
  readonly chain?: string | undefined;
  /** Dialect for methods that are not known here: Bitcoin and its relatives speak 1.0. @default "2.0" */
  readonly version?: "1.0" | "2.0" | undefined;
  /** Ends every call and subscription. */
  readonly signal?: AbortSignal | undefined;
}

/** Limits of one call of a client. */
interface ClientLimits extends CallLimits {
  readonly maxConcurrent: number;
  readonly attempts: number;
  readonly clock: Clock;
}

/** The settings of a client, from which every call takes its limits. */
export interface ClientSettings {
  /** Aborts when the client is closed, or the signal of its options does. */
  readonly signal: AbortSignal;
  /** Longest message of a subscription. */
  readonly maxBodyBytes: number;
  readonly maxConcurrent: number;
  readonly version: "1.0" | "2.0";
  readonly clock: Clock;
  /** @param usual what holds where neither the call nor the client says otherwise */
  limits(own: CallOptions, usual?: OwnLimits): ClientLimits;
  /** Ends everything, and lets go of the options' signal. */
  close(reason: unknown): void;
}

/** Deadline of a call where nothing else is said, in milliseconds. */
export const defaultTimeoutMs = 10_000;

/** The longest answer that is read of what may be large: logs, traces, blocks with their transactions, and batches; in bytes. */
export const largeBodyBytes = 64_000_000;

/** The longest wait that a timer of Node.js can make, about 25 days. */
export const longestMs = 2_147_483_647;

/** The settings behind the options of a client. */
export function clientSettings(options: ConnectOptions, clock: Clock = systemClock): ClientSettings {
  const { maxConcurrent = 32, attempts = 3, version = "2.0" } = options;
  const closing = new AbortController();
  const { signal, release } = linkSignals(closing.signal, options.signal);
  // Every call under way listens to it.
  setMaxListeners(0, signal);
  return {
    signal,
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
    maxConcurrent,
    version,
    clock,
    limits: (own, usual = {}) => {
      const timeoutMs = own.timeoutMs ?? options.timeoutMs ?? usual.timeoutMs ?? defaultTimeoutMs;
      const maxBodyBytes = options.maxBodyBytes ?? usual.maxBodyBytes ?? defaultMaxBodyBytes;
      return { timeoutMs, maxBodyBytes, maxConcurrent, attempts, clock };
    },
    close: (reason) => {
      closing.abort(reason);
      release();
    },
  };
}
