import type { InputProblem } from "../../account/settings.js";
import { type NameKind, suggest } from "../../base/suggest.js";
import type { CheckOutcome } from "../resource.js";

/** A problem that a check found with an argument. Only a failure ends the run. */
export interface Finding extends InputProblem {
  readonly severity: "failure" | "warning";
}

export function failure(property: string, reason: string): Finding {
  return { severity: "failure", property, reason };
}

export function warning(property: string, reason: string): Finding {
  return { severity: "warning", property, reason };
}

/**
 * A failure for a mistyped name; undefined for a name that may be newer than this package.
 *
 * @param more text after the suggestion
 */
export function typo(
  property: string,
  name: string,
  names: readonly string[],
  { kind = "catalogue", more = "" }: { readonly kind?: NameKind; readonly more?: string } = {},
): Finding | undefined {
  const meant = suggest(kind, name, names);
  return meant === undefined
    ? undefined
    : failure(property, `there is no ${property} "${name}"; did you mean "${meant}"?${more}`);
}

/**
 * The outcome of a check.
 *
 * @param problems malformed arguments
 * @param findings problems with the values; those of malformed arguments are dropped
 */
export function outcomeOf(
  checked: Pick<CheckOutcome, "inputs" | "generated">,
  problems: readonly InputProblem[],
  findings: readonly Finding[],
): CheckOutcome {
  const malformed = new Set(problems.map(({ property }) => property));
  const kept = findings.filter(({ property }) => !malformed.has(property));
  const of = (wanted: Finding["severity"]) =>
    kept.filter(({ severity }) => severity === wanted).map(({ property, reason }) => ({ property, reason }));
  return { ...checked, failures: [...problems, ...of("failure")], warnings: of("warning") };
}
