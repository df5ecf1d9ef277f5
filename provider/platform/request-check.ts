import { readAs } from "../base/issues.js";
import { type FieldReasons, mergeReasons, RejectedError } from "../errors/errors.js";
import { type Operation, type OperationId, operations } from "./operations.js";
import { isId } from "./wire.js";

/** Input of a call: `query`, `body` and the path parameters. */
export interface GivenRequest {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly [pathParameter: string]: unknown;
}

/**
 * Rejects a request that does not match the table. The types require that already, but requests are built from what a
 * program wrote at run time.
 *
 * @throws {RejectedError} with operation and field; nothing was sent
 */
export function checkRequest(id: OperationId, request: GivenRequest): void {
  const operation: Operation = operations[id];
  const { query = {}, body, ...path } = request;
  const parts = [
    readAs(operation.query, query, "wire"),
    ...(operation.body ? [readAs(operation.body, body, "wire")] : []),
  ];
  const problems = parts.flatMap((part) => part.problems ?? []);
  const reasons: [string, string][] = [
    ...problems.map(({ path: place, reason }): [string, string] => [place.join(".") || "the request", reason]),
    ...invalidIds(operation.path, path).map((name): [string, string] => [name, "is not an id"]),
    ...(operation.body === undefined && body !== undefined ? [["body", "is not accepted"] as [string, string]] : []),
  ];
  if (reasons.length > 0) {
    throw new RejectedError(`${id}: nothing was sent:`, fieldsOf(reasons));
  }
}

// An empty or dotted id would make another path, and could delete another object.
function invalidIds(template: string, path: Readonly<Record<string, unknown>>): readonly string[] {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.filter((name) => !isId(path[name]));
}

function fieldsOf(reasons: readonly (readonly [field: string, reason: string])[]): FieldReasons {
  return mergeReasons(reasons.map(([field, reason]) => [field, [reason]]));
}
