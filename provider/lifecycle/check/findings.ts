import { type NameKind, suggest } from "../../base/suggest.js";
import type { CheckOutcome } from "../resource.js";
import type { InputProblem } from "./inputs.js";

/** Something that a check has to say about an argument: a failure ends the run, a warning does not. */
export interface Finding extends InputProblem {
  readonly severity: "failure" | "warning";
}

/** A finding that ends the run. */
export function failure(property: string, reason: string): Finding {
  return { severity: "failure", property, reason };
}

/** A finding that is only shown. */
export function warning(property: string, reason: string): Finding {
  return { severity: "warning", property, reason };
}

/**
 * A failure for a name that is a known one mistyped; undefined where it may be newer than this package.
 *
 * @param more what follows the question
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
 * @param problems what is wrong with the form of the arguments
 * @param findings what is said about their meaning; nothing more is said about an argument whose form is wrong
 */
export function outcomeOf(
  checked: Pick<CheckOutcome, "inputs" | "generated">,
  problems: readonly InputProblem[],
  findings: readonly Finding[],
): CheckOutcome {
  const malformed = new Set(problems.map(({ property }) => property));
  const said = findings.filter(({ property }) => !malformed.has(property));
  const of = (wanted: Finding["severity"]): readonly InputProblem[] =>
    said.filter(({ severity }) => severity === wanted).map(({ property, reason }) => ({ property, reason }));
  return { ...checked, failures: [...problems, ...of("failure")], warnings: of("warning") };
}
