import { isProviderError, type ProviderErrorCode } from "../../errors/errors.js";

/** The resource that an error is about. */
export interface Subject {
  /** What messages call it: `Node ND-1-2-3`. */
  readonly what: string;
  /** Organization recorded in state; undefined for an object that is not in state. */
  readonly organization: string | undefined;
}

/** What the user can do, by error code. */
const nextSteps: Partial<Record<ProviderErrorCode, string>> = {
  auth: "run again with a key that may read it",
  "not-found": "check blockchain-nodes:baseUrl and the key, then run again",
  unavailable: "run again when the platform responds",
  transport: "run again when the platform responds",
  shape: "check blockchain-nodes:baseUrl and any proxy on the way, then run again",
  rejected: "check blockchain-nodes:baseUrl and any proxy on the way, then run again",
};

/**
 * Why a resource cannot be read, in an error of the same kind.
 *
 * @param error returned as it is unless a call failed
 * @param why replaces the message of `error`
 */
export function cannotRead(subject: Subject, error: unknown, why?: string): unknown {
  return explained(subject, error, (said) => `${subject.what} cannot be read: ${why ?? said}`);
}

/** Why it cannot be determined whether a resource still exists, in an error of the same kind. */
export function cannotTell(subject: Subject, error: unknown, why?: string): unknown {
  return explained(subject, error, (said) => `Cannot determine whether ${subject.what} still exists: ${why ?? said}`);
}

/** Why it cannot be determined what a resource contains, in an error of the same kind. */
export function cannotTellContents(subject: Subject, error: unknown): unknown {
  return explained(
    subject,
    error,
    (said) =>
      `Cannot determine what ${subject.what} contains: ${said} It was not deleted, since others may use something in it.`,
    isProviderError(error, "shape")
      ? "run again later; if this persists, delete it in the platform's console, then run `pulumi refresh`"
      : undefined,
  );
}

/** The next step as a sentence, after a note that the resource remains in state. */
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
