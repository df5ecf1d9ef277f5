import type { Terminal } from "../command.js";

/** A line that shows how far a run is. */
export interface Progress {
  /** One more node is done. */
  tick(): void;
  /** Removes the line. */
  end(): void;
}

const silent: Progress = { tick: () => undefined, end: () => undefined };
const clearLine = "\r\u001b[K";

/** Shows progress in one line of `err` if that is a terminal; else it is silent. */
export function progressOf({ err, errColumns }: Terminal, total: number): Progress {
  if (errColumns === undefined || total === 0) {
    return silent;
  }
  let done = 0;
  const show = () => err(`${clearLine}${done} of ${total} nodes examined`.slice(0, clearLine.length + errColumns - 1));
  show();
  return {
    tick: () => {
      done += 1;
      show();
    },
    end: () => err(clearLine),
  };
}
