import { setMaxListeners } from "node:events";

/** A signal that aborts when one of two does. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Removes the listeners. Call it when the signal's task is over. */
  release(): void;
}

/**
 * Combines two signals. Not `AbortSignal.any`: in Node 20 the longer-lived signal retains every combined one.
 */
export function linkSignals(first: AbortSignal, second: AbortSignal | undefined): LinkedSignal {
  if (second === undefined) {
    return { signal: first, release: () => undefined };
  }
  const controller = new AbortController();
  const signals = [first, second];
  const release = () => {
    for (const signal of signals) {
      signal.removeEventListener("abort", abort);
    }
  };
  const abort = () => {
    controller.abort(signals.find(({ aborted }) => aborted)?.reason);
    release();
  };
  if (signals.some(({ aborted }) => aborted)) {
    abort();
  } else {
    // Every call in flight listens to them; Node.js would warn of more than ten.
    setMaxListeners(0, ...signals);
    for (const signal of signals) {
      signal.addEventListener("abort", abort);
    }
  }
  return { signal: controller.signal, release };
}
