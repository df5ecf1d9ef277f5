import { isDeepStrictEqual } from "node:util";
import { isObject, objectsIn } from "../../base/is-object.js";
import { chainKey } from "../../health/chains/chains.js";
import { z } from "../../vendor/zod.js";
import { outcomeOf } from "../check/findings.js";
import { checkIds } from "../check/identifiers.js";
import { argument, findProblems } from "../check/inputs.js";
import type { Properties } from "../engine/properties.js";
import { hasUnknown } from "../engine/unknown.js";
import { probeProblems, waitOf } from "../node/check.js";
import { readiness } from "../node/model.js";
import { generateName, type Owner } from "../owner.js";
import type { CheckOutcome, DiffOutcome } from "../resource.js";
import { areEqual, checkNetworkPlacement, nodePlacement } from "./placement.js";

const schema = z.strictObject({
  project: argument.text,
  protocol: argument.text,
  network: argument.text,
  nodes: z
    .array(
      z.strictObject({
        name: argument.text.optional(),
        type: argument.text,
        provider: argument.text,
        region: argument.text,
        configuration: argument.record,
      }),
    )
    .min(1, "must contain at least one node: the platform has no network without nodes"),
  name: argument.text.optional(),
  readiness: readiness.optional(),
  adopt: argument.adopt,
  timeouts: argument.timeouts,
});

/** Checks a Network's arguments and fills in the names of its nodes. Offline; unknowns pass. */
export function checkNetwork(olds: Properties, news: Properties, owner: Owner, lastGenerated: unknown): CheckOutcome {
  const problems = [...findProblems(schema, news), ...probeProblems(chainOf(news), news)];
  const ofIds = areEqual(olds, news, ["project"]) ? [] : checkIds(news);
  return outcomeOf(nameNodes(news, owner, lastGenerated), problems, [...ofIds, ...checkNetworkPlacement(olds, news)]);
}

/** The inputs with a name for each node, and the generated names by position. */
function nameNodes(news: Properties, owner: Owner, lastGenerated: unknown): Pick<CheckOutcome, "inputs" | "generated"> {
  if (!Array.isArray(news.nodes)) {
    return { inputs: news };
  }
  const generated: Record<string, unknown> = {};
  const nodes = news.nodes.map((node: unknown, index) => {
    if (!isObject(node) || node.name !== undefined) {
      return node;
    }
    const name = (isObject(lastGenerated) && lastGenerated[index]) || generateName(owner, index);
    generated[index] = name;
    return { ...node, name };
  });
  return { inputs: { ...news, nodes }, generated: Object.keys(generated).length === 0 ? undefined : generated };
}

function chainOf({ protocol, network }: Properties): string | undefined {
  const isKnown = typeof protocol === "string" && typeof network === "string" && !hasUnknown([protocol, network]);
  return isKnown ? chainKey(protocol, network) : undefined;
}

/**
 * Compares the inputs with the old outputs. Initial nodes are matched by position: their names change in place, their
 * placement and their number replace the network.
 */
export function diffNetwork(olds: Properties, news: Properties): DiffOutcome {
  const [nodes, named] = [objectsIn(olds.nodes), objectsIn(news.nodes)];
  const replaces = [
    ...["project", "protocol", "network"].filter(
      (key) => hasUnknown(news[key]) || !isDeepStrictEqual(olds[key], news[key]),
    ),
    ...(nodesMoved(nodes, news.nodes) ? ["nodes"] : []),
  ];
  const changes =
    replaces.length > 0 ||
    olds.ready !== true ||
    hasUnknown(news.nodes) ||
    nodes.some((node, index) => node.id === undefined || node.name !== named[index]?.name) ||
    (news.name !== undefined && news.name !== olds.name) ||
    !isDeepStrictEqual(waitOf(olds), waitOf(news));
  return { changes, replaces };
}

function nodesMoved(olds: readonly Properties[], nodes: unknown): boolean {
  if (!Array.isArray(nodes) || nodes.length !== olds.length) {
    return true;
  }
  return nodes.some((node: unknown, index) => {
    const old = olds[index];
    return (
      !isObject(node) || nodePlacement.some((key) => hasUnknown(node[key]) || !isDeepStrictEqual(old?.[key], node[key]))
    );
  });
}
