import { isDeepStrictEqual } from "node:util";
import type { InputProblem } from "../../account/settings.js";
import { familyOf } from "../../health/chains/chains.js";
import { z } from "../../vendor/zod.js";
import { type Finding, outcomeOf } from "../check/findings.js";
import { checkIds } from "../check/identifiers.js";
import { argument, findProblems, nameOf } from "../check/inputs.js";
import { checkChain, checkPlacement, isNameOfIds } from "../check/placement-check.js";
import { checkNodeV1, checkProviderV2 } from "../check/v1-node-check.js";
import { type Properties, pick } from "../engine/properties.js";
import { hasUnknown, isUnknown } from "../engine/unknown.js";
import type { Owner } from "../owner.js";
import type { CheckOutcome, DiffOutcome } from "../resource.js";
import { onCreateTimeout, type Readiness, readiness } from "./model.js";
import { placementArguments, placementOf, placements } from "./placements.js";

/** Arguments of a Node, of all placements; the table of placements checks which ones may be combined. */
const schema = z.strictObject({
  name: argument.text.optional(),
  project: argument.text.optional(),
  chain: argument.text.optional(),
  blockchain: argument.text.optional(),
  cloud: argument.text.optional(),
  networkId: argument.text.optional(),
  type: argument.text.optional(),
  provider: argument.text.optional(),
  region: argument.text.optional(),
  configuration: argument.record.optional(),
  readiness: readiness.optional(),
  onCreateTimeout: onCreateTimeout.optional(),
  adopt: argument.adopt,
  timeouts: argument.timeouts,
});

const spellings =
  "{ project, chain, region?, provider? }, { project, blockchain, cloud } or { networkId, type, provider, region, configuration }";

/** Checks a Node's arguments and fills in its name. Offline; unknowns pass. */
export function checkNode(olds: Properties, news: Properties, owner: Owner, lastGenerated: unknown): CheckOutcome {
  const problems = [...findProblems(schema, news), ...placementProblems(news), ...probeProblems(news.chain, news)];
  const { name, generated } = nameOf(news, owner, lastGenerated);
  // A newer catalogue must not refuse an existing node.
  const isSamePlace = placementArguments.every((key) => isDeepStrictEqual(olds[key], news[key]));
  const findings = isSamePlace ? [] : [...checkIds(news), ...checkPlace(news)];
  return outcomeOf({ inputs: { ...news, name }, generated }, problems, findings);
}

function checkPlace(news: Properties): readonly Finding[] {
  const { chain, region, provider } = news;
  switch (placementOf(news)) {
    case "catalogue": {
      const foreign = checkProviderV2(provider);
      return foreign.length > 0 ? [...foreign, ...checkChain(chain)] : checkPlacement({ chain, region, provider });
    }
    case "network":
      return checkNodeV1(news);
    default:
      return [];
  }
}

function placementProblems(news: Properties): readonly InputProblem[] {
  // An unknown value may turn out to be absent: it neither selects a placement nor contradicts one.
  const isKnown = (key: string) => news[key] !== undefined && !isUnknown(news[key]);
  const [first, second] = placements.flatMap((row) => {
    const mark = row.marks.find(isKnown);
    return mark === undefined ? [] : [{ row, mark }];
  });
  if (first === undefined) {
    const isOpen = placements.some(({ marks }) => marks.some((mark) => isUnknown(news[mark])));
    return isOpen ? [] : [{ property: "chain", reason: `is missing: a node is placed by ${spellings}` }];
  }
  const { row, mark } = first;
  if (second !== undefined) {
    const reason = `cannot be combined with "${mark}": a node is placed in one way, by ${spellings}`;
    return [{ property: second.mark, reason }];
  }
  const missing = row.required
    .filter((key) => news[key] === undefined)
    .map((key) => ({ property: key, reason: `is required together with "${mark}"` }));
  const whyForeign =
    row.kind === "network"
      ? "the network belongs to a project already"
      : "region and provider follow from the cloud, so leave them out";
  const foreign = placementArguments
    .filter((key) => isKnown(key) && !row.required.includes(key) && !row.optional.includes(key))
    .map((key) => ({ property: key, reason: `cannot be combined with "${mark}": ${whyForeign}` }));
  return [...missing, ...foreign];
}

/** A chain without a probe could never become ready: reported before anything is created. */
export function probeProblems(chain: unknown, news: Properties): readonly InputProblem[] {
  if (typeof chain !== "string" || isUnknown(chain) || isUnknown(news.readiness) || readinessOf(news) !== "rpc") {
    return [];
  }
  return familyOf(chain) === "other" ? [{ property: "readiness", reason: unprobeable(chain) }] : [];
}

/** Why a chain does not support `readiness: "rpc"`. */
export function unprobeable(chain: string): string {
  return `there is no probe for ${chain} yet, so "rpc" could never be reached: set readiness: "platform"`;
}

function readinessOf(properties: { readonly readiness?: unknown }): Readiness {
  return readiness.safeParse(properties.readiness).data ?? "rpc";
}

export function raisesReadiness(olds: Parameters<typeof readinessOf>[0], news: typeof olds): boolean {
  return readiness.options.indexOf(readinessOf(news)) > readiness.options.indexOf(readinessOf(olds));
}

/**
 * Compares the inputs with the old outputs. Only what the program owns is compared, never the status, endpoints and
 * versions that the platform shows.
 */
export function diffNode(olds: Properties, news: Properties, written: readonly string[]): DiffOutcome {
  const replaces = placementChanges(olds, news, written);
  const changes =
    replaces.length > 0 ||
    olds.ready !== true ||
    !isDeepStrictEqual(olds.name, news.name) ||
    isRewritten(olds, news, written) ||
    !isDeepStrictEqual(waitOf(olds), waitOf(news));
  return { changes, replaces };
}

/** Arguments for the wait, with defaults; they change nothing on the platform. */
export function waitOf(properties: Properties): readonly unknown[] {
  const { onCreateTimeout, timeouts } = properties;
  const { readiness: wanted } = properties;
  return [isUnknown(wanted) ? wanted : readinessOf(properties), onCreateTimeout ?? "keep", timeouts];
}

function placementChanges(olds: Properties, news: Properties, written: readonly string[]): readonly string[] {
  const row = placements.find(({ kind }) => kind === placementOf(news));
  if (row === undefined) {
    return [];
  }
  const before = placementOf(pick(olds, written));
  // A node in a v1 network and a v2 node are different products, even for the same chain and project.
  if (before !== undefined && (before === "network") !== (row.kind === "network")) {
    return row.marks.filter((key) => news[key] !== undefined);
  }
  return [...row.required, ...row.optional].filter(
    (key) => news[key] !== undefined && isOtherPlace(key, olds, news[key], written),
  );
}

/**
 * Whether an argument names another place than the node's. The outputs hold every name of that place, so the same place
 * in another form is no change. The platform may show other names than the catalogue, so a new argument is also
 * compared with the catalogue's name of the recorded ids.
 */
function isOtherPlace(key: string, olds: Properties, wanted: unknown, written: readonly string[]): boolean {
  if (hasUnknown(wanted)) {
    return true;
  }
  const isFirst = !written.includes(key);
  return !(isRecorded(key, olds, wanted) || (isFirst && isNameOfIds(key, wanted, olds)));
}

function isRecorded(key: string, olds: Properties, wanted: unknown): boolean {
  return isDeepStrictEqual(key === "chain" ? (olds.chain ?? olds.network) : olds[key], wanted);
}

/** Whether the same place is written in another form. Stored, so that later runs compare with the new form. */
function isRewritten(olds: Properties, news: Properties, written: readonly string[]): boolean {
  const before = placementOf(pick(olds, written));
  return (
    before !== undefined &&
    (before !== placementOf(news) ||
      placementArguments.some((key) => news[key] !== undefined && !isRecorded(key, olds, news[key])))
  );
}
