import type { z } from "zod";

/** One read of a REST interface: what goes out, and what comes back. */
export interface RestRead<Args, Result> {
  /** Segments behind the endpoint, which the endpoint may end with already. */
  readonly root: readonly string[];
  /** Segments that an endpoint may end with and that `root` takes the place of. */
  readonly instead?: readonly string[];
  /** What follows the root. */
  readonly path: (args: Readonly<Record<string, string>>) => string;
  /** Arguments, written as they go out; those of the path too. */
  readonly args: z.ZodType<Readonly<Record<string, unknown>>, Args>;
  /** Arguments that go into the query, by their name there. */
  readonly query?: Readonly<Record<string, string>>;
  /** Statuses that are the answer by themselves, in place of a body. */
  readonly statuses?: readonly number[];
  /** Reads the body, or the status. */
  readonly result: z.ZodType<Result>;
}
