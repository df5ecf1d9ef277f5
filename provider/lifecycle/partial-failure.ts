/**
 * A create or update that left an object behind: thrown so that the engine keeps the resource with its id, marks it
 * failed, and repairs it by an update on the next `up`.
 */
export class PartialFailure extends Error {
  readonly id: string;
  /** The resource's outputs as they are now. */
  readonly outs: Readonly<Record<string, unknown>>;

  constructor(
    id: string,
    outs: Readonly<Record<string, unknown>>,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = "PartialFailure";
    this.id = id;
    this.outs = outs;
  }
}
