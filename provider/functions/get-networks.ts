import { distinct } from "../platform/lists/unreadable.js";
import type { Network } from "../platform/schemas.js";
import { collect, warnOf } from "./call/collect.js";
import type { CreatorInfo } from "./call/creator.js";
import { defineFunction } from "./call/define-function.js";

/** Filters of {@link getNetworks}; a network must match all of them. */
export interface GetNetworksArgs {
  /** The full name. The platform names public networks itself, for example `Mainnet`. */
  readonly name?: string;
  /** Id of the project. */
  readonly project?: string;
  /** Slug of the chain, for example `ethereum-mainnet`. */
  readonly network?: string;
  /** Protocol, for example `ethereum`. */
  readonly protocol?: string;
  /** `pending`, `ok`, `warning`, `failed`. */
  readonly status?: string;
  /** Type of the project: `public`; `consortium` occurs on old projects only. */
  readonly projectType?: string;
}

/** A node of a network, without its endpoints: {@link getNodes} returns those. */
export interface NetworkNodeInfo {
  /** For example `ND-123-456-789`. */
  readonly id: string;
  /** Name on the platform. */
  readonly name: string;
  /** Status on the platform. */
  readonly status: string;
}

/** A network as v1 shows it. What is not known is absent. */
export interface NetworkInfo {
  /** For example `NW-123-456-7`. */
  readonly id: string;
  /** Name on the platform. */
  readonly name?: string | undefined;
  /** Id of the project. */
  readonly project?: string | undefined;
  /** Protocol, for example `ethereum`. */
  readonly protocol?: string | undefined;
  /** Slug of the chain. */
  readonly network?: string | undefined;
  /** `pending`, `ok`, `warning`, `failed`, or one that is newer than this package. */
  readonly status: string;
  /** Its nodes, without secrets. */
  readonly nodes: readonly NetworkNodeInfo[];
  /** When it was created: ISO 8601, UTC. */
  readonly createdAt?: string | undefined;
  /** Who created it. */
  readonly creator?: CreatorInfo | undefined;
  /** Id of the organization that it belongs to. */
  readonly organization?: string | undefined;
}

const networks = defineFunction<GetNetworksArgs, readonly NetworkInfo[]>({
  name: "getNetworks",
  arguments: ({ text, shown }) => ({
    ...shown("name", "status"),
    project: { kind: text, query: "project", isShown: true },
    network: { kind: text, query: "public_network", isShown: true },
    protocol: { kind: text, query: "protocol", isShown: true },
    projectType: { kind: text, query: "project_type" },
  }),
  run: async (account, _, { query, fits }) => {
    const [listed, { chainKey }] = await Promise.all([
      collect("getNetworks", account.client.pages("listNetworks", { query })),
      import("../health/chains/chains.js"),
    ]);
    await warnOf("getNetworks", distinct(listed));
    return listed
      .map((network) => infoOf(network, network.network && chainKey(network.protocol, network.network)))
      .filter(fits);
  },
});

// Explicit members: the platform's response includes every credential of every node.
function infoOf({ nodes, ...network }: Network, slug: string | undefined): NetworkInfo {
  const { id, name, project, protocol, status, createdAt, creator, organization } = network;
  const shown = nodes.map((node) => ({ id: node.id, name: node.name, status: node.status }));
  return { id, name, project, protocol, network: slug, status, nodes: shown, createdAt, creator, organization };
}

/**
 * The networks of the account as v1 shows them, oldest first, with their nodes but without any endpoint.
 *
 * @throws {RejectedError} for a wrong argument, before any request
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export const getNetworks = networks.plain;

/** The `Output` form of {@link getNetworks}: unknown in a preview without key or with the setting `offline`. */
export const getNetworksOutput = networks.output;
