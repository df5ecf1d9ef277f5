import { z } from "zod";
import { errorMessage } from "../base/error-message";
import { anyObject, integerFrom, ValidationError, validate } from "../base/validation";
import { type FaultAction, faultTable } from "./fault-table";

/** What a fault matches on. */
export interface FaultTarget {
  /** Operation id; `rpc` for a request to a node. */
  readonly operation: string;
  readonly method: string;
  /** Path without query and node token. */
  readonly path: string;
  readonly body: string;
}

/** Operation name of requests to nodes. A fault must name it: an empty match does not apply to them. */
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
  /** Remaining uses; null for unlimited. */
  remaining: number | null;
  skip: number;
  hits: number;
}

/** The active faults, in the order they were set. */
export class Faults {
  readonly #now: () => number;
  #faults: ActiveFault[] = [];
  #serial = 0;

  /** @param now the time in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Sets a fault.
   * @throws ValidationError when the request is invalid
   */
  add(request: unknown): Record<string, unknown> {
    const { match, times, skip, fault } = validate(requestSchema, request);
    const { type, ...parameters } = fault;
    const row = typeof type === "string" ? faultTable[type] : undefined;
    if (row === undefined) {
      throw new ValidationError(`fault.type must be one of ${Object.keys(faultTable).join(", ")}`);
    }
    const action = row.make(parameters, this.#now);
    if (match.operation === rpcOperation && (action.before === undefined || action.after !== undefined)) {
      throw new ValidationError("fault: responses of nodes are never changed; rpc supports only faults without commit");
    }
    compilePattern(match.path ?? "*", "match.path");
    this.#serial += 1;
    const active = { id: `F-${this.#serial}`, match, fault, action, remaining: times, skip, hits: 0 };
    this.#faults.push(active);
    return describe(active);
  }

  /** Every fault with its remaining uses. */
  list(): Record<string, unknown>[] {
    return this.#faults.map(describe);
  }

  /** Removes one fault, or all. Returns whether there was one. */
  remove(id?: string): boolean {
    const before = this.#faults.length;
    this.#faults = id === undefined ? [] : this.#faults.filter((fault) => fault.id !== id);
    return id === undefined || this.#faults.length < before;
  }

  /** The faults that apply to a request; each use is counted. */
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

/** Compiles a pattern: a regular expression when it starts with `^`, else a glob with `*` and `**`. */
function compilePattern(pattern: string, where: string): RegExp {
  if (pattern.startsWith("^")) {
    try {
      return new RegExp(pattern);
    } catch (error) {
      throw new ValidationError(`${where} must be a regular expression: ${errorMessage(error)}`);
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
