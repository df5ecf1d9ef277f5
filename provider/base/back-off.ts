/**
 * Pauses between looks at something that takes its time, in milliseconds: each call gives one, longer than the one
 * before.
 *
 * @param maxMs the longest pause
 * @param factor between a pause and the next
 */
export function backOff(firstMs = 250, maxMs = 4_000, factor = 2): () => number {
  let nextMs = firstMs;
  return () => {
    const pauseMs = nextMs;
    nextMs = Math.min(nextMs * factor, maxMs);
    return pauseMs;
  };
}
