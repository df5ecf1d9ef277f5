import { isProviderError, type ProviderError, ShapeError, TransportError } from "../errors.js";
import { backOff } from "../http/back-off.js";
import { Channel } from "./channel.js";
import type { EndpointTarget } from "./endpoint-target.js";
import { EventQueue } from "./event-queue.js";
import { decodeResult, encodeParams } from "./method.js";
import type { ClientSettings } from "./settings.js";
import type { SubscribeOptions, Subscription } from "./subscription.js";
import {
  type SubscriptionEvent,
  type SubscriptionKind,
  type SubscriptionParams,
  type SubscriptionRow,
  subscriptionKinds,
} from "./subscription-kinds.js";

/**
 * Subscribes over a WebSocket of its own, so that a reader that is slow holds up nobody else.
 *
 * @throws {ProviderError} when the node cannot be reached, refuses, or does not answer in time
 */
export async function openSubscription<K extends SubscriptionKind>(
  target: EndpointTarget,
  kind: K,
  params: SubscriptionParams<K>,
  options: SubscribeOptions,
  settings: ClientSettings,
): Promise<Subscription<K>> {
  const live = new LiveSubscription<SubscriptionEvent<K>>(target, kind, params, options, settings);
  await live.start();
  return live as unknown as Subscription<K>;
}

// A node that does not answer to a good-bye is not waited for.
const unsubscribeMs = 1_000;

class LiveSubscription<Event> implements AsyncIterableIterator<Event, undefined> {
  readonly #target: EndpointTarget;
  readonly #name: string;
  readonly #row: SubscriptionRow<readonly unknown[], Event>;
  readonly #params: readonly unknown[];
  readonly #options: SubscribeOptions;
  readonly #settings: ClientSettings;
  readonly #signal: AbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #idleMs: number;
  readonly #maxQueued: number;
  readonly #queue = new EventQueue<Event>();
  #channel: Channel | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isPaused = false;
  #isOver = false;
  #reconnects = 0;

  constructor(
    target: EndpointTarget,
    kind: SubscriptionKind,
    params: readonly unknown[],
    options: SubscribeOptions,
    settings: ClientSettings,
  ) {
    this.#target = target;
    this.#name = `subscribe ${kind}`;
    this.#row = subscriptionKinds[kind] as unknown as SubscriptionRow<readonly unknown[], Event>;
    this.#params = [...this.#row.topic, ...encodeParams(this.#name, this.#row, params)];
    this.#options = options;
    this.#settings = settings;
    const { timeoutMs, signal } = settings.limits(options);
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#idleMs = options.idleMs ?? this.#row.idleMs ?? 0;
    this.#maxQueued = options.maxQueued ?? 1_000;
  }

  get reconnects(): number {
    return this.#reconnects;
  }

  async start(): Promise<void> {
    this.#signal?.throwIfAborted();
    await this.#connect();
    this.#signal?.addEventListener("abort", this.#interrupt);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
    const next = this.#queue.next();
    if (this.#isPaused && this.#queue.length <= this.#maxQueued / 2) {
      this.#isPaused = false;
      this.#channel?.resume();
      this.#watch();
    }
    return next;
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    await this.unsubscribe();
    return { done: true, value: undefined };
  }

  async unsubscribe(): Promise<void> {
    const channel = this.#channel;
    if (this.#isOver || channel === undefined) {
      this.#end({});
      return;
    }
    this.#isOver = true;
    channel.resume();
    await channel.call(this.#row.unsubscribe, [channel.subscription], unsubscribeMs).catch(() => undefined);
    this.#end({});
  }

  readonly #interrupt = (): void => this.#end({ error: this.#signal?.reason });

  async #connect(): Promise<void> {
    this.#channel = await Channel.open(this.#target, {
      name: this.#name,
      subscribe: this.#row.subscribe,
      params: this.#params,
      timeoutMs: this.#timeoutMs,
      maxMessageBytes: this.#settings.maxBodyBytes,
      signal: this.#signal,
      onEvent: (event) => this.#deliver(event),
      onClose: (code) => void this.#lost(code),
      onGarbage: (error) => this.#end({ error }),
    });
    this.#isPaused = false;
    this.#watch();
  }

  #deliver(event: unknown): void {
    if (this.#isOver) {
      return;
    }
    try {
      this.#queue.push(decodeResult(this.#name, this.#row.event, event, this.#target.redact));
    } catch (error) {
      this.#end({ error });
      return;
    }
    if (this.#queue.length >= this.#maxQueued) {
      this.#isPaused = true;
      this.#channel?.pause();
    }
    this.#watch();
  }

  /** Starts to wait for the next event. A reader that is behind is no sign of a dead node. */
  #watch(): void {
    this.#stopWatching();
    if (this.#idleMs > 0 && !this.#isPaused && !this.#isOver) {
      const watched = setTimeout(() => {
        // A program that was busy for so long has not yet read what has arrived meanwhile.
        setImmediate(() => {
          if (this.#idle === watched) {
            this.#endIdle();
          }
        });
      }, this.#idleMs);
      this.#idle = watched;
    }
  }

  #stopWatching(): void {
    clearTimeout(this.#idle);
    this.#idle = undefined;
  }

  #endIdle(): void {
    const what = `${this.#target.host} holds the connection open and has delivered nothing for ${this.#idleMs / 1000} s`;
    this.#end({ error: new TransportError(`${this.#name}: ${what}.`, "timeout", false) });
  }

  async #lost(code: number): Promise<void> {
    this.#stopWatching();
    const broken = this.#brokenRule(code);
    if (broken !== undefined) {
      this.#end({ error: broken });
      return;
    }
    const { clock } = this.#settings;
    const { reconnectMs = 60_000, onReconnect } = this.#options;
    const startMs = clock.now();
    const pauseMs = backOff();
    while (!this.#isOver) {
      try {
        await this.#connect();
        if (this.#isOver) {
          this.#channel?.close();
          return;
        }
        this.#reconnects += 1;
        onReconnect?.({ downMs: clock.now() - startMs });
        return;
      } catch (error) {
        const waitMs = pauseMs();
        if (!mayPass(error) || clock.now() - startMs + waitMs > reconnectMs) {
          this.#end({ error });
          return;
        }
        await clock.sleep(waitMs, this.#signal).catch(() => undefined);
      }
    }
  }

  /** The error when the connection ended since the node broke a rule, which it would do again. */
  #brokenRule(code: number): ProviderError | undefined {
    const { host } = this.#target;
    if (code === 1009) {
      const what = `a message of ${host} exceeds ${this.#settings.maxBodyBytes} bytes`;
      return new TransportError(`${this.#name}: ${what}.`, "too-large", false);
    }
    return code === 1002 || code === 1007
      ? new ShapeError(`${this.#name}: ${host} broke the WebSocket protocol (code ${code}).`, { method: this.#name })
      : undefined;
  }

  #end(reason: { readonly error?: unknown }): void {
    this.#isOver = true;
    this.#stopWatching();
    this.#signal?.removeEventListener("abort", this.#interrupt);
    this.#channel?.close();
    this.#queue.end(reason);
  }
}

/** Whether an error of a new attempt may be gone with the next one. */
function mayPass(error: unknown): boolean {
  if (isProviderError(error, "transport")) {
    const { kind } = error as TransportError;
    return kind === "dns" || kind === "refused" || kind === "reset" || kind === "timeout";
  }
  return isProviderError(error, "unavailable");
}
