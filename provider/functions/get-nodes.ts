import type { ArgumentRows, Kinds } from "./call/arguments.js";
import { collect } from "./call/collect.js";
import { defineFunction } from "./call/define-function.js";
import { type NodeInfo, nodeInfo } from "./call/node-info.js";

/**
 * Filters of {@link getNodes}; a node must match all of them.
 *
 * The two versions of the platform's API show different properties of the same nodes. v1 filters itself; v2 has no
 * filters, so this package reads the whole list and filters it.
 */
export interface GetNodesArgs {
  /**
   * Version of the API to use.
   *
   * @default "v1" with one of the filters that only v1 has, else "v2"
   */
  readonly api?: "v1" | "v2";
  /** The full name. */
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
  /** Whether the node was requested as an archive node; v1 only. */
  readonly archive?: boolean;
  /** Type of the project: `public`; `consortium` occurs on old projects only; v1 only. */
  readonly projectType?: string;
  /**
   * Whether to include the endpoints and credentials of each node. If so, `getNodesOutput` marks its whole result as
   * secret; the plain form returns cleartext: wrap it in `pulumi.secret` before you use it in an output or an argument.
   *
   * @default false
   */
  readonly includeEndpoints?: boolean;
}

const rows = {
  v2: ({ shown }: Kinds) =>
    shown("name", "project", "network", "protocol", "region", "provider", "status", "cloud", "blockchain"),
  // The platform filters by `archive`, which reads false on some nodes that serve archive data, and by project, chain
  // and protocol, which a v1 node does not show.
  v1: ({ text, flag, shown }: Kinds) =>
    ({
      ...shown("name", "status"),
      project: { kind: text, query: "project" },
      network: { kind: text, query: "public_network" },
      protocol: { kind: text, query: "protocol" },
      region: { kind: text, query: "region", isShown: true },
      provider: { kind: text, query: "provider", isShown: true },
      networkId: { kind: text, query: "network", isShown: true },
      organization: { kind: text, query: "organization", isShown: true },
      type: { kind: text, query: "type", isShown: true },
      role: { kind: text, query: "role", isShown: true },
      archive: { kind: flag, query: "archive" },
      projectType: { kind: text, query: "project_type" },
    }) satisfies ArgumentRows,
} as const;

/** Arguments that only one version supports. */
const only = {
  v1: ["networkId", "organization", "type", "role", "archive", "projectType"],
  v2: ["cloud", "blockchain"],
} as const satisfies Record<string, readonly (keyof GetNodesArgs)[]>;

function given(args: GetNodesArgs, names: readonly (keyof GetNodesArgs)[]): readonly string[] {
  return names.filter((name) => (args[name] ?? undefined) !== undefined);
}

function apiOf(args: GetNodesArgs): "v1" | "v2" {
  return args.api ?? (given(args, only.v1).length > 0 ? "v1" : "v2");
}

const nodes = defineFunction<GetNodesArgs, readonly NodeInfo[]>({
  name: "getNodes",
  // v1 last: only v1 has query parameters.
  arguments: (kinds) => ({
    api: { kind: kinds.oneOf("v1", "v2") },
    includeEndpoints: { kind: kinds.flag },
    ...rows.v2(kinds),
    ...rows.v1(kinds),
  }),
  conflicts: (args) => {
    const api = apiOf(args);
    const other = api === "v1" ? "v2" : "v1";
    const foreign = given(args, only[other]);
    return Object.fromEntries(foreign.map((name) => [name, [`requires ${other}, and this call uses ${api}`]]));
  },
  isSecret: ({ includeEndpoints = false }) => includeEndpoints,
  run: async (account, args) => {
    const [{ kinds, selectionOf }, { viewOfV1, viewOfV2 }] = await Promise.all([
      import("./call/arguments.js"),
      import("../lifecycle/node/observed.js"),
    ]);
    const api = apiOf(args);
    const { query, fits } = selectionOf(rows[api](kinds), args);
    const listed =
      api === "v1"
        ? await collect("getNodes", account.client.pages("listNodesV1", { query }))
        : await collect("getNodes", account.client.pages("listNodesV2"));
    return listed
      .map((node) => {
        const view = node.api === "v1" ? viewOfV1(node, undefined) : viewOfV2(node);
        return nodeInfo(node, view, args.includeEndpoints ?? false);
      })
      .filter(fits);
  },
});

/**
 * The nodes of the account, oldest first; with endpoints only if requested.
 *
 * @throws {RejectedError} for a wrong argument, before any request
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export const getNodes = nodes.plain;

/**
 * The `Output` form of {@link getNodes}: secret as a whole with `includeEndpoints`, unknown in a preview without key or
 * with the setting `offline`.
 */
export const getNodesOutput = nodes.output;
