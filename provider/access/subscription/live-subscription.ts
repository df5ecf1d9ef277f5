import { backOff } from "../../base/back-off.js";
import { linkSignals } from "../../base/linked-signal.js";
import { secondsText } from "../../base/text.js";
import { TransportError } from "../../errors/errors.js";
import { z } from "../../vendor/zod.js";
import { decodeResult, encodeParams } from "../methods/method.js";
import { checkOptions, durationOption, signalOption } from "../options.js";
import type { ClientSettings } from "../settings.js";
import type { EndpointTarget } from "../target.js";
import { Channel } from "./channel.js";
import { EventQueue } from "./event-queue.js";
import {
  type SubscriptionEvent,
  type SubscriptionKind,
  type SubscriptionParams,
  type SubscriptionRow,
  subscriptionRow,
} from "./kinds.js";
import { isTemporary, protocolViolation } from "./lost-connection.js";
import type { SubscribeOptions, Subscription } from "./subscription.js";

const optionsSchema = z.strictObject({
  idleMs: durationOption(0).optional(),
  maxQueued: z.int("must be a whole number").min(1, "must be at least 1").optional(),
  reconnectMs: durationOption(0).optional(),
  timeoutMs: durationOption(1).optional(),
  onReconnect: z.custom((value) => typeof value === "function", "must be a function").optional(),
  signal: signalOption.optional(),
});

/**
 * Subscribes over its own WebSocket, so that a slow reader delays no other subscription.
 *
 * @throws {ProviderError} when the node is unreachable, rejects the subscription, or does not respond in time
 */
export async function openSubscription<K extends SubscriptionKind>(
  target: EndpointTarget,
  kind: K,
  params: SubscriptionParams<K>,
  options: SubscribeOptions,
  settings: ClientSettings,
): Promise<Subscription<K>> {
  checkOptions("subscribe", optionsSchema, options);
  const live = new LiveSubscription<SubscriptionEvent<K>>(target, kind, params, options, settings);
  await live.start();
  return live as unknown as Subscription<K>;
}

// Maximum wait for the node's response to unsubscribing.
const unsubscribeTimeoutMs = 1_000;

// A connection that lasted this long was good, even without events.
const stableAfterMs = 10_000;

class LiveSubscription<Event> implements AsyncIterableIterator<Event, undefined> {
  readonly #target: EndpointTarget;
  readonly #name: string;
  readonly #row: SubscriptionRow<readonly unknown[], Event>;
  readonly #params: readonly unknown[];
  readonly #options: SubscribeOptions;
  readonly #settings: ClientSettings;
  readonly #timeoutMs: number;
  readonly #idleMs: number;
  readonly #queue: EventQueue<Event>;
  /** Aborts when the subscription ends, for any reason. */
  readonly #ended = new AbortController();
  #release: () => void = () => undefined;
  #channel: Channel | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isPaused = false;
  #reconnects = 0;
  #connectedMs = 0;
  /** Since when no connection has proven good; undefined while one has. */
  #downSinceMs: number | undefined;
  #pauseMs = backOff();

  constructor(
    target: EndpointTarget,
    kind: SubscriptionKind,
    params: readonly unknown[],
    options: SubscribeOptions,
    settings: ClientSettings,
  ) {
    this.#target = target;
    this.#name = `subscribe ${kind}`;
    this.#row = subscriptionRow(kind) as unknown as SubscriptionRow<readonly unknown[], Event>;
    this.#params = [...this.#row.topic, ...encodeParams(this.#name, this.#row, params)];
    this.#options = options;
    this.#settings = settings;
    this.#timeoutMs = settings.limits(options).timeoutMs;
    this.#idleMs = options.idleMs ?? this.#row.idleMs ?? 0;
    this.#queue = new EventQueue(options.maxQueued ?? 1_000);
  }

  get reconnects(): number {
    return this.#reconnects;
  }

  async start(): Promise<void> {
    const { signal, release } = linkSignals(this.#settings.signal, this.#options.signal);
    signal.throwIfAborted();
    const interrupt = () => this.#end({ error: signal.reason });
    signal.addEventListener("abort", interrupt);
    this.#release = () => {
      signal.removeEventListener("abort", interrupt);
      release();
    };
    try {
      await this.#connect(this.#timeoutMs);
    } catch (error) {
      this.#end({});
      signal.throwIfAborted();
      throw error;
    }
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
    const next = this.#queue.next();
    if (this.#isPaused && this.#queue.isHalfEmpty) {
      this.#isPaused = false;
      this.#channel?.resume();
      this.#startIdleTimer();
    }
    return next;
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    await this.unsubscribe();
    return { done: true, value: undefined };
  }

  async unsubscribe(): Promise<void> {
    const channel = this.#channel;
    if (this.#hasEnded || channel?.isOpen !== true) {
      this.#end({});
      return;
    }
    this.#stopIdleTimer();
    channel.stopEvents();
    channel.resume();
    await channel.call(this.#row.unsubscribe, [channel.subscription], unsubscribeTimeoutMs).catch(() => undefined);
    this.#end({});
  }

  get #hasEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  async #connect(timeoutMs: number): Promise<void> {
    this.#isPaused = false;
    await Channel.open(this.#target, {
      name: this.#name,
      subscribe: this.#row.subscribe,
      params: this.#params,
      timeoutMs,
      maxMessageBytes: this.#settings.maxBodyBytes,
      signal: this.#ended.signal,
      // Before the first event, which can arrive together with the response.
      onOpen: (channel) => {
        this.#channel = channel;
        this.#connectedMs = this.#settings.clock.monotonicMs();
        this.#startIdleTimer();
      },
      onEvent: (event, bytes) => this.#deliver(event, bytes),
      onClose: (code) => void this.#lost(code),
      onMalformed: (error) => this.#end({ error }),
    });
  }

  #deliver(event: unknown, bytes: number): void {
    if (this.#hasEnded) {
      return;
    }
    try {
      this.#queue.push(decodeResult(this.#name, this.#row.event, event, this.#target.redact), bytes);
    } catch (error) {
      this.#end({ error });
      return;
    }
    this.#downSinceMs = undefined;
    if (this.#queue.isFull) {
      this.#isPaused = true;
      this.#channel?.pause();
    }
    this.#startIdleTimer();
  }

  /** Restarts the idle timer. A slow reader does not indicate a dead node. */
  #startIdleTimer(): void {
    this.#stopIdleTimer();
    if (this.#idleMs > 0 && !this.#isPaused && !this.#hasEnded) {
      const timer = setTimeout(() => {
        // A program that was busy this long has not yet read what arrived meanwhile.
        setImmediate(() => {
          if (this.#idle === timer) {
            this.#endIdle();
          }
        });
      }, this.#idleMs);
      this.#idle = timer;
    }
  }

  #stopIdleTimer(): void {
    clearTimeout(this.#idle);
    this.#idle = undefined;
  }

  #endIdle(): void {
    const what = `${this.#target.host} keeps the connection open, but has sent no event for ${secondsText(this.#idleMs)}`;
    this.#end({ error: new TransportError(`${this.#name}: ${what}.`, "timeout", false) });
  }

  async #lost(code: number): Promise<void> {
    this.#stopIdleTimer();
    const violation = protocolViolation(code, this.#name, this.#target.host, this.#settings.maxBodyBytes);
    if (violation !== undefined) {
      this.#end({ error: violation });
      return;
    }
    const { clock } = this.#settings;
    const lostMs = clock.monotonicMs();
    const wasStable = this.#downSinceMs === undefined || lostMs - this.#connectedMs >= stableAfterMs;
    if (wasStable) {
      this.#downSinceMs = lostMs;
      this.#pauseMs = backOff();
    }
    const error = await this.#reconnect(this.#downSinceMs ?? lostMs, !wasStable);
    if (error !== undefined) {
      this.#end({ error });
    } else if (!this.#hasEnded) {
      this.#reconnects += 1;
      this.#notifyReconnect(clock.monotonicMs() - lostMs);
    }
  }

  /**
   * Reconnects, at once or after pauses, until it succeeds.
   *
   * @returns the final error; undefined when connected, or when the subscription has ended
   */
  async #reconnect(downSinceMs: number, isPauseFirst: boolean): Promise<unknown> {
    const { clock } = this.#settings;
    const { reconnectMs = 60_000 } = this.#options;
    const leftMs = () => downSinceMs + reconnectMs - clock.monotonicMs();
    let failure: unknown = new TransportError(
      `${this.#name}: ${this.#target.host} accepts connections and closes them immediately.`,
      "reset",
      false,
    );
    for (let isPausing = isPauseFirst; !this.#hasEnded; isPausing = true) {
      if (isPausing) {
        const waitMs = this.#pauseMs();
        if (waitMs > leftMs()) {
          return failure;
        }
        await clock.sleep(waitMs, this.#ended.signal).catch(() => undefined);
      }
      if (!this.#hasEnded) {
        try {
          await this.#connect(Math.max(1, Math.min(this.#timeoutMs, leftMs())));
          return undefined;
        } catch (error) {
          if (!isTemporary(error)) {
            return error;
          }
          failure = error;
        }
      }
    }
    return undefined;
  }

  /** An exception of the caller's callback ends the subscription with it. */
  #notifyReconnect(downMs: number): void {
    try {
      this.#options.onReconnect?.({ downMs });
    } catch (error) {
      this.#end({ error });
    }
  }

  #end(reason: { readonly error?: unknown }): void {
    if (this.#hasEnded) {
      return;
    }
    this.#queue.end(reason);
    this.#stopIdleTimer();
    this.#release();
    this.#channel?.close();
    // Ends a connection attempt in progress.
    this.#ended.abort(reason.error);
  }
}
