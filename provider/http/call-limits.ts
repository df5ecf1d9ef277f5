/** Limits of one call. */
export interface CallLimits {
  /** Deadline over everything in milliseconds: waits before the call, connect, headers and the whole body. */
  readonly timeoutMs: number;
  /** Longest answer that is read, in bytes; a longer one ends the call with a `TransportError` of kind `too-large`. */
  readonly maxBodyBytes: number;
}

/** Limits where the usual ones do not suit a call. */
export type OwnLimits = { readonly [Limit in keyof CallLimits]?: CallLimits[Limit] | undefined };

/** The longest answer that is read where nothing else is said, in bytes. */
export const defaultMaxBodyBytes = 8_000_000;
