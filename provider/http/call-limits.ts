/** Limits of one call. */
export interface CallLimits {
  /** Deadline of the whole call in milliseconds: waits before it, connect, headers and body. */
  readonly timeoutMs: number;
  /** Size limit of the response, in bytes; a larger one ends the call with a `TransportError` of kind `too-large`. */
  readonly maxBodyBytes: number;
}

/** Limits that override the defaults. */
export type OwnLimits = { readonly [Limit in keyof CallLimits]?: CallLimits[Limit] | undefined };

/** Default size limit of a response, in bytes. */
export const defaultMaxBodyBytes = 8_000_000;

/** How long an idle connection stays open, in milliseconds: the next request after that opens one. */
export const keepAliveMs = 10_000;
