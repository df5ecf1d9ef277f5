import { setMaxListeners } from "node:events";
import type { Http2Session } from "node:http2";
import { CancelledError } from "../../errors/errors.js";
import type { SendGuard } from "../../http/send-guard.js";
import { engineAddress } from "../engine/engine-address.js";

// Time for calls in flight to respond before the process ends; the engine kills it after 5 s.
const graceMs = 1_500;

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

let controller: AbortController | undefined;
/** Undefined outside of a provider process: there is no engine. */
let watch: Promise<SendGuard> | undefined;
/** The engine's connection to this process, known after `Cancel`. */
let connection: Http2Session | undefined;

/**
 * The signal that ends every wait and request of this process when the engine cancels or no longer runs. It aborts on
 * the engine's call `Cancel` (first Ctrl-C; the engine waits for the responses and ends the process itself), on SIGINT
 * and SIGTERM (the process ends soon), and on the loss of the engine (it ends at once: it would interfere with the next
 * run). The first call starts the watch.
 */
export function interruption(): AbortSignal {
  if (controller === undefined) {
    const created = new AbortController();
    // All waits of all resources listen: Node warns above ten listeners, which the user would see.
    setMaxListeners(0, created.signal);
    controller = created;
    const abort = () => created.abort(new CancelledError());
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        abort();
        endSoon(exitCodes[signal]);
      });
    }
    const address = engineAddress();
    if (address !== undefined) {
      watch = followEngine(address, abort);
    }
  }
  return controller.signal;
}

/**
 * Holds back writes while the engine is unreachable: their results would be in no state and interfere with the next
 * run. Lasts until the engine is back or the process ends. Undefined where there is no engine.
 */
export function writeGuard(): Promise<SendGuard | undefined> {
  interruption();
  return watch ?? Promise.resolve(undefined);
}

async function followEngine(address: string, abort: () => void): Promise<SendGuard> {
  const [{ onCancel }, { watchEngine }] = await Promise.all([import("./cancellation.js"), import("./engine-watch.js")]);
  onCancel((session) => {
    connection = session;
    abort();
  });
  return watchEngine(address, () => {
    abort();
    process.exit(1);
  });
}

/** Ends the process after the grace period, or when the engine has closed its connection. */
function endSoon(code: number): void {
  const end = () => process.exit(code);
  setTimeout(end, graceMs).unref();
  // At the end of every run the engine cancels, disconnects and then sends SIGINT.
  if (connection?.destroyed === true) {
    end();
  }
  connection?.once("close", end);
}
