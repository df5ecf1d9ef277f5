import { type Clock, systemClock } from "../../base/clock.js";
import { RateLimiter } from "../../http/limiter.js";

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
  const limiters = new Map<string, RateLimiter>();
  return {
    turn: async (host, requests, signal) => {
      const limiter = limiters.get(host) ?? new RateLimiter(perSecond, clock);
      limiters.set(host, limiter);
      for (const turn of await limiter.acquireAll(requests, signal)) {
        turn.sent();
      }
    },
  };
}
