import type * as pulumi from "@pulumi/pulumi";
import { distinct } from "../platform/lists/unreadable.js";
import type { Network } from "../platform/schemas.js";
import { type ArgumentTable, fits, kinds, queryOf } from "./call/arguments.js";
import { callPlain, callTwin, type FunctionDefinition } from "./call/call.js";
import { collect, warnOf } from "./call/collect.js";
import type { CreatorInfo } from "./call/creator.js";
import type { FunctionOptions, OutputArgs } from "./call/options.js";

/** Which networks {@link getNetworks} gives: those that fit all of these. */
export interface GetNetworksArgs {
  /** The whole name. The platform names public networks itself, for example `Mainnet`. */
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

/** A node of a network, without its endpoints: {@link getNodes} gives those. */
export interface NetworkNodeInfo {
  /** For example `ND-123-456-789`. */
  readonly id: string;
  /** Name on the platform. */
  readonly name: string;
  /** Status as the platform gives it. */
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
  /** When it was made: ISO 8601, UTC. */
  readonly createdAt?: string | undefined;
  /** Who made it. */
  readonly creator?: CreatorInfo | undefined;
  /** Id of the organization that it belongs to. */
  readonly organization?: string | undefined;
}

const table: ArgumentTable<GetNetworksArgs, NetworkInfo> = {
  name: { kind: kinds.text, shown: (network) => network.name },
  project: { kind: kinds.text, query: "project", shown: (network) => network.project },
  network: { kind: kinds.text, query: "public_network", shown: (network) => network.network },
  protocol: { kind: kinds.text, query: "protocol", shown: (network) => network.protocol },
  status: { kind: kinds.text, shown: (network) => network.status },
  projectType: { kind: kinds.text, query: "project_type" },
};

const definition: FunctionDefinition<GetNetworksArgs, readonly NetworkInfo[]> = {
  name: "getNetworks",
  table,
  run: async (account, args) => {
    const [networks, { chainKey }] = await Promise.all([
      collect("getNetworks", account.client.pages("listNetworks", { query: queryOf(table, args) })),
      import("../health/chains.js"),
    ]);
    await warnOf("getNetworks", distinct(networks));
    return networks
      .map((network) => infoOf(network, network.network && chainKey(network.protocol, network.network)))
      .filter((network) => fits(table, args, network));
  },
};

// Item by item: the platform's answer holds every credential of every node.
function infoOf({ nodes, ...network }: Network, slug: string | undefined): NetworkInfo {
  const { id, name, project, protocol, status, createdAt, creator, organization } = network;
  const shown = nodes.map((node) => ({ id: node.id, name: node.name, status: node.status }));
  return { id, name, project, protocol, network: slug, status, nodes: shown, createdAt, creator, organization };
}

/**
 * The networks of the account as v1 shows them, oldest first, with their nodes but without any endpoint.
 *
 * @throws {RejectedError} for a wrong argument, before anything is asked
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export function getNetworks(
  args: GetNetworksArgs = {},
  options: FunctionOptions = {},
): Promise<readonly NetworkInfo[]> {
  return callPlain(definition, args, options);
}

/** The twin of {@link getNetworks}: unknown in a preview without key or with the setting `offline`. */
export function getNetworksOutput(
  args: OutputArgs<GetNetworksArgs> = {},
  options: FunctionOptions = {},
): pulumi.Output<readonly NetworkInfo[]> {
  return callTwin(definition, args, options);
}
