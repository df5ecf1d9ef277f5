import { oneLine } from "../base/text.js";
import { foreignCause, withoutSdk } from "./origin.js";

/** What went wrong, as a stable word: one per class, so that callers can decide without `instanceof`. */
export type ProviderErrorCode =
  | "config"
  | "auth"
  | "not-found"
  | "conflict"
  | "rejected"
  | "quota"
  | "unavailable"
  | "transport"
  | "shape"
  | "rpc"
  | "not-ready"
  | "cancelled";

const brand = "pulumi-blockchain-nodes/error";

/**
 * Base of every error this package throws. The message is one line: what was tried, what happened, what to do next; it
 * never contains a key, a token, a password or the path of an endpoint.
 */
export class ProviderError extends Error {
  /** The kind of failure. */
  readonly code: ProviderErrorCode;
  /** Marks the class across copies of the package, where `instanceof` would fail. */
  readonly brand = brand;
  /** The platform's own name for the request that failed, for its support; absent when it gave none. */
  readonly requestId: string | undefined;
  /**
   * The platform's own word for why it refused the request, `error.code` of its response, for example `quota_exceeded`;
   * absent when it gave none. The platform documents few of them: decide by {@link ProviderError.code}.
   */
  readonly platformCode: string | undefined;
  /** Lets Pulumi show the message alone when a program ends with this error. */
  readonly __pulumiRunError = true;

  constructor(code: ProviderErrorCode, message: string, details: ErrorDetails = {}) {
    const cause = ownCause(details.cause);
    super(oneLine(message), cause === undefined ? undefined : { cause });
    this.code = code;
    const inner = hasBrand(cause) ? cause : undefined;
    this.requestId = details.requestId ?? inner?.requestId;
    this.platformCode = details.platformCode ?? inner?.platformCode;
    this.name = new.target.name;
    this.stack = withoutSdk(this.stack);
  }

  /** Place of the entry in the error catalogue, which comes with this package. */
  get docs(): string {
    return `pulumi-blockchain-nodes/docs/errors.md#${this.code}`;
  }

  /**
   * The same failure in other words: its class, its code and all that it knows are kept.
   *
   * @param changes the message, and the cause where it is another one than this error's
   */
  with(changes: { readonly message: string; readonly cause?: unknown }): this {
    const cause = ownCause(changes.cause ?? this.cause);
    // Created as an error, so that every tool takes it for one; what it knows are members that can be listed.
    const copy = new Error(oneLine(changes.message), cause === undefined ? undefined : { cause });
    copy.stack = withoutSdk(copy.stack);
    return Object.setPrototypeOf(Object.assign(copy, this), Object.getPrototypeOf(this)) as this;
  }
}

/** What an error knows besides its message. */
export interface ErrorDetails {
  /**
   * What led to it. Of an error of another package only name, code and message are kept: it may hold a request with its
   * key.
   */
  readonly cause?: unknown;
  /** The platform's own name for the request that failed. */
  readonly requestId?: string | undefined;
  /** `error.code` of the platform's response. */
  readonly platformCode?: string | undefined;
}

/** Whether a value is an error of this package, also one from another copy of it. */
export function hasBrand(value: unknown): value is ProviderError {
  return value instanceof Error && "brand" in value && value.brand === brand;
}

/** What an error may keep as its cause: one of this package, or what is harmless of any other. */
export function ownCause(cause: unknown): Error | undefined {
  return hasBrand(cause) ? cause : foreignCause(cause);
}
