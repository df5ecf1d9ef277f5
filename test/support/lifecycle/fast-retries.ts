/** Uses a client whose response timeout is a second instead of 30 s. */
export type WithShortTimeout = <T>(run: () => Promise<T>) => Promise<T>;

/** Timeout of a platform request, which identifies its timer. */
const deadlineMs = 30_000;

/** Removes the pauses between retries for the calling suite; retry decisions stay the same. */
export function useFastRetries(): WithShortTimeout {
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
    answerWithinMs = 1_000;
    try {
      return await run();
    } finally {
      answerWithinMs = deadlineMs;
    }
  };
}
