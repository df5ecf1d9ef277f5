/**
 * Pauses between looks at something that takes its time, in milliseconds: each call gives one, twice the one before.
 *
 * @param longestMs no pause is longer
 */
export function backOff(firstMs = 250, longestMs = 4_000): () => number {
  let nextMs = firstMs;
  return () => {
    const pauseMs = nextMs;
    nextMs = Math.min(nextMs * 2, longestMs);
    return pauseMs;
  };
}
