import { isDeepStrictEqual } from "node:util";
import { z } from "../../vendor/zod.js";
import { argument, findProblems } from "../check/inputs.js";
import type { Properties } from "../engine/properties.js";
import type { CheckOutcome, DiffOutcome } from "../resource.js";

const schema = z.strictObject({ name: argument.text });

/** Checks the arguments of OrganizationSettings. Offline; unknowns pass. */
export function checkOrganizationSettings(_olds: Properties, news: Properties): CheckOutcome {
  return { inputs: news, failures: findProblems(schema, news) };
}

/** Compares the name with the old outputs; nothing replaces an organization. */
export function diffOrganizationSettings(olds: Properties, news: Properties): DiffOutcome {
  return { changes: !isDeepStrictEqual(olds.name, news.name), replaces: [] };
}
