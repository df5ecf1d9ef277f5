/** Reports to a waiting user what is being done, and for how long. */
export interface Progress {
  readonly log: (line: string) => void;
  /** Begins the next phase. */
  readonly enter: (phase: string) => void;
  /** Time since the start. */
  readonly seconds: () => number;
  readonly stop: () => void;
}

/** Starts to report: each phase when it begins, and the elapsed time every `intervalMs`. */
export const startProgress = (log: (line: string) => void, intervalMs: number): Progress => {
  const startedMs = Date.now();
  const seconds = (): number => Math.round((Date.now() - startedMs) / 1000);
  let current = "";
  const timer = setInterval(() => current !== "" && log(`still ${current} (${seconds()} s)`), intervalMs);
  const enter = (phase: string): void => {
    current = phase;
    log(`${phase} (${seconds()} s)`);
  };
  return { log, enter, seconds, stop: () => clearInterval(timer) };
};
