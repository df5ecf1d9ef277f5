import { RejectedError } from "../errors.js";
import { chainKey } from "../health/chains.js";
import type { DeploymentOption } from "../platform/schemas.js";
import type { Account } from "./account.js";
import type { Properties } from "./handler.js";
import { nearest } from "./inputs.js";

const globalProvider = "chainstack_global";

/**
 * Finds the deployment option that a program's names mean, in what the platform offers at present.
 *
 * @param inputs `chain`, and optionally `region` and `provider`
 * @throws {RejectedError} on the argument that matches nothing, or `region` when it takes one to decide
 */
export async function resolveOption(account: Account, inputs: Properties): Promise<DeploymentOption> {
  const chain = String(inputs.chain);
  const all = await account.deploymentOptions();
  const slugOf = (option: DeploymentOption) => chainKey(option.protocol, option.network);
  const offers = all.filter((option) => slugOf(option) === chain);
  if (offers.length === 0) {
    const slugs = [...new Set(all.map(slugOf))].sort();
    const near = nearest(chain, slugs);
    throw rejection(
      "chain",
      `"${chain}" is not offered to this organization${near === undefined ? `. Offered: ${slugs.join(", ")}` : `; did you mean "${near}"?`}`,
    );
  }
  const { region, provider } = inputs;
  const matches =
    region === undefined && provider === undefined
      ? offers.filter((option) => option.provider === globalProvider)
      : offers.filter(
          (option) => (region ?? option.region) === option.region && (provider ?? option.provider) === option.provider,
        );
  const [match, second] = matches;
  if (match === undefined || second !== undefined) {
    const places = offers.map((option) => `${option.region} (${option.provider})`).join(", ");
    const property =
      region === undefined ? "region" : provider === undefined && second !== undefined ? "provider" : "region";
    throw rejection(property, `say where ${chain} is to run; it is offered in ${places}`);
  }
  return match;
}

/** The option that a program's ids mean, when the platform offers it; an id that is not listed is for the platform to judge. */
export async function findOption(account: Account, inputs: Properties): Promise<DeploymentOption | undefined> {
  const options = await account.deploymentOptions();
  return options.find(({ blockchain, cloud }) => blockchain === inputs.blockchain && cloud === inputs.cloud);
}

function rejection(property: string, reason: string): RejectedError {
  return new RejectedError(`${property}: ${reason}.`, { [property]: [reason] });
}
