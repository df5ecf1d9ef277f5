import { systemClock } from "../../base/clock.js";
import { isObject } from "../../base/is-object.js";
import { excerpt, secondsText } from "../../base/text.js";
import { ShapeError, TransportError } from "../../errors/errors.js";
import { isHeavyJson } from "../../http/json-weight.js";
import type { TextSocket } from "../../http/socket.js";
import { decoded } from "../codec/decode.js";
import { parseJson, writeJson } from "../codec/json.js";
import { decodeResult } from "../methods/method.js";
import { type RpcResult, readSingle } from "../rpc/answer.js";
import { errorOfFailure } from "../rpc/error.js";
import { failureOfStatus, failureOfTransport, type HttpContext, maxTextLength } from "../rpc/failure.js";
import type { EndpointTarget } from "../target.js";

/** Request and callbacks of a channel. */
export interface ChannelRequest {
  /** Name of the subscription, for messages. */
  readonly name: string;
  /** Subscribing method. */
  readonly subscribe: string;
  readonly params: readonly unknown[];
  /** Timeout of connecting and subscribing. */
  readonly timeoutMs: number;
  readonly maxMessageBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Called with each event, unchanged, and the length of its message. */
  readonly onEvent: (event: unknown, bytes: number) => void;
  /** Called when the node has accepted the subscription, before the first event. */
  readonly onOpen: (channel: Channel) => void;
  /** Called when the connection is closed, with the WebSocket close code. */
  readonly onClose: (code: number) => void;
  /** Called for anything but JSON-RPC. */
  readonly onMalformed: (error: ShapeError) => void;
}

// Events can overtake the response with their subscription's id; more than a few indicate another fault.
const maxEarlyEvents = 1_000;
const maxEarlyBytes = 4_000_000;

/** One WebSocket with one subscription. */
export class Channel {
  readonly #target: EndpointTarget;
  readonly #request: ChannelRequest;
  readonly #pending = new Map<number, { resolve(result: RpcResult): void; reject(error: Error): void }>();
  #socket: TextSocket | undefined;
  #lastId = 0;
  #subscription: string | number | bigint | undefined;
  #early: { readonly subscription: unknown; readonly event: unknown; readonly bytes: number }[] = [];
  #earlyBytes = 0;
  #isOpen = false;
  #isClosed = false;

  private constructor(target: EndpointTarget, request: ChannelRequest) {
    this.#target = target;
    this.#request = request;
  }

  /**
   * Connects and subscribes.
   *
   * @throws {ProviderError} of this package; the channel is closed then
   */
  static async open(target: EndpointTarget, request: ChannelRequest): Promise<Channel> {
    const channel = new Channel(target, request);
    const { name, timeoutMs, maxMessageBytes, signal } = request;
    const { redact } = target;
    const endMs = systemClock.monotonicMs() + timeoutMs;
    try {
      // Loaded with the first subscription: most programs have none.
      const { openSocket } = await import("../../http/socket.js");
      const opening = await openSocket({
        url: target.url,
        headers: target.headers,
        timeoutMs,
        maxMessageBytes,
        signal,
        onMessage: (text) => channel.#receive(text),
        onClose: (code) => channel.#closed(code),
      });
      if ("status" in opening) {
        throw errorOfFailure(name, failureOfStatus(undefined, channel.#http(opening.status)), redact);
      }
      channel.#socket = opening.socket;
      const leftMs = Math.max(1, endMs - systemClock.monotonicMs());
      const answer = await channel.call(request.subscribe, request.params, leftMs);
      if (!answer.ok) {
        throw errorOfFailure(name, answer.failure, redact);
      }
      channel.#begin(idIn(answer.value, name, redact));
      return channel;
    } catch (error) {
      channel.close();
      signal?.throwIfAborted();
      throw error instanceof TransportError ? errorOfFailure(name, failureOfTransport(error, redact), redact) : error;
    }
  }

  /** The node's id of the subscription. */
  get subscription(): string | number | bigint | undefined {
    return this.#subscription;
  }

  /** Whether the subscription is active. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Events from now on are ignored. */
  stopEvents(): void {
    this.#isOpen = false;
  }

  /**
   * Calls a method over the WebSocket.
   *
   * @throws {TransportError} without a response in time, or when the connection is lost
   */
  call(method: string, params: readonly unknown[], timeoutMs: number): Promise<RpcResult> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<RpcResult>((resolve, reject) => {
      const { host } = this.#target;
      const { signal } = this.#request;
      if (this.#isClosed || signal?.aborted === true) {
        reject(new TransportError(`WebSocket to ${host}: the connection is closed.`, "reset", false));
        return;
      }
      const ended =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          clearTimeout(late);
          signal?.removeEventListener("abort", interrupt);
          this.#pending.delete(id);
          settle(value);
        };
      const pending = { resolve: ended(resolve), reject: ended<Error>(reject) };
      const late = setTimeout(() => {
        const what = `WebSocket to ${host}: no response within ${secondsText(timeoutMs)}.`;
        pending.reject(new TransportError(what, "timeout", true));
      }, timeoutMs);
      const interrupt = () =>
        pending.reject(new TransportError(`WebSocket to ${host} was interrupted.`, "aborted", true));
      signal?.addEventListener("abort", interrupt);
      this.#pending.set(id, pending);
      this.#socket?.send(writeJson({ jsonrpc: "2.0", id, method, params }));
    });
  }

  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  /** Closes the connection without further callbacks. */
  close(): void {
    this.#isOpen = false;
    this.#isClosed = true;
    this.#socket?.close();
  }

  #begin(subscription: string | number | bigint): void {
    this.#subscription = subscription;
    this.#isOpen = true;
    this.#request.onOpen(this);
    const early = this.#early;
    this.#early = [];
    for (const { subscription: id, event, bytes } of early) {
      this.#event(id, event, bytes);
    }
  }

  #event(subscription: unknown, event: unknown, bytes: number): void {
    if (this.#subscription === undefined) {
      if (this.#early.length < maxEarlyEvents && this.#earlyBytes + bytes <= maxEarlyBytes) {
        this.#earlyBytes += bytes;
        this.#early.push({ subscription, event, bytes });
      }
    } else if (this.#isOpen && isId(subscription) && String(subscription) === String(this.#subscription)) {
      this.#request.onEvent(event, bytes);
    }
  }

  #receive(text: string): void {
    const isHeavy = isHeavyJson(text);
    const message = isHeavy ? undefined : parseJson(text);
    if (!isObject(message)) {
      const { name } = this.#request;
      const received = excerpt(text, maxTextLength, this.#target.redact);
      const what = isHeavy
        ? "a message that would take many times its length in memory"
        : "a message that is not JSON-RPC";
      const error = new ShapeError(`${name}: ${this.#target.host} sent ${what}: ${received}.`, {
        method: name,
        path: "message",
        received,
      });
      this.#reject(error);
      this.#request.onMalformed(error);
      return;
    }
    if ("method" in message) {
      const { params } = message;
      if (isObject(params)) {
        this.#event(params.subscription, params.result, text.length);
      }
      return;
    }
    // An error without an id responds to a message that the node could not read: only one is ever in flight.
    const id = message.id ?? this.#lastId;
    // An object may have no primitive value: it would throw where nobody catches.
    if (isId(id)) {
      this.#pending.get(Number(id))?.resolve(readSingle(text, Number(id), this.#http(200)));
    }
  }

  #closed(code: number): void {
    const { host } = this.#target;
    this.#isClosed = true;
    this.#reject(new TransportError(`WebSocket to ${host}: the connection was lost (code ${code}).`, "reset", true));
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#request.onClose(code);
    }
  }

  #reject(error: Error): void {
    for (const { reject } of [...this.#pending.values()]) {
      reject(error);
    }
  }

  #http(status: number): HttpContext {
    const { host, redact } = this.#target;
    return { status, host, retryAfterMs: undefined, redact };
  }
}

function isId(value: unknown): value is string | number | bigint {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
}

/** @throws {ShapeError} for an invalid id, which could not identify events */
function idIn(value: unknown, name: string, redact: (text: string) => string): string | number | bigint {
  const schema = decoded("a subscription id", (id) => (isId(id) ? id : undefined));
  return decodeResult(name, schema, value, redact);
}
