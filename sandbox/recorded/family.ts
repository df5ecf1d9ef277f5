import type { NodeSoftware } from "../nodes/kind";
import type { RecordedChain, RecordedView } from "./view";

/** A request to a node without a process behind it. */
export interface RecordedRequest {
  readonly view: RecordedView;
  readonly method: string;
  /** Path after the token, without a slash at its end. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

/** Its response: a string is sent as text, anything else as JSON; without `body` it has no content. */
export interface RecordedResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One API of a node. */
export interface RecordedInterface {
  /** Undefined when the path belongs to another API of the node. */
  respond(request: RecordedRequest): RecordedResponse | undefined;
}

/** Subscription over WebSocket: one event per block. */
export interface RecordedSubscription {
  /** Method of the event messages. */
  readonly event: string;
  /** Method that ends it. */
  readonly unsubscribe: string;
  /** Id of a subscription with a serial number. */
  id(serial: number): number | string;
  /** Content of the event of a height. */
  result(view: RecordedView, height: number): unknown;
}

/** The nodes of one chain, without a process behind them: software, chain and APIs. */
export interface RecordedFamily extends NodeSoftware {
  readonly family: string;
  readonly chain: RecordedChain;
  readonly interfaces: readonly RecordedInterface[];
  /** By the method that subscribes. */
  readonly subscriptions?: Readonly<Record<string, RecordedSubscription>>;
}

/** Default age of the head in the modes `stale` and `behind`, for chains that make a block every few seconds. */
export const recordedAges = { stale: 600, behind: 300 } as const;
