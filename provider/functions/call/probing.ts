import * as pulumi from "@pulumi/pulumi";
import { didYouMean } from "../../base/suggest.js";
import { ConfigError } from "../../errors/errors.js";
import { type ProbeTarget, probeDepths } from "../../health/session/options.js";
import type { NetworkNodeState } from "../../resources/network.js";

/** Options of the functions that probe nodes. */
export interface ProbingOptions {
  /**
   * Also probe in preview, as far as the nodes exist. Otherwise, and always with the setting `offline` for the stack or
   * for the provider of any node, the result is unknown in preview.
   *
   * @default false
   */
  readonly inPreview?: boolean;
  /**
   * How much is checked: identity, head and sync; also what else was bought; everything, in many calls.
   *
   * @default "basic"
   */
  readonly depth?: "basic" | "capabilities" | "full";
  /**
   * Request units that the look at one node may spend.
   *
   * @default 30, for `capabilities` 60, for `full` 200
   */
  readonly maxCost?: number;
}

/** @throws {ConfigError} for an option that does not exist, or that no probe could obey */
export function checkProbing(name: string, options: ProbingOptions, optionNames: readonly string[]): void {
  const foreign = Object.keys(options).find((option) => !optionNames.includes(option));
  if (foreign !== undefined) {
    throw new ConfigError(`${name}: the option "${foreign}" does not exist${didYouMean(foreign, optionNames) || "."}`);
  }
  const { depth, maxCost } = options;
  if (depth !== undefined && !probeDepths.includes(depth)) {
    throw new ConfigError(`${name}: the option depth must be one of ${probeDepths.join(", ")}.`);
  }
  if (maxCost !== undefined && !(Number.isInteger(maxCost) && maxCost > 0)) {
    throw new ConfigError(`${name}: the option maxCost must be a whole number of request units, at least 1.`);
  }
}

/** What is known of a node; state that something else wrote may lack any of it. */
export type SeenNode = {
  readonly [Key in "apiNamespaces" | "endpoints" | "mode" | "type" | "version"]?:
    | NetworkNodeState[Key]
    | null
    | undefined;
} & {
  /** Slug of its chain. */
  readonly chain?: string | null | undefined;
};

/** What to probe, by what is known of a node, with what the platform states about it. */
export function targetOf({ chain, endpoints, mode, version, apiNamespaces, type }: SeenNode): ProbeTarget {
  return {
    endpoints: endpoints ?? {},
    chain: chain ?? "",
    promise: { mode: mode ?? undefined, version: version ?? undefined, apiNamespaces: apiNamespaces ?? undefined },
    isDedicated: type === "dedicated",
  };
}

/**
 * The result of a probe, which is unknown in preview unless allowed. It derives from its subject in preview too, so
 * that a plan has the same dependencies as an up; from secret endpoints, of which it contains nothing by construction.
 *
 * @param isOffline for each subject
 */
export function probing<Subject, Result>(
  subject: pulumi.Output<Subject>,
  isOffline: pulumi.Output<boolean>[],
  { inPreview = false }: ProbingOptions,
  probe: (known: Subject) => Promise<Result>,
): pulumi.Output<Result> {
  const unknown = pulumi.unknown as unknown as Result;
  const staysUnknown = pulumi
    .all(isOffline)
    .apply((each) => pulumi.runtime.isDryRun() && (!inPreview || each.includes(true)));
  const result = pulumi
    .all([subject, staysUnknown])
    .apply(([known, stays]) => pulumi.output(stays ? unknown : probe(known as Subject)));
  return pulumi.unsecret(result as pulumi.Output<Result>);
}
