import { type Clock, systemClock } from "../../base/clock.js";
import { RateLimiter, type Turn } from "../../http/limiter.js";

/** Spaces the requests of all probes of a process. */
export interface Pacer {
  /** Waits until so many requests may be sent to a host. */
  turn(host: string, requests: number, signal?: AbortSignal): Promise<void>;
}

/**
 * A pacer with a rate for each host.
 *
 * @param perSecond requests per second and host; each call of a batch counts
 */
export function hostPacer(perSecond: number, clock: Clock = systemClock): Pacer {
  const hosts = new Map<string, HostPace>();
  return {
    turn: async (host, requests, signal) => {
      const pace = hosts.get(host) ?? { limiter: new RateLimiter(perSecond, clock), last: Promise.resolve() };
      hosts.set(host, pace);
      // One batch after the other: its calls take their turns one by one, and are sent together.
      const batch = pace.last.then(() => batchTurn(pace.limiter, requests, signal));
      pace.last = batch.catch(() => undefined);
      await batch;
    },
  };
}

interface HostPace {
  readonly limiter: RateLimiter;
  /** Settles after the turn of the last batch in the queue. */
  last: Promise<void>;
}

async function batchTurn(limiter: RateLimiter, requests: number, signal: AbortSignal | undefined): Promise<void> {
  const turns: Turn[] = [];
  while (turns.length < requests) {
    turns.push(await limiter.acquire(signal));
  }
  for (const turn of turns) {
    turn.sent();
  }
}
