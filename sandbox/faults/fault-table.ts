import { setTimeout as sleep } from "node:timers/promises";
import { wallClock } from "../base/clock";
import {
  anything,
  fallback,
  flag,
  integer,
  listOf,
  number,
  object,
  oneOf,
  optional,
  type Parsed,
  type Parser,
  plainObject,
  text,
  textMap,
} from "../base/shape";
import type { DeploymentOverride } from "../management/operation";
import { nodeStatuses } from "../state/model";
import type { Outcome, Wire } from "./outcome";
import { showAs } from "./show-as";

/** What a fault changes about the operation itself. */
interface Effects {
  /** Lists show the state of this moment. */
  listAt?: number;
  deployment?: DeploymentOverride;
}

/** A fault that is ready to act. */
export interface FaultAction {
  /** Runs before the operation; an outcome here means that nothing is committed. */
  before?(): Promise<Outcome | undefined> | Outcome;
  /** Runs after the operation was committed and may replace its outcome. */
  after?(outcome: Outcome): Outcome | Promise<Outcome>;
  readonly effects?: Effects;
}

/** One row of the fault table. */
export interface FaultType {
  readonly summary: string;
  make(parameters: unknown): FaultAction;
}

function fault<S extends Readonly<Record<string, Parser<unknown>>>>(
  summary: string,
  shape: S,
  build: (parameters: { [K in keyof S]: Parsed<S[K]> }) => FaultAction,
): FaultType {
  const parse = object(shape);
  return { summary, make: (parameters) => build(parse(parameters)) };
}

/** Ends a request before the operation, or after it was committed. */
function ending(commit: boolean, outcome: () => Outcome): FaultAction {
  return commit ? { after: outcome } : { before: outcome };
}

const commit = fallback(flag, false);

/** Every kind of fault; a new one is one more row. */
export const faultTable: Readonly<Record<string, FaultType>> = {
  status: fault(
    "answer with this status; body: JSON value, or a string sent as it is; commit: after the operation was carried out",
    {
      status: integer(200, 599),
      body: anything,
      headers: optional(textMap),
      retryAfter: optional(retryAfter),
      commit,
    },
    (parameters) => ending(parameters.commit, () => ({ kind: "answer", wire: statusWire(parameters) })),
  ),
  delay: fault("wait ms before the operation, or after it with commit", { ms: number(0, 600_000), commit }, (row) =>
    row.commit
      ? { after: (outcome) => sleep(row.ms, outcome, { ref: false }) }
      : { before: () => sleep(row.ms, undefined, { ref: false }) },
  ),
  hang: fault("never answer", { commit }, (row) => ending(row.commit, () => ({ kind: "hang" }))),
  drop: fault("reset the connection", { commit }, (row) => ending(row.commit, () => ({ kind: "drop" }))),
  truncate: fault(
    "carry the operation out and answer with half of its JSON (or the first bytes) as a complete HTTP message",
    { bytes: optional(integer(0)) },
    ({ bytes }) => ({ after: (outcome) => mapWire(outcome, (wire) => firstBytes(wire, bytes)) }),
  ),
  cut: fault(
    "carry the operation out and break the connection off after half of the body (or the first bytes)",
    { bytes: optional(integer(0)) },
    ({ bytes }) => ({
      after: (outcome) =>
        outcome.kind === "answer" ? { ...outcome, cutAfter: bytes ?? half(outcome.wire.payload) } : outcome,
    }),
  ),
  "show-as": fault(
    "show objects otherwise than they are; id: only those whose id begins so; fields: values by path, such as details.auth_key; omit: paths to leave out",
    { id: fallback(text, ""), fields: fallback(plainObject, {}), omit: fallback(listOf(text), []) },
    (row) => ({ after: (outcome) => mapWire(outcome, (wire) => showAs(wire, row)) }),
  ),
  "stale-list": fault(
    "lists show the state of agoMs before the request; without agoMs, of the moment when the fault was set",
    { agoMs: optional(number(0)) },
    ({ agoMs }) => {
      const since = wallClock();
      return {
        get effects() {
          return { listAt: agoMs === undefined ? since : wallClock() - agoMs };
        },
      };
    },
  ),
  deployment: fault(
    "the nodes that the request makes end their deployment with this status, after seconds",
    { outcome: fallback(oneOf(...nodeStatuses), "failed"), seconds: optional(number(0)) },
    ({ outcome, seconds }) => ({ effects: { deployment: { outcome, seconds } } }),
  ),
};

function retryAfter(value: unknown): number | "date" {
  return value === "date" ? value : integer(0)(value);
}

function statusWire(parameters: {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly retryAfter?: number | "date" | undefined;
}): Wire {
  const { status, body, headers } = parameters;
  const standard = { error: { code: `injected_${status}`, message: "Injected by the sandbox." } };
  const isText = typeof body === "string";
  const payload = Buffer.from(isText ? body : JSON.stringify(body ?? standard));
  const textType = isText && body.trimStart().startsWith("<") ? "text/html" : "text/plain";
  const wait = parameters.retryAfter === "date" ? new Date(Date.now() + 1000).toUTCString() : parameters.retryAfter;
  return {
    status,
    headers: {
      "content-type": isText ? textType : "application/json",
      ...(wait !== undefined && { "retry-after": String(wait) }),
      ...headers,
    },
    payload,
  };
}

function mapWire(outcome: Outcome, change: (wire: Wire) => Wire): Outcome {
  return outcome.kind === "answer" ? { ...outcome, wire: change(outcome.wire) } : outcome;
}

function firstBytes(wire: Wire, bytes: number | undefined): Wire {
  return { ...wire, payload: wire.payload.subarray(0, bytes ?? half(wire.payload)) };
}

function half(payload: Buffer): number {
  return Math.floor(payload.length / 2);
}
