/**
 * A schema as declarations of this package show it: whoever compiles a program against them needs no zod. Each schema
 * of zod is one.
 */
export interface Schema<Output, Input = unknown> {
  /** Parses a value; `error` words the issues that the schema itself does not. */
  safeParse(value: unknown, context?: { readonly error?: (issue: never) => unknown }): Parsed<Output>;
  /** Type of the values that are meant to be parsed. */
  readonly _zod: { readonly input: Input };
}

/** Result of a schema. */
type Parsed<Output> =
  | { readonly success: true; readonly data: Output }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

/** Something that is wrong with a value. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Of an issue with the code `unrecognized_keys`. */
  readonly keys?: readonly string[];
}
