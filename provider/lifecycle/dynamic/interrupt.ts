import { setMaxListeners } from "node:events";
import type { Http2Session } from "node:http2";
import { CancelledError } from "../../errors/errors.js";
import type { SendGuard } from "../../http/send-guard.js";
import { engineAddress } from "../engine/engine-address.js";

// How long calls in flight have to answer the engine before the process ends; the engine itself kills after 5 s.
const graceMs = 1_500;

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

let controller: AbortController | undefined;
/** Undefined outside of a provider process, which alone has an engine. */
let watch: Promise<SendGuard> | undefined;
/** The engine's connection to this process, known when it has cancelled. */
let connection: Http2Session | undefined;

/**
 * The signal that ends every wait and every request of this process when the engine wants it to stop, or is gone. What
 * tells: the engine's call `Cancel` (the first Ctrl-C; the engine waits for the answers and ends the process itself),
 * SIGINT and SIGTERM (the process ends soon), and the loss of the engine (it ends at once: nobody takes its answers,
 * and it would work against the next run). The watch begins here.
 */
export function interruption(): AbortSignal {
  if (controller === undefined) {
    const created = new AbortController();
    // Every wait of every resource listens to it: the warning that Node gives above ten would reach the user.
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
 * Holds every write back while the engine is gone: it would be work that no state knows of, and against the next run.
 * It opens again when the engine is back, or the process ends. Undefined where there is no engine.
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

/** Ends the process when the calls in flight have had their time, or nobody is there any more to take their answers. */
function endSoon(code: number): void {
  const end = () => process.exit(code);
  setTimeout(end, graceMs).unref();
  // At the end of every run the engine cancels, hangs up and then sends SIGINT.
  if (connection?.destroyed === true) {
    end();
  }
  connection?.once("close", end);
}
