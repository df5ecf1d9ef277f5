/** Requests within this time are served together: the engine starts many reads at once. */
export const defaultWindowMs = 15;
