import type { SubscriptionEvent, SubscriptionKind } from "./kinds.js";

/** How a subscription is kept. */
export interface SubscribeOptions {
  /**
   * How long an open connection may deliver nothing before the subscription ends with a `TransportError` of kind `timeout`, in
   * milliseconds; 0 for ever. Time in which the reader is behind does not count.
   *
   * @default 60_000 for `newHeads`, 10_000 for `slots`, else 0: logs and transactions may rightly be rare
   */
  readonly idleMs?: number | undefined;
  /**
   * Events that may wait for a slow reader; fewer when they are long, 4 MB in all. When as many wait, the connection is not read any further,
   * so that the node has to wait; it may then close it.
   *
   * @default 1_000
   */
  readonly maxQueued?: number | undefined;
  /** For how long a lost connection is made again before the subscription ends with the error, in milliseconds. @default 60_000 */
  readonly reconnectMs?: number | undefined;
  /** Deadline of connecting and subscribing in milliseconds. @default the client's, or 10_000 */
  readonly timeoutMs?: number | undefined;
  /** Hears that a lost connection stands again. What happened meanwhile was not delivered: ask for it, for example with `eth_getLogs`. */
  readonly onReconnect?: ((gap: { readonly downMs: number }) => void) | undefined;
  /** Ends the subscription with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Events of a node, to be read with `for await`. Leaving the loop unsubscribes. */
export interface Subscription<K extends SubscriptionKind>
  extends AsyncIterableIterator<SubscriptionEvent<K>, undefined> {
  /** How often a lost connection was made again. */
  readonly reconnects: number;
  /** Unsubscribes and closes the connection. Events that wait can still be read; then the iteration ends. */
  unsubscribe(): Promise<void>;
  /** The same, for leaving a loop. */
  return(): Promise<IteratorResult<SubscriptionEvent<K>, undefined>>;
}
