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
  const parsed = [operation.query.safeParse(query), operation.body?.safeParse(body)];
  const issues = parsed.flatMap((result) => result?.error?.issues ?? []);
  const reasons: [string, string][] = [
    ...issues.map(({ path: place, message }): [string, string] => [place.join(".") || "the request", message]),
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
