import type { PretendedHead } from "./pretended-head.js";

type More = Readonly<Record<string, unknown>>;

/** Response of a NEAR node to `status`. */
export function nearStatus(head: PretendedHead, chainId: string, more: More = {}): unknown {
  return {
    chain_id: chainId,
    version: { version: "2.6.3", build: "2.6.3", rustc_version: "1.85.0" },
    protocol_version: 77,
    validators: [],
    sync_info: {
      latest_block_height: head.number(),
      latest_block_time: new Date(head.timeMs()).toISOString().replace("Z", "123456Z"),
      syncing: head.isSyncing,
      earliest_block_height: 9_820_210,
    },
    ...more,
  };
}

/** Response of a CometBFT node to `status`: numbers are strings. */
export function cosmosStatus(head: PretendedHead, network: string, nodeInfo: More = {}): unknown {
  return {
    node_info: { network, version: "0.38.17", moniker: "node", other: { tx_index: "on" }, ...nodeInfo },
    sync_info: {
      latest_block_height: String(head.number()),
      latest_block_time: new Date(head.timeMs()).toISOString().replace("Z", "762194Z"),
      earliest_block_height: "1262196",
      catching_up: head.isSyncing,
    },
    validator_info: { voting_power: "0" },
  };
}
