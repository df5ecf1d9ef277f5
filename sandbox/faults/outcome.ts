/** A serialized response. */
export interface Wire {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

/** How a request ends: a response (whole, or cut after some bytes), a reset connection, or no response. */
export type Outcome =
  | { readonly kind: "response"; readonly wire: Wire; readonly cutAfter?: number }
  | { readonly kind: "drop" }
  | { readonly kind: "hang" };
