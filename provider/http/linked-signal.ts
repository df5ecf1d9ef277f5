/** A signal that aborts when one of two does. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Lets go of both; to be called when what the signal was for is over. */
  release(): void;
}

/**
 * Makes one signal of two. Not `AbortSignal.any`: Node 20 keeps a record of each such signal with the one that lives longer, for as long as that
 * lives.
 */
export function linkSignals(first: AbortSignal, second: AbortSignal | undefined): LinkedSignal {
  if (second === undefined) {
    return { signal: first, release: () => undefined };
  }
  const controller = new AbortController();
  const signals = [first, second];
  const abort = () => {
    controller.abort(signals.find(({ aborted }) => aborted)?.reason);
    release();
  };
  const release = () => {
    for (const signal of signals) {
      signal.removeEventListener("abort", abort);
    }
  };
  if (signals.some(({ aborted }) => aborted)) {
    abort();
  } else {
    for (const signal of signals) {
      signal.addEventListener("abort", abort);
    }
  }
  return { signal: controller.signal, release };
}
