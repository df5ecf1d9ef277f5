import { ownCause } from "../../errors/provider-error.js";

/**
 * A create or update that left an object behind: thrown so that the engine keeps the resource with its id, marks it
 * failed, and repairs it by an update on the next `up`.
 */
export class PartialFailure extends Error {
  readonly id: string;
  /** Not a member that is listed: endpoints are among them. */
  readonly #outs: Readonly<Record<string, unknown>>;

  constructor(
    id: string,
    outs: Readonly<Record<string, unknown>>,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    const cause = ownCause(options?.cause);
    super(message, cause === undefined ? undefined : { cause });
    this.name = "PartialFailure";
    this.id = id;
    this.#outs = outs;
  }

  /** The resource's outputs as they are now. */
  get outs(): Readonly<Record<string, unknown>> {
    return this.#outs;
  }
}
