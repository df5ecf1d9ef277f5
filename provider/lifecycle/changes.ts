import type { Properties } from "./engine/properties.js";
import { hasUnknown } from "./engine/unknown.js";

/** What a change of one argument does. */
export interface ChangeRow {
  readonly argument: string;
  /**
   * `update`: written to the platform in place; `store`: kept in the state, without a call; `wait`: stored, and waited again
   * when it asks for more; `replace`: another object is made.
   */
  readonly effect: "replace" | "store" | "update" | "wait";
  readonly why: string;
}

const newNode = "the platform cannot move a node, so another one is made, with another id and other endpoints";
const newNetwork =
  "the platform cannot change it, so another network with other nodes is made, with other ids and endpoints";
const name = { argument: "name", effect: "update", why: "renamed in place" } as const;
const timeouts = { argument: "timeouts", effect: "store", why: "deadlines of later runs" } as const;
const readiness = { argument: "readiness", effect: "wait", why: "how ready is ready enough" } as const;

function placement(why: string, names: readonly string[]): readonly ChangeRow[] {
  return names.map((argument) => ({ argument, effect: "replace", why }));
}

/** What a change of each argument does, by type of resource: `docs/changes.md` of the package is made from it. */
export const changeTable = {
  Project: [
    name,
    {
      argument: "description",
      effect: "update",
      why: "changed in place; taking it away empties it, and one that the program never wrote is left to the console",
    },
    {
      argument: "type",
      effect: "replace",
      why: "the platform cannot change the type of a project, so another one is made, with another id",
    },
    timeouts,
  ],
  Network: [
    ...placement(newNetwork, ["project", "protocol", "network"]),
    {
      argument: "nodes",
      effect: "replace",
      why: "another number of nodes, or another place of one, makes another network, with other ids and endpoints; names alone change in place",
    },
    { argument: "name", effect: "update", why: "renamed in place, in consortium projects only" },
    readiness,
    timeouts,
  ],
  Node: [
    ...placement(newNode, [
      "project",
      "chain",
      "region",
      "provider",
      "blockchain",
      "cloud",
      "networkId",
      "type",
      "configuration",
    ]),
    name,
    readiness,
    { argument: "onCreateTimeout", effect: "store", why: "what later runs do with a node that does not get ready" },
    timeouts,
  ],
  OrganizationSettings: [name],
} as const satisfies Readonly<Record<string, readonly ChangeRow[]>>;

/**
 * Why a diff is what it is, where the changed values do not show it: in one line, for the user.
 *
 * @param replaces the arguments that the diff blames
 * @returns undefined when there is nothing to explain
 */
export function explainDiff(
  rows: readonly ChangeRow[],
  olds: Properties,
  news: Properties,
  replaces: readonly string[],
): string | undefined {
  const [first] = replaces;
  if (first !== undefined) {
    const why = rows.find(({ argument }) => argument === first)?.why;
    const isOpen = replaces.every((key) => hasUnknown(news[key]));
    const what = isOpen ? "Replaced, unless its value turns out to be the same" : "Replaced";
    return `${what}: ${replaces.join(", ")}: ${why}.`;
  }
  return olds.ready === false ? "It is not ready yet: an update makes what is missing and waits." : undefined;
}
