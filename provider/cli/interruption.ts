import { setMaxListeners } from "node:events";
import { CancelledError } from "../errors/errors.js";

/**
 * The signal that ends every wait and every request of a command at Ctrl-C or SIGTERM: what is under way is then reported.
 * A second one ends the process at once.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  // Every wait listens to it: the warning that Node gives above ten would reach the user.
  setMaxListeners(0, controller.signal);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => controller.abort(new CancelledError("Interrupted.")));
  }
  return controller.signal;
}
