import { readAs } from "../base/issues.js";
import { type FieldReasons, mergeReasons, RejectedError } from "../errors/errors.js";
import { type Operation, type OperationId, operations } from "./operations.js";
import { isId } from "./wire.js";

/** What a call was given: path parameters beside `query` and `body`. */
export interface GivenRequest {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly [pathParameter: string]: unknown;
}

/**
 * Refuses a request that is not as the table says: the types say so already, but requests are built from what a program
 * wrote.
 *
 * @throws {RejectedError} naming operation and field; nothing was sent
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
    ...wrongParts(operation.path, path).map((name): [string, string] => [name, "is no id"]),
    ...(operation.body === undefined && body !== undefined ? [["body", "is not sent"] as [string, string]] : []),
  ];
  if (reasons.length > 0) {
    throw new RejectedError(`${id}: nothing was sent:`, fieldsOf(reasons));
  }
}

// Another path may delete something else.
function wrongParts(template: string, path: Readonly<Record<string, unknown>>): readonly string[] {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.filter((name) => !isId(path[name]));
}

function fieldsOf(reasons: readonly (readonly [field: string, reason: string])[]): FieldReasons {
  return mergeReasons(reasons.map(([field, reason]) => [field, [reason]]));
}
