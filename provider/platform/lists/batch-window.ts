/** Milliseconds within which questions are answered together: the engine starts many reads in the same instant. */
export const usualWindowMs = 15;
