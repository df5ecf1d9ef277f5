import type { Schema } from "../../base/schema.js";
import { RejectedError } from "../../errors/errors.js";
import { z } from "../../vendor/zod.js";
import { count, hash32 } from "../codec/decode.js";
import type { Hex } from "../codec/values.js";
import { blockSchema, type IncludedBlock } from "../methods/block.js";
import { type Log, logSchema } from "../methods/evm.js";
import { type LogFilter, liveLogFilterInput } from "../methods/filters.js";

/** A slot processed by a Solana node. */
export interface SlotNotice {
  /** The slot. */
  readonly slot: number;
  /** The previous slot with a block. */
  readonly parent: number;
  /** The latest slot that can no longer be rolled back. */
  readonly root: number;
}

/** One kind of subscription: its parameters and its events. */
export interface SubscriptionRow<Params extends readonly unknown[], Event> {
  readonly subscribe: string;
  readonly unsubscribe: string;
  /** First parameter on the wire. */
  readonly topic: readonly string[];
  readonly parameters: { readonly [K in keyof Params]: string };
  readonly params: Schema<readonly unknown[], Params>;
  readonly event: Schema<Event>;
  /** Silence after which the subscription counts as dead; absent where silence is normal. */
  readonly idleMs?: number;
}

const ethereum = { subscribe: "eth_subscribe", unsubscribe: "eth_unsubscribe" } as const;

/** A kind without parameters. */
function plainKind<Event>(
  topic: readonly string[],
  event: Schema<Event>,
  more: Partial<Pick<SubscriptionRow<[], Event>, "idleMs" | "subscribe" | "unsubscribe">> = {},
): SubscriptionRow<[], Event> {
  return { ...ethereum, topic, parameters: [], params: z.tuple([]), event, ...more };
}

/** Selects logs of any block. */
type LogParams = [filter?: Pick<LogFilter, "address" | "topics"> | undefined];

const logs: SubscriptionRow<LogParams, Log> = {
  ...ethereum,
  topic: ["logs"],
  parameters: ["filter"],
  params: z.tuple([liveLogFilterInput.optional()]).transform(([filter]) => [filter ?? {}]),
  event: logSchema,
};

/** Every kind of subscription. */
const subscriptionKinds = {
  /**
   * Every new block; some are repeated after a reorganization. Dead after 60 s of silence; chains that produce blocks
   * on demand need `idleMs: 0`.
   */
  newHeads: plainKind<IncludedBlock>(["newHeads"], blockSchema, { idleMs: 60_000 }),

  /** Every new matching log, and every log removed by a reorganization with `removed: true`. */
  logs,

  /** Hash of every transaction that enters the node's pool. */
  newPendingTransactions: plainKind<Hex>(["newPendingTransactions"], hash32),

  /** Solana: every processed slot. Dead after 10 s of silence. */
  slots: plainKind<SlotNotice>([], z.looseObject({ slot: count, parent: count, root: count }), {
    subscribe: "slotSubscribe",
    unsubscribe: "slotUnsubscribe",
    idleMs: 10_000,
  }),
};

/** Name of a kind of subscription. */
export type SubscriptionKind = keyof typeof subscriptionKinds;

/** Parameters of a kind. */
export type SubscriptionParams<K extends SubscriptionKind> =
  (typeof subscriptionKinds)[K] extends SubscriptionRow<infer Params, unknown> ? Params : never;

/** Events of a kind. */
export type SubscriptionEvent<K extends SubscriptionKind> =
  (typeof subscriptionKinds)[K] extends SubscriptionRow<infer _Params, infer Event> ? Event : never;

/**
 * The row of a kind.
 *
 * @throws {RejectedError} for values that only an untyped program can pass
 */
export function subscriptionRow(kind: SubscriptionKind): (typeof subscriptionKinds)[SubscriptionKind] {
  if (!Object.hasOwn(subscriptionKinds, kind)) {
    const kinds = Object.keys(subscriptionKinds).join(", ");
    throw new RejectedError("subscribe was not sent: unknown kind.", { kind: [`must be one of ${kinds}`] });
  }
  return subscriptionKinds[kind];
}
