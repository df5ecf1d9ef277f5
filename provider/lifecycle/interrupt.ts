import { setMaxListeners } from "node:events";
import { CancelledError } from "../errors.js";

// How long calls in flight have to answer the engine before the process ends; the engine itself kills after 5 s.
const graceMs = 1_500;

let controller: AbortController | undefined;

/**
 * The signal that ends every wait of this process when it is told to stop. The engine gives a dynamic provider no
 * cancellation: SIGINT (a second Ctrl-C) and SIGTERM are all that arrives, and they would kill at once without a handler.
 */
export function interruption(): AbortSignal {
  if (controller === undefined) {
    const created = new AbortController();
    // Every wait of every resource listens to it: the warning that Node gives above ten would reach the user.
    setMaxListeners(0, created.signal);
    controller = created;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        created.abort(new CancelledError());
        setTimeout(() => process.exit(signal === "SIGINT" ? 130 : 143), graceMs).unref();
      });
    }
  }
  return controller.signal;
}
