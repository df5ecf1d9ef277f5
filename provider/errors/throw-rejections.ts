import { messageOf } from "../base/text.js";
import { ConflictError } from "./errors.js";

/** Throws what failed among several that were all waited for, so that nothing goes on behind the engine's back. */
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
