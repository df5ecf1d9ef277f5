import type { Account } from "../../account/account.js";
import type { ReadOptions } from "../../platform/lists/read-options.js";
import type { NodeV1 } from "../../platform/schemas.js";
import { writeOrReadBack } from "../../platform/write-effects.js";
import { type AbsenceQuestion, readIfThere } from "../absence/absence.js";
import { deleteUntilGone } from "../absence/deletion.js";
import type { Context } from "../resource.js";
import { type Deadlines, deadlinesOf } from "../timeouts.js";
import type { NodeInputs, PlaceInNetwork } from "./model.js";
import { type ObservedNode, viewOfV1, viewOfV2 } from "./observed.js";

/** How nodes are read and written through one version of the API. */
export interface NodeApi {
  readonly list: "listNodesV1" | "listNodesV2";
  read(account: Account, id: string, options?: ReadOptions): Promise<ObservedNode>;
  /** Reads the node itself, see {@link Context}. */
  readFresh(account: Account, id: string, signal?: AbortSignal): Promise<ObservedNode>;
  /** Renames a node; a lost response is resolved by reading the name back. */
  rename(account: Account, id: string, name: string, signal?: AbortSignal): Promise<ObservedNode>;
  remove(account: Account, id: string): Promise<unknown>;
}

/** v1 for nodes in a v1 network, v2 for all others. */
export const nodeApis: Readonly<Record<"v1" | "v2", NodeApi>> = {
  v1: {
    list: "listNodesV1",
    read: async (account, id, options) => withNetwork(account, await account.nodesV1.get(id, options)),
    readFresh: async (account, id, signal = account.signal) =>
      withNetwork(account, await account.client.call("getNodeV1", { id }, signal)),
    rename: (account, id, name, signal = account.signal) =>
      writeOrReadBack(
        async () => withNetwork(account, await account.client.call("updateNodeV1", { id, body: { name } }, signal)),
        () => nodeApis.v1.readFresh(account, id, signal),
        (seen) => seen.name === name,
      ),
    remove: (account, id) => account.client.call("deleteNodeV1", { id }, account.signal),
  },
  v2: {
    list: "listNodesV2",
    read: async (account, id, options) => viewOfV2(await account.nodesV2.get(id, options)),
    readFresh: async (account, id, signal = account.signal) =>
      viewOfV2(await account.client.call("getNodeV2", { id }, signal)),
    rename: (account, id, name, signal = account.signal) =>
      writeOrReadBack(
        async () => viewOfV2(await account.client.call("updateNodeV2", { id, body: { name } }, signal)),
        () => nodeApis.v2.readFresh(account, id, signal),
        (seen) => seen.name === name,
      ),
    remove: (account, id) => account.client.call("deleteNodeV2", { id }, account.signal),
  },
};

/**
 * Body of a node in a v1 create request, from the inputs of a Node or of an initial node.
 *
 * @param name the node's own name, or its claim
 */
export function nodeBody({ type, provider, region, configuration }: PlaceInNetwork, name: string) {
  return { name, type, role: "peer" as const, provider, region, configuration };
}

/** Organization and project of a node, as recorded for it or its network. */
export type Home = Pick<AbsenceQuestion, "organization" | "project">;

export function absenceOfNode(api: NodeApi, id: string, { organization, project }: Partial<Home>): AbsenceQuestion {
  return { what: `Node ${id}`, id, list: api.list, organization, project };
}

/** Deletes a node and waits until it no longer exists; its deployment may have to end first. */
export function removeNode(
  api: NodeApi,
  id: string,
  home: Partial<Home>,
  deadlineMs: number,
  context: Context,
): Promise<void> {
  const { account } = context;
  return deleteUntilGone(
    {
      absence: absenceOfNode(api, id, home),
      remove: () => api.remove(account, id),
      read: (options) => api.read(account, id, options),
      isPending: async () => (await api.read(account, id)).status === "pending",
      deadlineMs,
    },
    context,
  );
}

// The network may be deleted already, although the node was read.
async function withNetwork(account: Account, node: NodeV1): Promise<ObservedNode> {
  const { networkId } = node;
  const network = networkId === undefined ? undefined : await readIfThere(() => account.networkFacts(networkId));
  return viewOfV1(node, network);
}

/** The version of the API through which a Node is read and written. */
export function apiOf(inputs: Pick<NodeInputs, "placement"> | undefined): NodeApi {
  return inputs?.placement === "network" ? nodeApis.v1 : nodeApis.v2;
}

/** The deadlines of a Node: dedicated ones take hours. */
export function deadlinesOfNode(inputs: NodeInputs): Deadlines {
  return deadlinesOf(inputs.timeouts, inputs.placement === "network" && inputs.type === "dedicated");
}
