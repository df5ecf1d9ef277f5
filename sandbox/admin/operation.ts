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

/** Response of the admin interface. */
export interface AdminResponse {
  readonly status: number;
  readonly body?: unknown;
}

/** A route of the admin interface. */
export interface AdminRoute {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST";
  readonly path: string;
  readonly summary: string;
  handle(call: AdminCall): AdminResponse | Promise<AdminResponse>;
}

/** No object has this id; becomes a 404. */
export class NotFoundError extends Error {
  override readonly name = "Missing";
}

/**
 * Parses the body of a request.
 * @throws ValidationError when it does not match.
 */
export function parseBody<S extends z.ZodType>(call: AdminCall, schema: S): z.output<S> {
  return validate(schema, call.body ?? {});
}

/** The object with an id. @throws NotFoundError when there is none. */
export function getOrThrow<T>(objects: ReadonlyMap<string, T>, id: string): T {
  const item = objects.get(id);
  if (item === undefined) {
    throw new NotFoundError(`There is no "${id}".`);
  }
  return item;
}
