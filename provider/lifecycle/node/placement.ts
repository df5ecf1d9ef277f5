import type { Account } from "../../account/account.js";
import { RejectedError } from "../../errors/errors.js";
import { chainKey } from "../../health/chains/chains.js";
import {
  type Catalogue,
  type CatalogueOption,
  cloudsOf,
  completeCatalogue,
  matchNames,
} from "../../platform/catalogue/catalogue.js";
import type { DeploymentOption } from "../../platform/schemas.js";
import { isTransient } from "../../platform/write-effects.js";
import { bundledCatalogue, isRealChain } from "../check/placement-check.js";
import type { NodeInputs } from "./model.js";

type NodesByName = Extract<NodeInputs, { placement: "catalogue" }>;
type NodesByIds = Extract<NodeInputs, { placement: "ids" }>;

/** A deployment option with the slug of its chain. */
export type LiveOption = DeploymentOption & CatalogueOption;

/** The platform's current offers, as a catalogue. */
export function liveCatalogue(options: readonly DeploymentOption[]): Catalogue<LiveOption> {
  // The platform may show a network by its short name.
  const named = options.map((option) => ({ ...option, chain: chainKey(option.protocol, option.network) }));
  const isReal = (chain: string) => bundledCatalogue.protocols.has(chain) || isRealChain(chain);
  return { ...completeCatalogue(named), isReal };
}

/**
 * Finds the deployment option for the names in a program among the platform's current offers.
 *
 * @throws {RejectedError} on the argument that matches nothing, or on `region` when one is needed to decide
 */
export async function resolveOption(
  account: Account,
  { chain, region, provider }: Pick<NodesByName, "chain" | "region" | "provider">,
): Promise<DeploymentOption> {
  const match = matchNames(liveCatalogue(await account.deploymentOptions()), { chain, region, provider });
  if (match.kind === "found") {
    return match.option;
  }
  throw rejection(match.property, match.reason);
}

/**
 * The deployment option for the ids in a program, if the platform lists it. The platform decides about unlisted ids; a
 * transient failure to read the catalogue is ignored.
 *
 * @throws {RejectedError} on `cloud` when both ids are listed, but not together
 */
export async function findOption(
  account: Account,
  inputs: Pick<NodesByIds, "blockchain" | "cloud">,
): Promise<DeploymentOption | undefined> {
  const options = await account.deploymentOptions().catch((error: unknown) => {
    if (isTransient(error)) {
      return [];
    }
    throw error;
  });
  const offers = options.filter(({ blockchain }) => blockchain === inputs.blockchain);
  const found = offers.find(({ cloud }) => cloud === inputs.cloud);
  if (found === undefined && offers.length > 0 && options.some(({ cloud }) => cloud === inputs.cloud)) {
    const clouds = cloudsOf(liveCatalogue(offers).options);
    throw rejection("cloud", `${inputs.blockchain} is not offered in ${inputs.cloud}; it is offered in ${clouds}`);
  }
  return found;
}

function rejection(property: string, reason: string): RejectedError {
  return new RejectedError("", { [property]: [reason] });
}
