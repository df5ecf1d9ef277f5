import { messageOf } from "../base/text.js";
import { ConflictError } from "./errors.js";

/** Throws the failures of promises that have all settled, so that nothing still runs when the engine has the result. */
export function throwAll(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  if (reasons.length > 1) {
    const messages = reasons.map(messageOf);
    throw new ConflictError(messages.join(" "), { cause: reasons[0] });
  }
  if (reasons.length === 1) {
    throw reasons[0];
  }
}
