import { setMaxListeners } from "node:events";
import { ConfigError } from "../errors.js";
import { type Clock, systemClock } from "../http/clock.js";
import { eitherSignal } from "./node-exchange.js";

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
  /** Longest answer that is read, in bytes; a longer one ends the call and its connection. @default 64_000_000 */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Requests that this process may have under way at the node's host when this client sends one; more wait for their turn. Not above 64.
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
  /** Platform slug of the chain. Only of `hyperliquid-…` it matters: `otsTraceTransaction` is asked at the suffix `/evm` there. */
  readonly chain?: string | undefined;
  /** Dialect for methods that are not known here: Bitcoin and its relatives speak 1.0. @default "2.0" */
  readonly version?: "1.0" | "2.0" | undefined;
  /** Ends every call and subscription. */
  readonly signal?: AbortSignal | undefined;
}

/** Limits of one call. */
interface CallLimits {
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly maxConcurrent: number;
  readonly attempts: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

/** The settings of a client, from which every call takes its limits. */
export interface ClientSettings {
  /** Aborts when the client is closed, or the signal of its options does. */
  readonly signal: AbortSignal;
  readonly maxBodyBytes: number;
  readonly maxConcurrent: number;
  readonly version: "1.0" | "2.0";
  readonly clock: Clock;
  /**
   * @param usualMs deadline where neither the call nor the client names one
   * @throws {ConfigError} when the deadline is not a number above 0
   */
  limits(own: CallOptions, usualMs?: number): CallLimits;
}

const usualTimeoutMs = 10_000;

/** @param closed aborts when the client is closed */
export function clientSettings(
  options: ConnectOptions,
  closed: AbortSignal,
  clock: Clock = systemClock,
): ClientSettings {
  const { maxBodyBytes = 64_000_000, maxConcurrent = 32, attempts = 3, version = "2.0" } = options;
  const signal = eitherSignal(closed, options.signal) ?? closed;
  // Every call under way listens to it.
  setMaxListeners(0, signal);
  return {
    signal,
    maxBodyBytes,
    maxConcurrent,
    version,
    clock,
    limits: (own, usualMs = usualTimeoutMs) => {
      const timeoutMs = own.timeoutMs ?? options.timeoutMs ?? usualMs;
      if (!(timeoutMs > 0 && Number.isFinite(timeoutMs))) {
        throw new ConfigError(`The option timeoutMs of a call is wrong: ${timeoutMs} must be a number above 0.`);
      }
      return { timeoutMs, maxBodyBytes, maxConcurrent, attempts, signal: eitherSignal(signal, own.signal), clock };
    },
  };
}
