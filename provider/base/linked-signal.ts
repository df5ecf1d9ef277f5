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
  const releases: (() => void)[] = [];
  const release = () => {
    for (const removeListener of releases.splice(0)) {
      removeListener();
    }
  };
  const abort = () => {
    controller.abort(signals.find(({ aborted }) => aborted)?.reason);
    release();
  };
  if (signals.some(({ aborted }) => aborted)) {
    abort();
  } else {
    releases.push(...signals.map((signal) => onAbort(signal, abort)));
  }
  return { signal: controller.signal, release };
}

/** Callbacks of a signal, and the one listener that serves them all. */
interface Listeners {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const listenersOf = new WeakMap<AbortSignal, Listeners>();

/** Calls back when a signal aborts. All callbacks share one listener: Node.js warns of more than ten. */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const known = listenersOf.get(signal) ?? firstListener(signal);
  const { callbacks, listener } = known;
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0 && listenersOf.get(signal) === known) {
      listenersOf.delete(signal);
      signal.removeEventListener("abort", listener);
    }
  };
}

function firstListener(signal: AbortSignal): Listeners {
  const callbacks = new Set<() => void>();
  const listener = () => {
    for (const callback of [...callbacks]) {
      callback();
    }
  };
  const listeners = { callbacks, listener };
  listenersOf.set(signal, listeners);
  signal.addEventListener("abort", listener);
  return listeners;
}
