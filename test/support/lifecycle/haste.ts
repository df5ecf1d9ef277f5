/** Runs something with a client that waits 400 ms for an answer, in place of 30 s. */
export type Impatience = <T>(run: () => Promise<T>) => Promise<T>;

/** The deadline of one request to the platform, by which its timer is known. */
const deadlineMs = 30_000;

/** Lets the client of the suite that calls this repeat what failed without a pause; what it decides stays the same. */
export function useHaste(): Impatience {
  const { random } = Math;
  const { setTimeout } = globalThis;
  let answerWithinMs = deadlineMs;
  before(() => {
    Math.random = () => 0;
    globalThis.setTimeout = Object.assign(
      (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
        setTimeout(run, ms === deadlineMs ? answerWithinMs : ms, ...args),
      setTimeout,
    ) as typeof setTimeout;
  });
  after(() => {
    Math.random = random;
    globalThis.setTimeout = setTimeout;
  });
  return async (run) => {
    answerWithinMs = 400;
    try {
      return await run();
    } finally {
      answerWithinMs = deadlineMs;
    }
  };
}
