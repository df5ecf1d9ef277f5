import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { CheckOutcome, DiffOutcome, Properties } from "./handler.js";
import { argument, findProblems, rememberSet } from "./inputs.js";

const schema = z.strictObject({ name: argument.text });

/** Checks the arguments of OrganizationSettings. Offline; unknowns pass. */
export function checkOrganizationSettings(_olds: Properties, news: Properties): CheckOutcome {
  return { inputs: { ...news, ...rememberSet(news) }, failures: findProblems(schema, news) };
}

/** Compares the name with the old outputs; nothing replaces an organization. */
export function diffOrganizationSettings(olds: Properties, news: Properties): DiffOutcome {
  return { changes: !isDeepStrictEqual(olds.name, news.name), replaces: [] };
}
