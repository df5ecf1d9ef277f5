import { secondsText } from "../base/text.js";
import { TransportError } from "../errors/errors.js";

// Not undici's `connections`: its Agent replaces a pool whose last connection closes while the old one still works off
// its queue, and its Pool loses count of a client that could not connect. At a server that ends each connection with
// its answer, a limit of 3 let 12 through.

/** Number of requests in flight, and the callers that wait to send the next one. */
interface Gate {
  active: number;
  /** When the host last responded, or the gate was made, in milliseconds of the process. */
  respondedAtMs: number;
  readonly waiting: Set<() => void>;
}

const gates = new Map<string, Gate>();

/** Requests are counted per host and limit, so that a client with a high limit does not delay one with a low limit. */
function gateKey(host: string, limit: number): string {
  return `${limit} ${host}`;
}

/** How long to wait for a turn. */
export interface TurnLimits {
  /** Longest wait, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether that is the longest time without any response of the host, however long the wait is in all. */
  readonly isPatient?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits until fewer than `limit` requests to a host are in flight, counted over all clients of the process with the
 * same limit, and counts one more. First come, first served. Call {@link leaveHost} after each entry.
 *
 * @param limit at least 1
 * @returns undefined if there is no need to wait
 * @throws {TransportError} of kind `timeout` when the wait takes too long, of kind `aborted` when the signal aborts
 */
export function enterHost(
  host: string,
  limit: number,
  { timeoutMs, isPatient = false, signal }: TurnLimits,
): Promise<void> | undefined {
  const key = gateKey(host, limit);
  let gate = gates.get(key);
  if (gate === undefined) {
    gate = { active: 0, respondedAtMs: performance.now(), waiting: new Set() };
    gates.set(key, gate);
  }
  if (gate.active < limit) {
    gate.active += 1;
    return undefined;
  }
  const entered = gate;
  const { waiting } = gate;
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
      waiting.delete(start);
      finish();
    };
    const start = () => end(resolve);
    const interrupt = () =>
      end(() => reject(new TransportError(`The wait for ${host} was interrupted.`, "aborted", false)));
    const expire = () => {
      const silentMs = performance.now() - entered.respondedAtMs;
      if (isPatient && silentMs < timeoutMs) {
        timer = setTimeout(expire, timeoutMs - silentMs);
        return;
      }
      const why = `${host} had ${limit} requests under way for ${secondsText(timeoutMs)}, so that no further one was sent.`;
      end(() => reject(new TransportError(why, "timeout", false)));
    };
    let timer = setTimeout(expire, timeoutMs);
    signal?.addEventListener("abort", interrupt);
    waiting.add(start);
  });
}

/**
 * Called when a request to a host has ended, with any outcome.
 *
 * @param hasResponded whether the host has responded to it
 */
export function leaveHost(host: string, limit: number, hasResponded: boolean): void {
  const key = gateKey(host, limit);
  const gate = gates.get(key);
  if (gate !== undefined && hasResponded) {
    gate.respondedAtMs = performance.now();
  }
  const [next] = gate?.waiting ?? [];
  if (gate === undefined) {
    return;
  }
  if (next !== undefined) {
    // The slot passes to the next caller: the count stays the same.
    next();
    return;
  }
  gate.active -= 1;
  if (gate.active === 0) {
    gates.delete(key);
  }
}
