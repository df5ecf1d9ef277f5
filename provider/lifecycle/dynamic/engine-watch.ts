import { type ClientHttp2Session, connect } from "node:http2";
import { backOff } from "../../base/back-off.js";
import type { SendGuard } from "../../http/send-guard.js";

// On some systems, a listener with a full queue refuses too, briefly.
const maxRefusals = 2;
const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** A call without effect that every gRPC server responds to, at least with the status `UNIMPLEMENTED`. */
const healthCheck = {
  ":method": "POST",
  ":path": "/grpc.health.v1.Health/Check",
  "content-type": "application/grpc",
  te: "trailers",
} as const;
// The frame of a message without content.
const emptyMessage = Buffer.alloc(5);

/**
 * Watches whether the engine is alive, by one HTTP/2 session to its gRPC server. A killed engine sends nothing, and its
 * launcher remains the parent of the provider process: only the port shows it.
 *
 * @param address `host:port` of the engine
 * @param onLost called once, when the session has ended and the address refuses connections
 * @returns a guard that holds back requests while there is no engine
 */
export function watchEngine(address: string, onLost: () => void): SendGuard {
  return new EngineWatch(address, onLost);
}

class EngineWatch implements SendGuard {
  readonly #address: string;
  readonly #onLost: () => void;
  readonly #pauseMs = backOff(firstPauseMs, longestPauseMs);
  /** Callers that wait for a session. */
  readonly #waiting = new Set<() => void>();
  #session: ClientHttp2Session;
  #refusals = 0;

  constructor(address: string, onLost: () => void) {
    this.#address = address;
    this.#onLost = onLost;
    this.#session = this.#open();
  }

  isBlocked(): boolean {
    return !isOpen(this.#session);
  }

  async ready(signal?: AbortSignal): Promise<boolean> {
    for (let hasWaited = false; ; hasWaited = true) {
      signal?.throwIfAborted();
      const session = this.#session;
      if (await responds(session, signal)) {
        return hasWaited;
      }
      if (session === this.#session) {
        await this.#next(signal);
      }
    }
  }

  #open(): ClientHttp2Session {
    let isRefused = false;
    const session = connect(`http://${this.#address}`);
    // The watch must not keep the process alive.
    session.unref();
    session.on("error", (error) => {
      isRefused = "code" in error && error.code === "ECONNREFUSED";
    });
    session.once("close", () => {
      // Only a refusal counts: the engine may close a session, and this machine may fail to open one.
      this.#refusals = isRefused ? this.#refusals + 1 : 0;
      if (this.#refusals === maxRefusals) {
        this.#onLost();
        return;
      }
      setTimeout(() => {
        this.#session = this.#open();
        for (const wake of [...this.#waiting]) {
          wake();
        }
      }, this.#pauseMs()).unref();
    });
    return session;
  }

  /** Resolves when a new session replaces the current one. */
  #next(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (finish: () => void) => {
        this.#waiting.delete(wake);
        signal?.removeEventListener("abort", stop);
        finish();
      };
      const wake = () => end(resolve);
      const stop = () => end(() => reject(signal?.reason));
      this.#waiting.add(wake);
      signal?.addEventListener("abort", stop);
    });
  }
}

function isOpen(session: ClientHttp2Session): boolean {
  return !session.closed && !session.destroyed;
}

/** Whether the engine responds now. The session's state is not enough: its end may not have been read yet. */
async function responds(session: ClientHttp2Session, signal: AbortSignal | undefined): Promise<boolean> {
  if (!isOpen(session)) {
    return false;
  }
  await checkHealth(session, signal);
  // The response may be read long after it arrived: two turns of the loop read what followed, the end included.
  await turn();
  await turn();
  signal?.throwIfAborted();
  return isOpen(session);
}

/** Resolves when the call has ended in any way; a session that is still connecting queues it. */
function checkHealth(session: ClientHttp2Session, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const stream = session.request(healthCheck);
    const stop = () => stream.close();
    signal?.addEventListener("abort", stop);
    stream.on("error", () => undefined);
    stream.once("response", () => stream.close());
    stream.once("close", () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    });
    stream.end(emptyMessage);
    stream.resume();
  });
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
