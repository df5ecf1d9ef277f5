import type { CallsMade, ProbeFailure, Reading } from "./session/reading.js";
import type { ProbeSession } from "./session/session.js";
import { shapeOf } from "./session/shape.js";
import type { CheckCause, CheckName, CheckResult } from "./verdict.js";

/** How an offer is judged. */
export interface OfferRule {
  readonly check: CheckName;
  /** The method or what it gives, for messages. */
  readonly what: string;
  /** Describes a functional result in a few words; undefined when the result has not the shape that it must have. */
  readonly describe: (value: unknown) => string | undefined;
}

/**
 * Records whether a node offers something that not every node has. That it does not is no fault: only
 * `checkPromise` knows whether it was bought. Gated, throttled and failed calls keep their usual meaning.
 *
 * @param reading the result that shows it
 * @param calls all calls that were made for it
 */
export function addOffer(
  session: ProbeSession,
  { check, what, describe }: OfferRule,
  reading: Reading,
  ...calls: CallsMade
): CheckResult {
  const spent = calls.length === 0 ? [reading] : calls;
  if (!reading.ok) {
    return addRefusal(session, check, what, reading.failure, ...spent);
  }
  const observed = describe(reading.value);
  return observed === undefined
    ? addNotFunctional(session, check, what, shapeOf(reading.value), ...spent)
    : session.add({ check, verdict: "healthy", observed, why: `${what} works: ${observed}` }, ...spent);
}

/** Records that a method is accepted, but returns nothing useful. */
export function addNotFunctional(
  session: ProbeSession,
  check: CheckName,
  what: string,
  observed: string,
  ...calls: CallsMade
): CheckResult {
  const why = `${what} is accepted, but returns ${observed}: it is not functional`;
  return session.add({ check, verdict: "healthy", cause: "not-functional", observed, why }, ...calls);
}

/** Records a failed call for an offer: refused arguments prove that the method exists. */
export function addRefusal(
  session: ProbeSession,
  check: CheckName,
  what: string,
  failure: ProbeFailure,
  ...calls: CallsMade
): CheckResult {
  if (failure.kind === "params") {
    const why = `${what} exists: it rejects the arguments`;
    return session.add({ check, verdict: "healthy", observed: "offered", why }, ...calls);
  }
  const absence = absences[failure.kind];
  if (absence === undefined) {
    return session.addFailure(check, failure, ...calls);
  }
  const why = `${what} ${absence}: ${failure.message}`;
  return session.add({ check, verdict: "healthy", cause: failure.kind, observed: "not offered", why }, ...calls);
}

const absences: Readonly<Partial<Record<CheckCause, string>>> = {
  method: "is not offered",
  "no-state": "has nothing to return",
};

// Causes by which a check with the verdict `healthy` says that something is missing.
const missingCauses: ReadonlySet<CheckCause> = new Set(["method", "no-state", "not-functional"]);

/** Whether a check shows that the node does not offer something. */
export function isMissing({ verdict, cause }: CheckResult): boolean {
  return verdict === "healthy" && cause !== undefined && missingCauses.has(cause);
}
