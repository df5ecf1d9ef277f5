import { RejectedError } from "../errors.js";
import { type Operation, type OperationId, operations } from "./operations.js";

/**
 * Refuses a request that is not as the table says: the types say so already, but bodies are built from what a program wrote.
 *
 * @throws {RejectedError} naming operation and field; nothing was sent
 */
export function checkRequest(id: OperationId, request: { readonly query?: unknown; readonly body?: unknown }): void {
  const operation: Operation = operations[id];
  const parsed = [operation.query.safeParse(request.query ?? {}), operation.body?.safeParse(request.body)];
  const issues = parsed.flatMap((result) => result?.error?.issues ?? []);
  if (issues.length > 0) {
    const fields = Object.fromEntries(issues.map(({ path, message }) => [path.join(".") || "the request", [message]]));
    throw new RejectedError(`${id}: nothing was sent:`, fields);
  }
}
