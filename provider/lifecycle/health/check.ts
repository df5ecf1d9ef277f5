import { isDeepStrictEqual } from "node:util";
import { hostsOf } from "../../access/hosts.js";
import type { InputProblem } from "../../account/settings.js";
import { isObject } from "../../base/is-object.js";
import { chainFacts, familyOf } from "../../health/chains/chains.js";
import { probeDepths } from "../../health/session/options.js";
import { z } from "../../vendor/zod.js";
import { type Finding, outcomeOf, typo, warning } from "../check/findings.js";
import { argument, findProblems } from "../check/inputs.js";
import { bundledCatalogue } from "../check/placement-check.js";
import type { Properties } from "../engine/properties.js";
import { hasUnknown, isUnknown } from "../engine/unknown.js";
import type { CheckOutcome, DiffOutcome } from "../resource.js";
import { acceptedVerdicts, modes } from "./model.js";

const schema = z.strictObject({
  // Written by the package itself, from the outputs of a Node.
  node: argument.record.optional(),
  endpoints: z.record(z.string(), z.string()).optional(),
  expect: z
    .strictObject({
      chain: argument.text.optional(),
      identity: argument.text.optional(),
      mode: argument.oneOf(modes).optional(),
      apiNamespaces: z.array(argument.text).optional(),
      version: argument.text.optional(),
      depth: argument.oneOf(probeDepths).optional(),
      verdict: argument.oneOf(acceptedVerdicts).optional(),
      maxCost: z
        .number()
        .refine((units) => Number.isInteger(units) && units > 0, "must be a whole number of request units, at least 1")
        .optional(),
    })
    .optional(),
  triggers: z
    .unknown()
    .refine((value) => typeof value === "object" && value !== null, "must be a list or an object of values")
    .optional(),
  timeouts: argument.timeoutsOfWrites,
});

/** Checks a NodeHealth's arguments. Offline; unknowns pass. */
export function checkNodeHealth(_olds: Properties, { endpoints, ...others }: Properties): CheckOutcome {
  // The SDK turns a secret that resolves to undefined into null.
  const news = endpoints === null || endpoints === undefined ? others : { ...others, endpoints };
  const problems = [...findProblems(schema, news), ...subjectProblems(news), ...depthProblems(news.expect)];
  return outcomeOf({ inputs: news }, problems, chainFindings(news));
}

/** Whether exactly one node is named, and what it must serve. */
function subjectProblems({ node, endpoints, expect }: Properties): readonly InputProblem[] {
  if (node === undefined && endpoints === undefined) {
    return [{ property: "node", reason: "is missing: pass a Node, or endpoints together with expect.chain" }];
  }
  if (endpoints === undefined) {
    return isUnknown(node)
      ? []
      : [{ property: "node", reason: "has no endpoints: it is not deployed yet, or the key may not see its details" }];
  }
  const isUsable = ["https", "beacon"].some((name) => isObject(endpoints) && endpoints[name] !== undefined);
  const problems = [];
  if (isObject(endpoints) && !isUsable) {
    const property = node === undefined ? "endpoints" : "node";
    problems.push({ property, reason: "has neither an https nor a beacon endpoint, so there is nothing to probe" });
  }
  if (node === undefined && !isUnknown(expect) && (!isObject(expect) || expect.chain === undefined)) {
    const reason = 'is required together with endpoints: what the node must serve, for example "ethereum-mainnet"';
    problems.push({ property: "expect.chain", reason });
  }
  return problems;
}

function depthProblems(expect: unknown): readonly InputProblem[] {
  if (!isObject(expect) || expect.depth !== "basic") {
    return [];
  }
  const demand = ["mode", "apiNamespaces"].find((name) => expect[name] !== undefined && !isUnknown(expect[name]));
  return demand === undefined
    ? []
    : [{ property: "expect.depth", reason: `"basic" does not check expect.${demand}: leave depth out` }];
}

/** A chain that could never pass: reported before anything waits for it. */
function chainFindings({ node, expect }: Properties): readonly Finding[] {
  const given = isObject(expect) ? expect : {};
  const property = given.chain === undefined ? "node" : "expect.chain";
  const chain = given.chain ?? (isObject(node) ? node.chain : undefined);
  if (typeof chain !== "string" || chain === "" || isUnknown(chain) || isUnknown(expect)) {
    return [];
  }
  if (familyOf(chain) === "other") {
    const reason = `there is no probe for ${chain} yet, so it could never pass: leave this NodeHealth out`;
    return [{ severity: "failure", property, reason }];
  }
  if (given.identity !== undefined || chainFacts(chain).identities.length > 0) {
    return [];
  }
  const names = bundledCatalogue.options.map((option) => option.chain);
  const mistyped = typo("expect.chain", chain, names);
  const reason = `the identity of ${chain} is not known to this package: set expect.identity, or it may never pass`;
  return [mistyped === undefined ? warning(property, reason) : { ...mistyped, property }];
}

/** Arguments whose change probes again. */
const probedArguments = ["node", "endpoints", "expect", "triggers"] as const;

/**
 * Whether there is something else to probe, or something else to expect: another node, host, chain, expectation or
 * trigger. Credentials and what the platform states about the node are no change of their own.
 */
export function isOtherProbe(olds: Properties, news: Properties): boolean {
  return probedArguments.some((name) => {
    const [before, after] = [relevant(name, olds[name]), relevant(name, news[name])];
    return hasUnknown(news[name]) || !isDeepStrictEqual(before, after);
  });
}

function relevant(name: (typeof probedArguments)[number], value: unknown): unknown {
  if (!isObject(value)) {
    return value;
  }
  if (name === "endpoints") {
    return hostsOf(value);
  }
  return name === "node" ? [value.id, value.chain] : value;
}

/** Compares the inputs with the old outputs; nothing replaces a NodeHealth. */
export function diffNodeHealth(olds: Properties, news: Properties): DiffOutcome {
  const changes = isOtherProbe(olds, news) || !isDeepStrictEqual(olds.timeouts, news.timeouts);
  return { changes, replaces: [] };
}
