import type { z } from "zod";
import { validate } from "../base/validation";
import type { SandboxContext } from "../context";

/** One request to the admin interface. */
export interface AdminCall {
  readonly context: SandboxContext;
  /** The id in the path; empty where the path has none. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Origin of the sandbox. */
  readonly origin: string;
}

/** Answer of the admin interface. */
export interface AdminResponse {
  readonly status: number;
  readonly body?: unknown;
}

/** One row of the admin table. */
export interface AdminRoute {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST";
  readonly path: string;
  readonly summary: string;
  handle(call: AdminCall): AdminResponse | Promise<AdminResponse>;
}

/** Nothing there under this id. */
export class NotFoundError extends Error {
  override readonly name = "Missing";
}

/**
 * The body of a request.
 * @throws ValidationError when it does not match.
 */
export function parseBody<S extends z.ZodType>(call: AdminCall, schema: S): z.output<S> {
  return validate(schema, call.body ?? {});
}

/** The object of an id, or a 404. */
export function getOrThrow<T>(objects: ReadonlyMap<string, T>, id: string): T {
  const item = objects.get(id);
  if (item === undefined) {
    throw new NotFoundError(`There is no "${id}".`);
  }
  return item;
}
