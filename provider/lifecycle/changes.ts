import type { Properties } from "./engine/properties.js";
import { hasUnknown } from "./engine/unknown.js";

export interface ChangeRow {
  readonly argument: string;
  /**
   * `update`: changed on the platform, in place; `store`: stored in state, without a call; `wait`: stored, and waits
   * again if raised; `probe`: the node is probed again; `replace`: a new object is created.
   */
  readonly effect: "probe" | "replace" | "store" | "update" | "wait";
  readonly why: string;
}

const newNode = "the platform cannot move a node: a new one is created, with a new id and new endpoints";
const newNetwork = "the platform cannot change it: a new network is created, with new nodes, ids and endpoints";
const name = { argument: "name", effect: "update", why: "renamed in place" } as const;
const timeouts = { argument: "timeouts", effect: "store", why: "deadlines of subsequent runs" } as const;
const readiness = { argument: "readiness", effect: "wait", why: "what a create waits for" } as const;

function placement(why: string, names: readonly string[]): readonly ChangeRow[] {
  return names.map((argument) => ({ argument, effect: "replace", why }));
}

/** What a change of each argument does, by type of resource. Source of the package's `docs/changes.md`. */
export const changeTable = {
  Project: [
    name,
    {
      argument: "description",
      effect: "update",
      why: "changed in place; removing it clears it; if the program never set it, it is left to the console",
    },
    {
      argument: "type",
      effect: "replace",
      why: "the platform cannot change the type of a project: a new one is created, with a new id",
    },
    timeouts,
  ],
  Network: [
    ...placement(newNetwork, ["project", "protocol", "network"]),
    {
      argument: "nodes",
      effect: "replace",
      why: "a change in the number or placement of nodes creates a new network, with new ids and endpoints; names change in place",
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
    {
      argument: "onCreateTimeout",
      effect: "store",
      why: "what subsequent runs do with a node that does not become ready",
    },
    timeouts,
  ],
  OrganizationSettings: [name],
  NodeHealth: [
    {
      argument: "node",
      effect: "probe",
      why: "if it is another node, chain or host; new credentials, and what the platform states, are no change",
    },
    { argument: "endpoints", effect: "probe", why: "if a host changes; a new token alone is no change" },
    { argument: "expect", effect: "probe", why: "the last result answers another question" },
    { argument: "triggers", effect: "probe", why: "what they are for" },
    timeouts,
  ],
} as const satisfies Readonly<Record<string, readonly ChangeRow[]>>;

/**
 * Explains a diff in one line, for the user, where the changed values do not.
 *
 * @param replaces the arguments that cause the replacement
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
  return olds.ready === false ? "It is not ready yet: an update creates what is missing and waits." : undefined;
}
