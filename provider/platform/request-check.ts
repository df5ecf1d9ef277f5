import { readAs } from "../base/issues.js";
import { mergeReasons, RejectedError, reasonsOf } from "../errors/errors.js";
import { type Operation, type OperationId, operations } from "./operations.js";
import { tell } from "./tell.js";
import { isId } from "./wire.js";

/** Query parameters by name. */
export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** Input of a call: `query`, `body` and the path parameters. */
export interface CallInput {
  readonly query?: QueryValues;
  readonly body?: unknown;
  readonly [pathParameter: string]: unknown;
}

/**
 * Rejects a request that does not match the table. The types require that already, but requests are built from what a
 * program wrote at run time.
 *
 * @throws {RejectedError} with operation and field; nothing was sent
 */
export function checkRequest(id: OperationId, request: CallInput): void {
  const operation: Operation = operations[id];
  const { query = {}, body, ...path } = request;
  const parts = [
    readAs(operation.query, query, "wire"),
    ...(operation.body ? [readAs(operation.body, body, "wire")] : []),
  ];
  const problems = parts.flatMap((part) => part.problems ?? []);
  const reasons: (readonly [field: string, texts: readonly string[]])[] = [
    ...problems.map(({ path: place, reason }) => [place.join(".") || "the request", [reason]] as const),
    ...invalidIds(operation.path, path).map((name) => [name, ["is not an id"]] as const),
  ];
  if (operation.body === undefined && body !== undefined) {
    reasons.push(["body", ["is not accepted"]]);
  }
  if (reasons.length > 0) {
    const fields = mergeReasons(reasons);
    throw new RejectedError(tell(id, `: nothing was sent: ${reasonsOf(fields)}`), fields);
  }
}

// An empty or dotted id would make another path, and could delete another object.
function invalidIds(template: string, path: Readonly<Record<string, unknown>>): readonly string[] {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.filter((name) => !isId(path[name]));
}
