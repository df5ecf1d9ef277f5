import { type ClientHttp2Session, connect } from "node:http2";
import { backOff } from "../../base/back-off.js";
import type { SendGuard } from "../../http/send-guard.js";

// A listener whose queue is full refuses too, on some systems and for a moment.
const refusalsOfLost = 2;
const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** A call that every gRPC server answers, be it with the status `UNIMPLEMENTED`, and that does nothing. */
const question = {
  ":method": "POST",
  ":path": "/grpc.health.v1.Health/Check",
  "content-type": "application/grpc",
  te: "trailers",
} as const;
// One message of no bytes.
const emptyMessage = Buffer.alloc(5);

/**
 * Watches whether the engine lives, by one HTTP/2 session to its gRPC server. A killed engine says no farewell, and its
 * launcher stands between it and a provider process, which so keeps its parent: nothing but the port tells.
 *
 * @param address `host:port` of the engine
 * @param onLost called once, when the session has ended and nobody listens at the address any more
 * @returns what holds back every request that must not leave without an engine
 */
export function watchEngine(address: string, onLost: () => void): SendGuard {
  return new EngineWatch(address, onLost);
}

class EngineWatch implements SendGuard {
  readonly #address: string;
  readonly #onLost: () => void;
  readonly #pauseMs = backOff(firstPauseMs, longestPauseMs);
  /** Who waits for a session. */
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
      if (await answers(session, signal)) {
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
    // The watch must not be what keeps a process alive.
    session.unref();
    session.on("error", (error) => {
      isRefused = "code" in error && error.code === "ECONNREFUSED";
    });
    session.once("close", () => {
      // Every other end, such as a session that the engine closed or that this machine could not open, proves nothing.
      this.#refusals = isRefused ? this.#refusals + 1 : 0;
      if (this.#refusals === refusalsOfLost) {
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

  /** Resolves when the session is another one. */
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

/**
 * Whether the engine answers now. A session alone does not tell: it may have ended without anybody having read that
 * yet.
 */
async function answers(session: ClientHttp2Session, signal: AbortSignal | undefined): Promise<boolean> {
  if (!isOpen(session)) {
    return false;
  }
  await askOn(session, signal);
  // The answer may be read long after it was sent: two turns of the loop read what has arrived since, the end included.
  await turn();
  await turn();
  signal?.throwIfAborted();
  return isOpen(session);
}

/** Resolves when the call has ended, in whatever way; on a session that is not connected yet, once it is. */
function askOn(session: ClientHttp2Session, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const stream = session.request(question);
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
