/** An answer as bytes. */
export interface Wire {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

/** How a request ends: an answer (whole, or cut off after some bytes), a reset connection, or nothing at all. */
export type Outcome =
  | { readonly kind: "answer"; readonly wire: Wire; readonly cutAfter?: number }
  | { readonly kind: "drop" }
  | { readonly kind: "hang" };
