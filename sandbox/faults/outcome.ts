import type { Answer } from "../management/answer";

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

/** The answer of an operation as bytes; without a body there is none, not even an empty object. */
export function toWire(answer: Answer): Wire {
  if (answer.body === undefined) {
    return { status: answer.status, headers: { ...answer.headers }, payload: Buffer.from(answer.text ?? "") };
  }
  return {
    status: answer.status,
    headers: { "content-type": "application/json", ...answer.headers },
    payload: Buffer.from(JSON.stringify(answer.body)),
  };
}
