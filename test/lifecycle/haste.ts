/** Runs something with a client that waits 400 ms for an answer, in place of 30 s. */
export type Impatience = <T>(run: () => Promise<T>) => Promise<T>;

/** Lets the client of the suite that calls this repeat what failed without a pause; what it decides stays the same. */
export function useHaste(): Impatience {
  const { random } = Math;
  const { timeout } = AbortSignal;
  let longestMs = Number.POSITIVE_INFINITY;
  before(() => {
    Math.random = () => 0;
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.min(ms, longestMs));
  });
  after(() => {
    Math.random = random;
    AbortSignal.timeout = timeout;
  });
  return async (run) => {
    longestMs = 400;
    try {
      return await run();
    } finally {
      longestMs = Number.POSITIVE_INFINITY;
    }
  };
}
