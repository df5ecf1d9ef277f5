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
  const releases: (() => void)[] = [];
  const release = () => {
    for (const letGo of releases.splice(0)) {
      letGo();
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

/** Who waits for a signal, and the one listener that it has for all of them. */
interface Listeners {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const listenersOf = new WeakMap<AbortSignal, Listeners>();

/** Calls back when a signal aborts. It has one listener, however many wait for it: Node.js warns of more than ten. */
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
