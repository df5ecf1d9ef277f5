import { isProviderError, type ProviderErrorCode } from "../../errors/errors.js";

/** A resource about which something cannot be said. */
export interface Subject {
  /** What messages call it: `Node ND-1-2-3`. */
  readonly what: string;
  /** Organization recorded in state; undefined where nothing but an id is known, so that there is nothing to keep. */
  readonly organization: string | undefined;
}

/** What the user can do, by what stands in the way. */
const nextSteps: Partial<Record<ProviderErrorCode, string>> = {
  auth: "run again with a key that may read it",
  "not-found": "check blockchain-nodes:baseUrl and the key, then run again",
  unavailable: "run again when the platform answers",
  transport: "run again when the platform answers",
  shape: "check blockchain-nodes:baseUrl and any proxy on the way, then run again",
  rejected: "check blockchain-nodes:baseUrl and any proxy on the way, then run again",
};

/**
 * Why a resource cannot be read, in an error of the same kind.
 *
 * @param error anything; what is no failure of a call comes back as it is
 * @param why in place of the message of `error`
 */
export function cannotRead(subject: Subject, error: unknown, why?: string): unknown {
  return explained(subject, error, (said) => `${subject.what} cannot be read: ${why ?? said}`);
}

/** Why nothing can be said about a resource that a read did not find, in an error of the same kind. */
export function cannotTell(subject: Subject, error: unknown, why?: string): unknown {
  return explained(subject, error, (said) => `Cannot determine whether ${subject.what} still exists: ${why ?? said}`);
}

/** Why it cannot be determined what a resource holds, in an error of the same kind. */
export function cannotTellContents(subject: Subject, error: unknown): unknown {
  return explained(
    subject,
    error,
    (said) =>
      `Cannot determine what ${subject.what} holds: ${said} It was not deleted, since others may use something in it.`,
    isProviderError(error, "shape")
      ? "run again later; if this persists, delete it in the platform's console, then run `pulumi refresh`"
      : undefined,
  );
}

/** Says what stays, and what to do. */
export function keeping({ organization }: Subject, next: string): string {
  const stays = organization !== undefined ? "It stays in the state: " : "";
  const sentence = `${stays}${next}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function explained(subject: Subject, error: unknown, say: (why: string) => string, nextStep?: string): unknown {
  if (!isProviderError(error)) {
    return error;
  }
  const next = nextStep ?? nextSteps[error.code];
  const isInterrupted = isProviderError(error, "transport") && error.kind === "aborted";
  return next === undefined || isInterrupted
    ? error
    : error.with({ message: `${say(error.message)} ${keeping(subject, next)}`, cause: error });
}
