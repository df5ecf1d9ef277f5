import { setMaxListeners } from "node:events";
import { type Clock, systemClock } from "../base/clock.js";
import { linkSignals } from "../base/linked-signal.js";
import { type CallLimits, defaultMaxBodyBytes, type OwnLimits } from "../http/call-limits.js";

/** Overrides of the client's settings for one call. */
export interface CallOptions {
  /** Deadline of the whole call in milliseconds: time in the queue, attempts, and pauses. @default the client's */
  readonly timeoutMs?: number | undefined;
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a client. */
export interface ConnectOptions {
  /**
   * Deadline of a call in milliseconds: time in the queue, attempts, and pauses.
   *
   * @default 10_000, for traces 60_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Maximum size of a response in bytes; a longer one ends the call and its connection, and so does one that would take
   * more than ten times its length and 50 MB of memory.
   *
   * @default 8_000_000, for logs, traces and blocks 64_000_000, for a batch the sum of its calls up to that
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Maximum requests in flight to one host, across all clients of this process with the same limit; others are queued.
   * At most 64.
   *
   * @default 32
   */
  readonly maxConcurrent?: number | undefined;
  /**
   * Maximum attempts per call. Retried are calls that were provably not executed (throttled, never sent), and reads
   * whose response was lost.
   *
   * @default 3
   */
  readonly attempts?: number | undefined;
  /**
   * Platform slug of the chain. Only `hyperliquid-…` has an effect: `ots_traceTransaction` is then sent to the suffix
   * `/evm`.
   */
  readonly chain?: string | undefined;
  /** Dialect for unknown methods: Bitcoin and its relatives use 1.0. @default "2.0" */
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

/** Settings of a client, from which every call derives its limits. */
export interface ClientSettings {
  /** Aborts when the client is closed, or with the signal of its options. */
  readonly signal: AbortSignal;
  /** Maximum size of a subscription message. */
  readonly maxBodyBytes: number;
  readonly maxConcurrent: number;
  readonly version: "1.0" | "2.0";
  readonly clock: Clock;
  /** @param defaults limits where neither the call nor the client sets any */
  limits(own: CallOptions, defaults?: OwnLimits): ClientLimits;
  /** Ends everything, and releases the options' signal. */
  close(reason: unknown): void;
}

/** Default deadline of a call in milliseconds. */
export const defaultTimeoutMs = 10_000;

/** Default maximum size in bytes of responses with logs, traces, blocks with their transactions, and of batches. */
export const largeBodyBytes = 64_000_000;

/** The longest timer of Node.js, about 25 days. */
export const maxTimerMs = 2_147_483_647;

/** The settings for the options of a client. */
export function clientSettings(options: ConnectOptions, clock: Clock = systemClock): ClientSettings {
  const { maxConcurrent = 32, attempts = 3, version = "2.0" } = options;
  const closing = new AbortController();
  const { signal, release } = linkSignals(closing.signal, options.signal);
  // Every call in flight listens to it.
  setMaxListeners(0, signal);
  return {
    signal,
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
    maxConcurrent,
    version,
    clock,
    limits: (own, defaults = {}) => {
      const timeoutMs = own.timeoutMs ?? options.timeoutMs ?? defaults.timeoutMs ?? defaultTimeoutMs;
      const maxBodyBytes = options.maxBodyBytes ?? defaults.maxBodyBytes ?? defaultMaxBodyBytes;
      return { timeoutMs, maxBodyBytes, maxConcurrent, attempts, clock };
    },
    close: (reason) => {
      closing.abort(reason);
      release();
    },
  };
}
