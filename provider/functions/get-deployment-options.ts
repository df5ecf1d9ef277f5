import { defineFunction } from "./call/define-function.js";

/** Filters of {@link getDeploymentOptions}; an option must match all of them. This package applies them. */
export interface GetDeploymentOptionsArgs {
  /** Slug of the chain, for example `ethereum-mainnet`: the argument `chain` of a Node. */
  readonly network?: string;
  /** Protocol, for example `ethereum`. */
  readonly protocol?: string;
  /** Region, for example `lon1`. */
  readonly region?: string;
  /** Provider, for example `chainstack_global`. */
  readonly provider?: string;
  /** Id of the chain, for example `BC-000-000-008`. */
  readonly blockchain?: string;
  /** Id of the cloud, for example `CC-0016`. */
  readonly cloud?: string;
}

/**
 * One way to place a node. Pass `blockchain` and `cloud`, or `network` (as `chain`), `region` and `provider`, to a
 * Node.
 */
export interface DeploymentOptionInfo {
  /** Id of the chain. */
  readonly blockchain: string;
  /** Id of the cloud. */
  readonly cloud: string;
  /** Region. */
  readonly region: string;
  /** Provider. */
  readonly provider: string;
  /** Protocol. */
  readonly protocol: string;
  /** Slug of the chain. */
  readonly network: string;
  /** Features of such nodes, for example `full`. */
  readonly features: readonly string[];
}

const deploymentOptions = defineFunction<GetDeploymentOptionsArgs, readonly DeploymentOptionInfo[]>({
  name: "getDeploymentOptions",
  arguments: ({ shown }) => shown("network", "protocol", "region", "provider", "blockchain", "cloud"),
  run: async (account, _, { fits }) => {
    const [offered, { chainKey }] = await Promise.all([
      account.client.call("listDeploymentOptions"),
      import("../health/chains/chains.js"),
    ]);
    return offered.map((option) => ({ ...option, network: chainKey(option.protocol, option.network) })).filter(fits);
  },
});

/**
 * Where this account can currently place v2 nodes, in the platform's order.
 *
 * @throws {RejectedError} for a wrong argument, before any request
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export const getDeploymentOptions = deploymentOptions.plain;

/**
 * The `Output` form of {@link getDeploymentOptions}: unknown in a preview without key or with the setting `offline`.
 */
export const getDeploymentOptionsOutput = deploymentOptions.output;
