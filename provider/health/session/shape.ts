import type { CheckName, CheckResult } from "../verdict.js";

/** Describes an unexpected value without its content. */
export function shapeOf(value: unknown): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return `a list of ${value.length}`;
  }
  return typeof value === "object" ? `an object with ${Object.keys(value).length} fields` : `a ${typeof value}`;
}

/** A check whose response has an undocumented shape: no evidence about the node. @param what text before the shape */
export function unexpectedShape(check: CheckName, value: unknown, what: string): CheckResult {
  const observed = shapeOf(value);
  return { check, verdict: "unknown", cause: "shape", observed, why: `${what} ${observed}` };
}
