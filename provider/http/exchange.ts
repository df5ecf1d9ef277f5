import type { IncomingHttpHeaders } from "node:http";
import { Agent, type Dispatcher } from "undici";
import { secondsText } from "../base/text.js";
import { ConfigError, TransportError } from "../errors/errors.js";
import { type CallLimits, keepAliveMs } from "./call-limits.js";
import { isHeavyJson } from "./json-weight.js";
import { proxyFor } from "./proxy.js";
import type { SendGuard } from "./send-guard.js";
import { transportErrorOf } from "./transport-error.js";
import { tunnelThrough } from "./tunnel.js";

/** One HTTP request, without any retry. */
export interface ExchangeRequest extends CallLimits {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: URL;
  /** Origin that the credentials in headers and path belong to: a URL with another origin is rejected. */
  readonly origin: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** A blocked request ends with a {@link TransportError} and is not sent. */
  readonly guard?: Pick<SendGuard, "isBlocked"> | undefined;
}

/** A response with its whole body, whatever its status, except redirects, which are rejected. */
export interface ExchangeResponse {
  readonly status: number;
  /** Lower-case names; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Concurrent requests to one host, over all clients of the process; further ones wait for a connection. */
const connectionsPerHost = 64;

const connectMs = 10_000;

/**
 * One pool for direct connections and one per proxy. Connections are kept alive; idle ones do not keep the process
 * running.
 */
const pools = new Map<string, Agent>();

/** @throws {ConfigError} as {@link proxyFor} */
function poolFor(url: URL): Agent {
  const proxy = proxyFor(url, process.env);
  const key = proxy === undefined ? "" : `${proxy.variable} ${proxy.url.href}`;
  let pool = pools.get(key);
  if (pool === undefined) {
    const connect = proxy === undefined ? { timeout: connectMs } : tunnelThrough(proxy, connectMs);
    pool = new Agent({ keepAliveTimeout: keepAliveMs, connections: connectionsPerHost, connect });
    pools.set(key, pool);
  }
  return pool;
}

// Not undici's `request`: its streams cost as much CPU as the request itself, and it does not show when a request is
// sent.

/**
 * Sends one request and reads the whole response.
 *
 * Redirects are rejected: following one could send a key to another host or repeat a write.
 *
 * @throws {TransportError} with the failure's kind; its `mayHaveTakenEffect` is false when the request provably never
 * left
 * @throws {ConfigError} when the URL has another origin than `origin`, or the environment's proxy is invalid; nothing
 * was sent
 */
export function exchange(call: ExchangeRequest): Promise<ExchangeResponse> {
  const { origin } = call.url;
  if (origin !== call.origin) {
    return Promise.reject(
      new ConfigError(`A request for ${call.origin} was not sent: its URL has the origin ${origin}.`),
    );
  }
  return new Promise((resolve, reject) => {
    const pool = poolFor(call.url);
    const exchanging = new Exchanging(call, resolve, reject);
    if (call.signal?.aborted === true) {
      exchanging.interrupt();
      return;
    }
    const { url, method, headers, body } = call;
    pool.dispatch(
      {
        origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers: headers ?? {},
        body: body ?? null,
        // The exchange has its own deadline.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      exchanging,
    );
  });
}

/** One request in flight: undici delivers the response to it; the deadline and the caller's signal end it. */
class Exchanging implements Dispatcher.DispatchHandler {
  readonly #call: ExchangeRequest;
  readonly #resolve: (answer: ExchangeResponse) => void;
  readonly #reject: (error: TransportError) => void;
  readonly #deadline: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(
    call: ExchangeRequest,
    resolve: (answer: ExchangeResponse) => void,
    reject: (error: TransportError) => void,
  ) {
    this.#call = call;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#deadline = setTimeout(() => this.#expire(), call.timeoutMs);
    call.signal?.addEventListener("abort", this.interrupt);
  }

  /** Called when the caller's signal aborts. */
  readonly interrupt = (): void => {
    const details = { cause: this.#call.signal?.reason };
    this.#fail(new TransportError(`${this.#what} was interrupted.`, "aborted", this.#hasLeft, details));
  };

  /** What was tried, for messages. */
  get #what(): string {
    return `${this.#call.method} to ${this.#call.url.origin}`;
  }

  get #hasLeft(): boolean {
    return this.#controller !== undefined;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isSettled) {
      // Abandoned while it waited for a connection: do not send it.
      controller.abort(new Error("abandoned"));
      return;
    }
    // Checked again: opening the connection may have taken long.
    if (this.#call.guard?.isBlocked() === true) {
      this.#fail(new TransportError(`${this.#what} was blocked before it was sent.`, "refused", false));
      controller.abort(new Error("blocked"));
      return;
    }
    this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode >= 200) {
      this.#status = statusCode;
      this.#headers = headers;
      this.#limit(Number(headers["content-length"] ?? 0));
    }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    this.#chunks.push(chunk);
    this.#limit(this.#length);
  }

  onResponseEnd(): void {
    const { url } = this.#call;
    if (this.#status >= 300 && this.#status < 400) {
      const what = `${url.origin} responded with a redirect (${this.#status}), which is not followed.`;
      this.#fail(new TransportError(what, "redirect", false));
      return;
    }
    const body = Buffer.concat(this.#chunks, this.#length).toString("utf8");
    if (isHeavyJson(body)) {
      const what = `The response of ${url.origin} contains so many small values that parsing it would take many times its ${this.#length} bytes.`;
      this.#fail(new TransportError(what, "too-large", true));
      return;
    }
    const answer = { status: this.#status, headers: flatten(this.#headers), body };
    this.#settle(() => this.#resolve(answer));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(transportErrorOf(error, this.#what, this.#hasLeft));
  }

  #expire(): void {
    const what = `${this.#what}: no response within ${secondsText(this.#call.timeoutMs)}.`;
    this.#fail(new TransportError(what, "timeout", this.#hasLeft));
  }

  #limit(bytes: number): void {
    const { url, maxBodyBytes } = this.#call;
    if (bytes > maxBodyBytes) {
      this.#fail(new TransportError(`The response of ${url.origin} exceeds ${maxBodyBytes} bytes.`, "too-large", true));
    }
  }

  #fail(error: TransportError): void {
    this.#settle(() => {
      this.#reject(error);
      this.#controller?.abort(error);
    });
  }

  #settle(end: () => void): void {
    if (!this.#isSettled) {
      this.#isSettled = true;
      clearTimeout(this.#deadline);
      this.#call.signal?.removeEventListener("abort", this.interrupt);
      this.#chunks = [];
      end();
    }
  }
}

function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      flat[name] = typeof value === "string" ? value : value.join(", ");
    }
  }
  return flat;
}
