import { z } from "zod";
import { anyObject, integerFrom, ValidationError, validate } from "../base/validation";
import { type FaultAction, faultTable } from "./fault-table";

/** What a fault can look at in a request. */
export interface FaultTarget {
  /** Operation id; `rpc` for a request to a node. */
  readonly operation: string;
  readonly method: string;
  /** Path without query and without a node's token. */
  readonly path: string;
  readonly body: string;
}

/** Operation name of requests to nodes; a fault has to name it, so that a bare match never disturbs them. */
export const rpcOperation = "rpc";

const matchSchema = z
  .strictObject({
    operation: z.string(),
    method: z.enum(["DELETE", "GET", "PATCH", "POST", "PUT"]),
    path: z.string(),
    body: z.string(),
  })
  .partial();

const requestSchema = z.strictObject({
  match: matchSchema.default({}),
  times: integerFrom(1).nullable().default(1),
  skip: integerFrom(0).default(0),
  fault: anyObject,
});

interface ActiveFault {
  readonly id: string;
  readonly match: z.output<typeof matchSchema>;
  readonly fault: Record<string, unknown>;
  readonly action: FaultAction;
  /** null: without end. */
  remaining: number | null;
  skip: number;
  hits: number;
}

/** The faults that are set, in order. */
export class Faults {
  #faults: ActiveFault[] = [];
  #serial = 0;

  /**
   * Sets a fault.
   * @throws ValidationError that says what is wrong with the request.
   */
  add(request: unknown): Record<string, unknown> {
    const { match, times, skip, fault } = validate(requestSchema, request);
    const { type, ...parameters } = fault;
    const row = typeof type === "string" ? faultTable[type] : undefined;
    if (row === undefined) {
      throw new ValidationError(`fault.type must be one of ${Object.keys(faultTable).join(", ")}`);
    }
    const action = row.make(parameters);
    if (match.operation === rpcOperation && (action.before === undefined || action.after !== undefined)) {
      throw new ValidationError("fault: an answer of a node is never changed; for rpc only faults without commit work");
    }
    compilePattern(match.path ?? "*", "match.path");
    this.#serial += 1;
    const active = { id: `F-${this.#serial}`, match, fault, action, remaining: times, skip, hits: 0 };
    this.#faults.push(active);
    return describe(active);
  }

  /** Every fault with what is left of it. */
  list(): Record<string, unknown>[] {
    return this.#faults.map(describe);
  }

  /** Removes one fault, or all of them. */
  remove(id?: string): boolean {
    const before = this.#faults.length;
    this.#faults = id === undefined ? [] : this.#faults.filter((fault) => fault.id !== id);
    return id === undefined || this.#faults.length < before;
  }

  /** The faults that act on a request; each use is counted. */
  take(target: FaultTarget): { readonly id: string; readonly action: FaultAction }[] {
    return this.#faults.filter((fault) => matches(fault, target) && consume(fault));
  }
}

function matches({ match }: ActiveFault, target: FaultTarget): boolean {
  if (target.operation === rpcOperation && match.operation !== rpcOperation) {
    return false;
  }
  return (
    (match.operation === undefined || compilePattern(match.operation, "match.operation").test(target.operation)) &&
    (match.method === undefined || match.method === target.method) &&
    (match.path === undefined || compilePattern(match.path, "match.path").test(target.path)) &&
    (match.body === undefined || target.body.includes(match.body))
  );
}

function consume(fault: ActiveFault): boolean {
  if (fault.skip > 0) {
    fault.skip -= 1;
    return false;
  }
  if (fault.remaining === 0) {
    return false;
  }
  fault.remaining = fault.remaining === null ? null : fault.remaining - 1;
  fault.hits += 1;
  return true;
}

/** `^…` is a regular expression, anything else a glob: `*` within a segment, `**` across segments. */
function compilePattern(pattern: string, where: string): RegExp {
  if (pattern.startsWith("^")) {
    try {
      return new RegExp(pattern);
    } catch (error) {
      throw new ValidationError(
        `${where} must be a regular expression: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*|\*/g, (stars) => (stars === "**" ? ".*" : "[^/]*"));
  return new RegExp(`^${source}$`);
}

function describe({ id, match, fault, remaining, skip, hits }: ActiveFault): Record<string, unknown> {
  return { id, match, fault, remaining, skip, hits };
}
