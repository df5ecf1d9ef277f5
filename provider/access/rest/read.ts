import type { Schema } from "../../base/schema.js";

/** One read of a REST API: its arguments and its result. */
export interface RestRead<Args, Result> {
  /** Path segments after the endpoint, which the endpoint may already end with. */
  readonly root: readonly string[];
  /** Path segments that an endpoint may end with and that `root` replaces. */
  readonly instead?: readonly string[];
  /** Path after the root. */
  readonly path: (args: Readonly<Record<string, string>>) => string;
  /** Arguments as sent, including those in the path. */
  readonly args: Schema<Readonly<Record<string, unknown>>, Args>;
  /** Query arguments, by their wire name. */
  readonly query?: Readonly<Record<string, string>>;
  /** HTTP statuses that are the result themselves, instead of a body. */
  readonly statuses?: readonly number[];
  /** Parses the body, or the status. */
  readonly result: Schema<Result>;
}
