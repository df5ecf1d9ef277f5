import { ownCause } from "../../errors/provider-error.js";

/**
 * Thrown when a create or update fails after the object exists: the engine saves the resource with its id, marks it
 * failed, and repairs it by an update on the next `up`.
 */
export class PartialFailure extends Error {
  readonly id: string;
  /** Private, so that no printer shows the endpoints in them. */
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

  get outs(): Readonly<Record<string, unknown>> {
    return this.#outs;
  }
}
