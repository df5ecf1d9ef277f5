import type { ListOperationId } from "../platform/operations.js";
import type { Account } from "./account.js";
import { isLost } from "./lost-answer.js";
import { type NodeView, viewOfV1, viewOfV2 } from "./node-view.js";

/** How nodes are read and written through one version of the API. */
export interface NodeApi {
  readonly list: ListOperationId;
  read(account: Account, id: string): Promise<NodeView>;
  /** Renames a node; an answer that was lost is resolved by reading the name back. */
  rename(account: Account, id: string, name: string): Promise<NodeView>;
  remove(account: Account, id: string): Promise<unknown>;
}

/** v1 for nodes of a v1 network, v2 for all others. */
export const nodeApis: Readonly<Record<"v1" | "v2", NodeApi>> = {
  v1: {
    list: "listNodesV1",
    read: async (account, id) => {
      const node = await account.nodesV1.get(id);
      return viewOfV1(node, await account.networkFacts(node.networkId));
    },
    rename: (account, id, name) =>
      renamed(
        name,
        () => nodeApis.v1.read(account, id),
        async () => {
          const node = await account.client.call("updateNodeV1", { id, body: { name } }, account.signal);
          return viewOfV1(node, await account.networkFacts(node.networkId));
        },
      ),
    remove: (account, id) => account.client.call("deleteNodeV1", { id }, account.signal),
  },
  v2: {
    list: "listNodesV2",
    read: async (account, id) => viewOfV2(await account.nodesV2.get(id)),
    rename: (account, id, name) =>
      renamed(
        name,
        () => nodeApis.v2.read(account, id),
        async () => viewOfV2(await account.client.call("updateNodeV2", { id, body: { name } }, account.signal)),
      ),
    remove: (account, id) => account.client.call("deleteNodeV2", { id }, account.signal),
  },
};

async function renamed(name: string, read: () => Promise<NodeView>, write: () => Promise<NodeView>): Promise<NodeView> {
  try {
    return await write();
  } catch (error) {
    if (!isLost(error)) {
      throw error;
    }
    const seen = await read();
    if (seen.name === name) {
      return seen;
    }
    throw error;
  }
}
