import { isObject } from "../../base/json";
import { type RecordedFamily, recordedAges } from "../family";
import { jsonRpcAt, parameter, type RecordedMethods, RecordedRpcError, type RpcParams } from "../json-rpc";
import type { RecordedView } from "../view";

const price = { price_in_fri: "0x5af3107a4000", price_in_wei: "0x3b9aca00" };

const methods: RecordedMethods = {
  starknet_specVersion: () => "0.9.0",
  starknet_chainId: (_params, { identity }) => identity,
  starknet_blockNumber: (_params, { head }) => head,
  starknet_blockHashAndNumber: (_params, view) => ({ block_hash: felt(view, view.head), block_number: view.head }),
  starknet_syncing: (_params, view) => syncing(view),
  starknet_getBlockWithTxHashes: (params, view) => block(params, view),
};

/** Starknet, as Pathfinder responds: JSON-RPC, with or without a version in the path. */
export const starknet: RecordedFamily = {
  family: "starknet",
  software: "pathfinder",
  version: "0.20.5",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "starknet-mainnet",
    blockMs: 6_000,
    anchor: [1_000_000, Date.UTC(2025, 0, 1)],
    identity: "0x534e5f4d41494e",
    wrongIdentity: "0x534e5f5345504f4c4941",
  },
  interfaces: [jsonRpcAt(["", "/rpc/v0_9", "/rpc/v0_8"], methods)],
};

function syncing(view: RecordedView): unknown {
  if (!view.isSyncing) {
    return false;
  }
  const starting = view.head - 1_000;
  return {
    starting_block_hash: felt(view, starting),
    starting_block_num: starting,
    current_block_hash: felt(view, view.head),
    current_block_num: view.head,
    highest_block_hash: felt(view, view.networkHead),
    highest_block_num: view.networkHead,
  };
}

function block(params: RpcParams, view: RecordedView): unknown {
  const id = parameter(params, 0, "block_id");
  const number = isObject(id)
    ? id.block_number
    : ["latest", "l1_accepted"].includes(String(id))
      ? view.head
      : undefined;
  if (typeof number !== "number") {
    throw new RecordedRpcError(-32602, "Invalid params", "unknown block id");
  }
  if (number > view.head || number < 0) {
    throw new RecordedRpcError(24, "Block not found");
  }
  return {
    status: number > view.head - 500 ? "ACCEPTED_ON_L2" : "ACCEPTED_ON_L1",
    block_hash: felt(view, number),
    parent_hash: felt(view, number - 1),
    block_number: number,
    new_root: felt(view, `root ${number}`),
    timestamp: view.secondsOf(number),
    sequencer_address: "0x1176a1bd84444c89232ec27754698e5d2e7e1a7f1539f12027f28b23ec9f3d8",
    l1_gas_price: price,
    l2_gas_price: price,
    l1_data_gas_price: price,
    l1_da_mode: "BLOB",
    starknet_version: "0.14.0",
    transactions: [felt(view, `transaction ${number}`)],
  };
}

/** A field element: fewer than 252 bits, without leading zeros. */
function felt(view: RecordedView, what: number | string): string {
  return `0x${view.hex(what).slice(2).replace(/^0+/, "")}`;
}
