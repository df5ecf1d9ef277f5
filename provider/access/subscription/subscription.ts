import type { SubscriptionEvent, SubscriptionKind } from "./kinds.js";

/** Options of a subscription. */
export interface SubscribeOptions {
  /**
   * How long an open connection may be silent before the subscription ends with a `TransportError` of kind `timeout`,
   * in milliseconds; 0 for no limit. Time in which the reader is behind does not count.
   *
   * @default 60_000 for `newHeads`, 10_000 for `slots`, else 0: logs and transactions may legitimately be rare
   */
  readonly idleMs?: number | undefined;
  /**
   * Maximum events buffered for a slow reader; fewer when they are long, 4 MB in total. At the limit, reading from the
   * connection pauses, so the node has to wait and may close it.
   *
   * @default 1_000
   */
  readonly maxQueued?: number | undefined;
  /**
   * How long a lost connection is retried before the subscription ends with the error, in milliseconds. @default 60_000
   */
  readonly reconnectMs?: number | undefined;
  /** Timeout of connecting and subscribing in milliseconds. @default the client's, or 10_000 */
  readonly timeoutMs?: number | undefined;
  /**
   * Called after a reconnect. Events since the loss were not delivered: request them, for example with `eth_getLogs`.
   */
  readonly onReconnect?: ((gap: { readonly downMs: number }) => void) | undefined;
  /** Ends the subscription with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Events of a node, to be read with `for await`. Leaving the loop unsubscribes. */
export interface Subscription<K extends SubscriptionKind>
  extends AsyncIterableIterator<SubscriptionEvent<K>, undefined> {
  /** Number of reconnects so far. */
  readonly reconnects: number;
  /** Unsubscribes and closes the connection. Buffered events can still be read; then the iteration ends. */
  unsubscribe(): Promise<void>;
  /** The same, for leaving a loop. */
  return(): Promise<IteratorResult<SubscriptionEvent<K>, undefined>>;
}
