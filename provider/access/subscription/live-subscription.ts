import { z } from "zod";
import { backOff } from "../../base/back-off.js";
import { linkSignals } from "../../base/linked-signal.js";
import { TransportError } from "../../errors/errors.js";
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
import { brokenRule, mayPass } from "./lost-connection.js";
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
  checkOptions("subscribe", optionsSchema, options);
  const live = new LiveSubscription<SubscriptionEvent<K>>(target, kind, params, options, settings);
  await live.start();
  return live as unknown as Subscription<K>;
}

// A node that does not answer to a good-bye is not waited for.
const unsubscribeMs = 1_000;

// A connection that has lived for so long was a good one, also when it delivered nothing.
const goodLifeMs = 10_000;

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
  /** Aborts with the end of the subscription, whatever ends it. */
  readonly #over = new AbortController();
  #release: () => void = () => undefined;
  #channel: Channel | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isPaused = false;
  #reconnects = 0;
  #connectedMs = 0;
  /** Since when there is no connection that proved good; undefined while there is one. */
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
    if (this.#isOver || channel?.isOpen !== true) {
      this.#end({});
      return;
    }
    this.#stopWatching();
    channel.stopEvents();
    channel.resume();
    await channel.call(this.#row.unsubscribe, [channel.subscription], unsubscribeMs).catch(() => undefined);
    this.#end({});
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  async #connect(timeoutMs: number): Promise<void> {
    this.#isPaused = false;
    await Channel.open(this.#target, {
      name: this.#name,
      subscribe: this.#row.subscribe,
      params: this.#params,
      timeoutMs,
      maxMessageBytes: this.#settings.maxBodyBytes,
      signal: this.#over.signal,
      // Before the first event, which can arrive together with the answer.
      onOpen: (channel) => {
        this.#channel = channel;
        this.#connectedMs = this.#settings.clock.monotonicMs();
        this.#watch();
      },
      onEvent: (event, bytes) => this.#deliver(event, bytes),
      onClose: (code) => void this.#lost(code),
      onGarbage: (error) => this.#end({ error }),
    });
  }

  #deliver(event: unknown, bytes: number): void {
    if (this.#isOver) {
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
    const broken = brokenRule(code, this.#name, this.#target.host, this.#settings.maxBodyBytes);
    if (broken !== undefined) {
      this.#end({ error: broken });
      return;
    }
    const { clock } = this.#settings;
    const lostMs = clock.monotonicMs();
    const wasGood = this.#downSinceMs === undefined || lostMs - this.#connectedMs >= goodLifeMs;
    if (wasGood) {
      this.#downSinceMs = lostMs;
      this.#pauseMs = backOff();
    }
    const error = await this.#reconnect(this.#downSinceMs ?? lostMs, !wasGood);
    if (error !== undefined) {
      this.#end({ error });
    } else if (!this.#isOver) {
      this.#reconnects += 1;
      this.#tell(clock.monotonicMs() - lostMs);
    }
  }

  /**
   * Connects again, at once or after a pause, until it succeeds.
   *
   * @returns what it failed with in the end; undefined when it stands, or the subscription is over
   */
  async #reconnect(downSinceMs: number, isPauseFirst: boolean): Promise<unknown> {
    const { clock } = this.#settings;
    const { reconnectMs = 60_000 } = this.#options;
    const leftMs = () => downSinceMs + reconnectMs - clock.monotonicMs();
    let failure: unknown = new TransportError(
      `${this.#name}: ${this.#target.host} accepts connections and closes them again at once.`,
      "reset",
      false,
    );
    for (let isPausing = isPauseFirst; !this.#isOver; isPausing = true) {
      if (isPausing) {
        const waitMs = this.#pauseMs();
        if (waitMs > leftMs()) {
          return failure;
        }
        await clock.sleep(waitMs, this.#over.signal).catch(() => undefined);
      }
      if (!this.#isOver) {
        try {
          await this.#connect(Math.max(1, Math.min(this.#timeoutMs, leftMs())));
          return undefined;
        } catch (error) {
          if (!mayPass(error)) {
            return error;
          }
          failure = error;
        }
      }
    }
    return undefined;
  }

  /** What a caller's own function throws is the caller's: it ends the subscription with it. */
  #tell(downMs: number): void {
    try {
      this.#options.onReconnect?.({ downMs });
    } catch (error) {
      this.#end({ error });
    }
  }

  #end(reason: { readonly error?: unknown }): void {
    if (this.#isOver) {
      return;
    }
    this.#queue.end(reason);
    this.#stopWatching();
    this.#release();
    this.#channel?.close();
    // Ends an attempt to connect that is under way.
    this.#over.abort(reason.error);
  }
}
