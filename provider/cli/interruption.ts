import { setMaxListeners } from "node:events";
import { CancelledError } from "../errors/errors.js";

/**
 * The signal that ends all waits and requests of a command at Ctrl-C or SIGTERM, so that it can report what was in
 * progress. A second one ends the process at once.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  // Every wait adds a listener: Node's warning above ten would reach the user.
  setMaxListeners(0, controller.signal);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => controller.abort(new CancelledError("Interrupted.")));
  }
  return controller.signal;
}
