import { TransportError } from "../errors.js";

/** Requests to one host that are under way, and who waits to send the next one. */
interface Host {
  active: number;
  readonly waiting: Set<{ readonly limit: number; readonly start: () => void }>;
}

const hosts = new Map<string, Host>();

/**
 * Waits until less than `limit` requests to a host are under way, counted over the whole process, and counts one more. Whoever
 * asked first goes first, among those whose limit allows it. Each entry must be followed by {@link leaveHost}.
 *
 * @param limit at least 1; callers may have different ones
 * @param timeoutMs longest wait
 * @returns undefined when there is no need to wait
 * @throws {TransportError} of kind `timeout` after a wait in vain, of kind `aborted` when the signal aborts
 */
export function enterHost(
  host: string,
  limit: number,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> | undefined {
  let entry = hosts.get(host);
  if (entry === undefined) {
    entry = { active: 0, waiting: new Set() };
    hosts.set(host, entry);
  }
  if (entry.active < limit) {
    entry.active += 1;
    return undefined;
  }
  return waitForTurn(host, entry, limit, timeoutMs, signal);
}

function waitForTurn(
  host: string,
  { waiting }: Host,
  limit: number,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
      waiting.delete(place);
      finish();
    };
    const place = { limit, start: () => end(resolve) };
    const interrupt = () =>
      end(() => reject(new TransportError(`The wait for ${host} was interrupted.`, "aborted", false)));
    const timer = setTimeout(() => {
      const why = `${host} had ${limit} or more requests under way for ${timeoutMs / 1000} s, so that no further one was sent.`;
      end(() => reject(new TransportError(why, "timeout", false)));
    }, timeoutMs);
    signal?.addEventListener("abort", interrupt);
    waiting.add(place);
  });
}

/** A request to a host has ended, however it did. */
export function leaveHost(host: string): void {
  const entry = hosts.get(host);
  if (entry === undefined) {
    return;
  }
  entry.active -= 1;
  for (const { limit, start } of entry.waiting) {
    if (entry.active < limit) {
      entry.active += 1;
      start();
    }
  }
  if (entry.active === 0 && entry.waiting.size === 0) {
    hosts.delete(host);
  }
}
