import { systemClock } from "../../base/clock.js";
import { excerpt } from "../../base/text.js";
import { ShapeError, TransportError } from "../../errors/errors.js";
import { isHeavyJson } from "../../http/json-weight.js";
import type { TextSocket } from "../../http/socket.js";
import { decoded, isObject } from "../codec/decode.js";
import { parseJson, writeJson } from "../codec/json.js";
import { decodeResult } from "../methods/method.js";
import { type RpcResult, readSingle } from "../rpc/answer.js";
import { errorOfFailure } from "../rpc/error.js";
import { failureOfStatus, failureOfTransport, type HttpSide, longestText } from "../rpc/failure.js";
import type { EndpointTarget } from "../target.js";

/** What a channel is opened for, and who hears of it. */
export interface ChannelRequest {
  /** For messages: what the caller asked for. */
  readonly name: string;
  /** Method that subscribes. */
  readonly subscribe: string;
  readonly params: readonly unknown[];
  /** Deadline of connecting and subscribing. */
  readonly timeoutMs: number;
  readonly maxMessageBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Hears of each event, as it came, and how long the message was. */
  readonly onEvent: (event: unknown, bytes: number) => void;
  /** Hears when the node has accepted the subscription, before the first event. */
  readonly onOpen: (channel: Channel) => void;
  /** Hears when the connection is gone, with the code of the WebSocket. */
  readonly onClose: (code: number) => void;
  /** Hears when something else than JSON-RPC arrives. */
  readonly onGarbage: (error: ShapeError) => void;
}

// Events can overtake the answer that tells their subscription's id; more than a few would be another fault.
const mostEarlyEvents = 1_000;
const mostEarlyBytes = 4_000_000;

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
  #isGone = false;

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

  /** The id by which the node knows the subscription. */
  get subscription(): string | number | bigint | undefined {
    return this.#subscription;
  }

  /** Whether the subscription stands. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Events that arrive from now on are nobody's. */
  stopEvents(): void {
    this.#isOpen = false;
  }

  /**
   * Calls a method over the WebSocket.
   *
   * @throws {TransportError} without an answer in time, or when the connection is lost
   */
  call(method: string, params: readonly unknown[], timeoutMs: number): Promise<RpcResult> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<RpcResult>((resolve, reject) => {
      const { host } = this.#target;
      if (this.#isGone || this.#request.signal?.aborted === true) {
        reject(new TransportError(`WebSocket to ${host}: the connection is closed.`, "reset", false));
        return;
      }
      const seconds = Math.ceil(timeoutMs / 100) / 10;
      const late = setTimeout(
        () => reject(new TransportError(`WebSocket to ${host}: no answer within ${seconds} s.`, "timeout", true)),
        timeoutMs,
      );
      const interrupt = () => reject(new TransportError(`WebSocket to ${host} was interrupted.`, "aborted", true));
      this.#request.signal?.addEventListener("abort", interrupt);
      const end = () => {
        clearTimeout(late);
        this.#request.signal?.removeEventListener("abort", interrupt);
        this.#pending.delete(id);
      };
      this.#pending.set(id, {
        resolve: (result) => {
          end();
          resolve(result);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      });
      this.#socket?.send(writeJson({ jsonrpc: "2.0", id, method, params }));
    });
  }

  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  /** Closes the connection; nothing is heard of it afterwards. */
  close(): void {
    this.#isOpen = false;
    this.#isGone = true;
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
      if (this.#early.length < mostEarlyEvents && this.#earlyBytes + bytes <= mostEarlyBytes) {
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
      const received = excerpt(text, longestText, this.#target.redact);
      const what = isHeavy
        ? "a message that would take many times its length of memory"
        : "something else than JSON-RPC";
      const error = new ShapeError(`${name}: ${this.#target.host} sent ${what}: ${received}.`, {
        method: name,
        path: "message",
        received,
      });
      this.#reject(error);
      this.#request.onGarbage(error);
      return;
    }
    if ("method" in message) {
      const { params } = message;
      if (isObject(params)) {
        this.#event(params.subscription, params.result, text.length);
      }
      return;
    }
    // An error without an id is the answer to a message that the node could not read: there is only ever one under way.
    const id = message.id ?? this.#lastId;
    // An object may have no primitive value: it would throw where nobody catches.
    if (isId(id)) {
      this.#pending.get(Number(id))?.resolve(readSingle(text, Number(id), this.#http(200)));
    }
  }

  #closed(code: number): void {
    const { host } = this.#target;
    this.#isGone = true;
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

  #http(status: number): HttpSide {
    const { host, redact } = this.#target;
    return { status, host, retryAfterMs: undefined, redact };
  }
}

function isId(value: unknown): value is string | number | bigint {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
}

/** @throws {ShapeError} for what is no id: events could not be told apart by it */
function idIn(value: unknown, name: string, redact: (text: string) => string): string | number | bigint {
  const schema = decoded("a subscription id", (id) => (isId(id) ? id : undefined));
  return decodeResult(name, schema, value, redact);
}
