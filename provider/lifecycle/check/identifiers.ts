import type { Properties } from "../engine/properties.js";
import { isUnknown } from "../engine/unknown.js";
import { type Finding, failure, warning } from "./findings.js";

/** The kind of object that an id refers to, by prefix. */
const kinds: Readonly<Record<string, string>> = {
  RG: "an organization",
  PR: "a project",
  NW: "a network",
  ND: "a node",
  UR: "a user",
  CC: "a cloud",
  BC: "a blockchain",
};

interface IdArgument {
  readonly property: string;
  readonly prefix: string;
  /** Where the right id comes from. */
  readonly fix: string;
}

const fromCatalogue = "`npx blockchain-nodes catalogue` lists the ids";

const idArguments: readonly IdArgument[] = [
  { property: "project", prefix: "PR", fix: "use the output `id` of a Project" },
  { property: "networkId", prefix: "NW", fix: "use the output `id` of a Network" },
  { property: "blockchain", prefix: "BC", fix: fromCatalogue },
  { property: "cloud", prefix: "CC", fix: fromCatalogue },
];

/**
 * Checks the ids among the arguments. Ids are opaque: only one whose prefix shows another kind of object is refused.
 * The platform decides about what does not look like an id.
 */
export function checkIds(news: Properties): readonly Finding[] {
  return idArguments.flatMap(({ property, prefix, fix }) => {
    const id = news[property];
    if (typeof id !== "string" || isUnknown(id)) {
      return [];
    }
    const [, given] = /^([A-Z]{2})-\d/.exec(id) ?? [];
    const kind = given === undefined || given === prefix ? undefined : kinds[given];
    if (kind !== undefined) {
      return [
        failure(property, `"${id}" is the id of ${kind}; expected is that of ${kinds[prefix]} (${prefix}-…): ${fix}`),
      ];
    }
    return /^[A-Z]{2,3}(-\d+)+$/.test(id)
      ? []
      : [warning(property, `"${id}" does not look like the id of ${kinds[prefix]} (${prefix}-…): ${fix}`)];
  });
}
