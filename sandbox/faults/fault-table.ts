import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { anyObject, integerFrom, numberFrom, validate } from "../base/validation";
import { type DeploymentOverride, nodeStatuses } from "../state/model";
import type { Outcome, Wire } from "./outcome";
import { showAs } from "./show-as";

/** How a fault changes the operation itself. */
interface Effects {
  /** Time of the state that lists show. */
  listAt?: number;
  deployment?: DeploymentOverride;
}

/** A compiled fault. */
export interface FaultAction {
  /** Runs before the operation; an outcome prevents it. */
  before?(): Promise<Outcome | undefined> | Outcome;
  /** Runs after the operation is committed and can replace its outcome. */
  after?(outcome: Outcome): Outcome | Promise<Outcome>;
  readonly effects?: Effects;
}

/** A type of fault. */
export interface FaultType {
  readonly summary: string;
  /** @param now the time in milliseconds since 1970 */
  make(parameters: unknown, now: () => number): FaultAction;
}

function fault<S extends z.ZodRawShape>(
  summary: string,
  shape: S,
  build: (parameters: z.output<z.ZodObject<S>>, now: () => number) => FaultAction,
): FaultType {
  const schema = z.strictObject(shape);
  return { summary, make: (parameters, now) => build(validate(schema, parameters, ["fault"]), now) };
}

/** Ends a request before the operation, or after its commit. */
function endWith(commit: boolean, outcome: () => Outcome): FaultAction {
  return commit ? { after: outcome } : { before: outcome };
}

const commit = z.boolean().default(false);

/** Every type of fault. */
export const faultTable: Readonly<Record<string, FaultType>> = {
  status: fault(
    "respond with this status; body: JSON value, or a string sent verbatim; commit: after the operation is committed",
    {
      status: integerFrom(200, 599),
      body: z.unknown().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      retryAfter: z.union([z.literal("date"), integerFrom(0)], 'must be "date" or an integer').optional(),
      commit,
    },
    (parameters) => endWith(parameters.commit, () => ({ kind: "response", wire: statusWire(parameters) })),
  ),
  delay: fault(
    "delay by ms before the operation, or after it with commit",
    { ms: numberFrom(0, 600_000), commit },
    (row) =>
      row.commit
        ? { after: (outcome) => sleep(row.ms, outcome, { ref: false }) }
        : { before: () => sleep(row.ms, undefined, { ref: false }) },
  ),
  hang: fault("never respond", { commit }, (row) => endWith(row.commit, () => ({ kind: "hang" }))),
  drop: fault("reset the connection", { commit }, (row) => endWith(row.commit, () => ({ kind: "drop" }))),
  truncate: fault(
    "commit the operation and respond with half of its JSON (or the first bytes) as a complete HTTP message",
    { bytes: integerFrom(0).optional() },
    ({ bytes }) => ({ after: (outcome) => mapWire(outcome, (wire) => firstBytes(wire, bytes)) }),
  ),
  cut: fault(
    "commit the operation and reset the connection after half of the body (or the first bytes)",
    { bytes: integerFrom(0).optional() },
    ({ bytes }) => ({
      after: (outcome) =>
        outcome.kind === "response" ? { ...outcome, cutAfter: bytes ?? half(outcome.wire.payload) } : outcome,
    }),
  ),
  "show-as": fault(
    "change objects in responses; id: prefix of their ids; fields: values by path, such as details.auth_key; omit: paths to delete",
    { id: z.string().default(""), fields: anyObject.default({}), omit: z.array(z.string()).default([]) },
    (row) => ({ after: (outcome) => mapWire(outcome, (wire) => showAs(wire, row)) }),
  ),
  "stale-list": fault(
    "lists show the state agoMs before the request; without agoMs, the state when the fault was added",
    { agoMs: numberFrom(0).optional() },
    ({ agoMs }, now) => {
      const since = now();
      return {
        get effects() {
          return { listAt: agoMs === undefined ? since : now() - agoMs };
        },
      };
    },
  ),
  deployment: fault(
    "deployments of the nodes that the request creates end with this status, after seconds",
    { outcome: z.enum(nodeStatuses).default("failed"), seconds: numberFrom(0).optional() },
    ({ outcome, seconds }) => ({ effects: { deployment: { outcome, seconds } } }),
  ),
};

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
  return outcome.kind === "response" ? { ...outcome, wire: change(outcome.wire) } : outcome;
}

function firstBytes(wire: Wire, bytes: number | undefined): Wire {
  return { ...wire, payload: wire.payload.subarray(0, bytes ?? half(wire.payload)) };
}

function half(payload: Buffer): number {
  return Math.floor(payload.length / 2);
}
