import type * as pulumi from "@pulumi/pulumi";
import type { FieldReasons } from "../errors/errors.js";
import { type ArgumentRow, type ArgumentTable, fits, kinds, queryOf } from "./call/arguments.js";
import { callPlain, callTwin, type FunctionDefinition } from "./call/call.js";
import { collect } from "./call/collect.js";
import { type NodeInfo, nodeInfo } from "./call/node-info.js";
import type { FunctionOptions, OutputArgs } from "./call/options.js";

/**
 * Which nodes {@link getNodes} gives: those that fit all of these.
 *
 * The two versions of the platform's API show different facts about the same nodes. v2 has no filters, so this package
 * walks its whole list and compares; v1 filters itself.
 */
export interface GetNodesArgs {
  /**
   * The version that is asked.
   *
   * @default "v1" with one of the filters that only v1 has, else "v2"
   */
  readonly api?: "v1" | "v2";
  /** The whole name. */
  readonly name?: string;
  /** Id of the project. */
  readonly project?: string;
  /** Slug of the chain, for example `ethereum-mainnet`. */
  readonly network?: string;
  /** Protocol, for example `ethereum`. */
  readonly protocol?: string;
  /** Region, for example `lon1`. */
  readonly region?: string;
  /** Provider, for example `chainstack_global`. */
  readonly provider?: string;
  /** Status, for example `running`. */
  readonly status?: string;
  /** Id of the cloud; v2 only. */
  readonly cloud?: string;
  /** Id of the chain; v2 only. */
  readonly blockchain?: string;
  /** Id of the network; v1 only. */
  readonly networkId?: string;
  /** Id of the organization; v1 only. */
  readonly organization?: string;
  /** `shared` or `dedicated`; v1 only. */
  readonly type?: string;
  /** `peer`; v1 only. */
  readonly role?: string;
  /** Whether the node was asked for as an archive node; v1 only. */
  readonly archive?: boolean;
  /** Type of the project: `public`; `consortium` occurs on old projects only; v1 only. */
  readonly projectType?: string;
  /**
   * Whether each node comes with its addresses and credentials. The twin marks its whole result as secret then; what the
   * plain form gives is in clear: pass it through `pulumi.secret` before it goes into an output or an argument.
   *
   * @default false
   */
  readonly includeEndpoints?: boolean;
}

type Rows = Readonly<Record<string, ArgumentRow<NodeInfo>>>;

const common = { api: { kind: kinds.oneOf("v1", "v2") }, includeEndpoints: { kind: kinds.flag } } satisfies Rows;

const v2Table = {
  ...common,
  name: { kind: kinds.text, shown: (node) => node.name },
  project: { kind: kinds.text, shown: (node) => node.project },
  network: { kind: kinds.text, shown: (node) => node.network },
  protocol: { kind: kinds.text, shown: (node) => node.protocol },
  region: { kind: kinds.text, shown: (node) => node.region },
  provider: { kind: kinds.text, shown: (node) => node.provider },
  status: { kind: kinds.text, shown: (node) => node.status },
  cloud: { kind: kinds.text, shown: (node) => node.cloud },
  blockchain: { kind: kinds.text, shown: (node) => node.blockchain },
} satisfies Rows;

// `archive` reads false on nodes that serve archive data all the same: left to the platform, as are project, chain and
// protocol, which a node of v1 does not show.
const v1Table = {
  ...common,
  name: { kind: kinds.text, shown: (node) => node.name },
  project: { kind: kinds.text, query: "project" },
  network: { kind: kinds.text, query: "public_network" },
  protocol: { kind: kinds.text, query: "protocol" },
  region: { kind: kinds.text, query: "region", shown: (node) => node.region },
  provider: { kind: kinds.text, query: "provider", shown: (node) => node.provider },
  status: { kind: kinds.text, shown: (node) => node.status },
  networkId: { kind: kinds.text, query: "network", shown: (node) => node.networkId },
  organization: { kind: kinds.text, query: "organization", shown: (node) => node.organization },
  type: { kind: kinds.text, query: "type", shown: (node) => node.type },
  role: { kind: kinds.text, query: "role", shown: (node) => node.role },
  archive: { kind: kinds.flag, query: "archive" },
  projectType: { kind: kinds.text, query: "project_type" },
} satisfies Rows;

const tables: Readonly<Record<"v1" | "v2", Rows>> = { v1: v1Table, v2: v2Table };

// In this order, names of the platform's query parameters are those of v1: v2 has none.
const table: ArgumentTable<GetNodesArgs, NodeInfo> = { ...v2Table, ...v1Table };

const given = (args: GetNodesArgs): readonly string[] =>
  Object.entries(args).flatMap(([name, value]) => (value === undefined || value === null ? [] : [name]));

function apiOf(args: GetNodesArgs): "v1" | "v2" {
  return args.api ?? (given(args).some((name) => !(name in v2Table)) ? "v1" : "v2");
}

function conflicts(args: GetNodesArgs): FieldReasons {
  const api = apiOf(args);
  const foreign = given(args).filter((name) => !(name in tables[api]));
  const other = api === "v1" ? "v2" : "v1";
  return Object.fromEntries(foreign.map((name) => [name, [`goes with ${other} only, and this asks ${api}`]]));
}

const definition: FunctionDefinition<GetNodesArgs, readonly NodeInfo[]> = {
  name: "getNodes",
  table,
  conflicts,
  isSecret: ({ includeEndpoints = false }) => includeEndpoints,
  run: async (account, args) => {
    const { viewOfV1, viewOfV2 } = await import("../lifecycle/node/observed.js");
    const api = apiOf(args);
    const nodes =
      api === "v1"
        ? await collect("getNodes", account.client.pages("listNodesV1", { query: queryOf(v1Table, args) }))
        : await collect("getNodes", account.client.pages("listNodesV2"));
    return nodes
      .map((node) => {
        const view = node.api === "v1" ? viewOfV1(node, undefined) : viewOfV2(node);
        return nodeInfo(node, view, args.includeEndpoints ?? false);
      })
      .filter((node) => fits(tables[api], args, node));
  },
};

/**
 * The nodes of the account, oldest first. Without their endpoints, unless they are asked for.
 *
 * @throws {RejectedError} for a wrong argument, before anything is asked
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export function getNodes(args: GetNodesArgs = {}, options: FunctionOptions = {}): Promise<readonly NodeInfo[]> {
  return callPlain(definition, args, options);
}

/**
 * The twin of {@link getNodes}: secret as a whole with `includeEndpoints`, unknown in a preview without key or with the
 * setting `offline`.
 */
export function getNodesOutput(
  args: OutputArgs<GetNodesArgs> = {},
  options: FunctionOptions = {},
): pulumi.Output<readonly NodeInfo[]> {
  return callTwin(definition, args, options);
}
