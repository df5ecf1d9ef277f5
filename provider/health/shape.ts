import type { CheckName, CheckResult } from "./verdict.js";

/** What an unexpected value looks like, without its content: for a line that says what arrived instead. */
function shapeOf(value: unknown): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return `a list of ${value.length}`;
  }
  return typeof value === "object" ? `an object with ${Object.keys(value).length} fields` : `a ${typeof value}`;
}

/** A check whose answer has an undocumented shape: no evidence about the node. @param what reads on with the shape */
export function misshapen(check: CheckName, value: unknown, what: string): CheckResult {
  const observed = shapeOf(value);
  return { check, verdict: "unknown", cause: "shape", observed, why: `${what} ${observed}` };
}
