import { RejectedError } from "../errors.js";
import { chainKey } from "../health/chains.js";
import type { DeploymentOption } from "../platform/schemas.js";
import type { Account } from "./account.js";
import type { Properties } from "./handler.js";
import { nearest } from "./inputs.js";
import { isPassing } from "./lost-answer.js";

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
  const isNamed = region !== undefined || provider !== undefined;
  const inRegion = offers.filter((option) => (region ?? option.region) === option.region);
  const matches = isNamed
    ? inRegion.filter((option) => (provider ?? option.provider) === option.provider)
    : offers.filter((option) => option.provider === globalProvider);
  const [match, second] = matches;
  if (match !== undefined && second === undefined) {
    return match;
  }
  const places = offers.map((option) => `${option.region} (${option.provider})`).join(", ");
  if (match === undefined && isNamed) {
    const property = inRegion.length === 0 ? "region" : "provider";
    throw rejection(property, `${chain} is not offered there; it is offered in ${places}`);
  }
  if (region !== undefined && provider !== undefined) {
    const ids = matches
      .map(({ blockchain, cloud }) => `{ blockchain: "${blockchain}", cloud: "${cloud}" }`)
      .join(" or ");
    throw rejection("chain", `the names fit several options; place the node by ids: ${ids}`);
  }
  throw rejection(
    region === undefined ? "region" : "provider",
    `say where ${chain} is to run; it is offered in ${places}`,
  );
}

/**
 * The option that a program's ids mean, when the platform lists it. Ids that are not listed are for the platform to judge,
 * and a catalogue that cannot be read at the moment stands in nobody's way.
 */
export async function findOption(account: Account, inputs: Properties): Promise<DeploymentOption | undefined> {
  const options = await account.deploymentOptions().catch((error: unknown) => {
    if (isPassing(error)) {
      return [];
    }
    throw error;
  });
  return options.find(({ blockchain, cloud }) => blockchain === inputs.blockchain && cloud === inputs.cloud);
}

function rejection(property: string, reason: string): RejectedError {
  return new RejectedError(`${property}: ${reason}.`, { [property]: [reason] });
}
