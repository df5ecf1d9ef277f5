import type { Schema } from "../../base/schema.js";
import type { CheckCause } from "../verdict.js";
import type { PricedCall } from "./budget.js";

/** Cost of one call. */
interface Spent {
  /** Duration of its exchange, without time in a queue; absent without a response. */
  readonly latencyMs?: number;
  /** Request units. */
  readonly cost: number;
}

/** The calls that a piece of evidence was derived from. */
export type CallsMade = readonly { readonly spent: Spent }[];

/** Why a call has no result. */
export interface ProbeFailure {
  readonly kind: CheckCause;
  /** One line, without secrets. */
  readonly message: string;
  /** The error code on the wire, of a JSON-RPC error. */
  readonly rpcCode?: number;
  /** HTTP status, when a response arrived. */
  readonly status?: number;
  /** The wait that the server requests, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Whether an account limit is reached, so that a retry is useless. */
  readonly isQuota?: boolean;
  /** For `shape`: what arrived instead. */
  readonly observed?: string;
}

/** Result of one call of a probe. */
export type Reading<T = unknown> = (
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ProbeFailure }
) & { readonly spent: Spent };

/** A call whose result is parsed. */
export interface TypedCall<T> extends PricedCall {
  readonly result: Schema<T>;
}

/** The readings of calls by name. */
export type ReadingsOf<Calls extends Readonly<Record<string, TypedCall<unknown>>>> = {
  readonly [Name in keyof Calls]: Reading<Calls[Name] extends TypedCall<infer T> ? T : never>;
};
