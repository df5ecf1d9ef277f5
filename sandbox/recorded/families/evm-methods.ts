import { hexQuantity } from "../../base/encoding";
import { parameter, type RecordedMethods, RecordedRpcError, type RpcParams } from "../json-rpc";
import type { RecordedView } from "../view";

const empty = `0x${"00".repeat(32)}`;
const bloom = `0x${"00".repeat(256)}`;

/** Reads of the Ethereum API that chains of other kinds offer beside their own; `identity` is the chain id. */
export function evmMethods(clientVersion: string, finalityBlocks: number): RecordedMethods {
  const block = (params: RpcParams, view: RecordedView) => {
    const height = heightOf(parameter(params, 0, "block"), view, finalityBlocks);
    return height > view.head ? null : blockAt(height, view);
  };
  return {
    eth_chainId: (_params, { identity }) => hexQuantity(Number(identity)),
    net_version: (_params, { identity }) => identity,
    net_listening: () => true,
    net_peerCount: () => hexQuantity(30),
    web3_clientVersion: () => clientVersion,
    eth_blockNumber: (_params, { head }) => hexQuantity(head),
    eth_getBlockByNumber: block,
    eth_getBalance: () => "0x0",
    eth_gasPrice: () => hexQuantity(210),
    eth_getLogs: () => [],
    eth_syncing: (_params, { isSyncing, head, networkHead }) =>
      isSyncing
        ? {
            startingBlock: hexQuantity(head - 1_000),
            currentBlock: hexQuantity(head),
            highestBlock: hexQuantity(networkHead),
          }
        : false,
  };
}

function heightOf(tag: unknown, { head }: RecordedView, finalityBlocks: number): number {
  const tags: Readonly<Record<string, number>> = {
    earliest: 0,
    latest: head,
    pending: head,
    safe: head - finalityBlocks,
    finalized: head - finalityBlocks,
  };
  const named = typeof tag === "string" && Object.hasOwn(tags, tag) ? tags[tag] : undefined;
  const height = named ?? (typeof tag === "string" && /^0x[0-9a-f]+$/i.test(tag) ? Number(tag) : undefined);
  if (height === undefined) {
    throw new RecordedRpcError(-32602, "invalid block number");
  }
  return height;
}

function blockAt(height: number, view: RecordedView): Record<string, unknown> {
  return {
    number: hexQuantity(height),
    hash: `0x${view.hex(height)}`,
    parentHash: `0x${view.hex(height - 1)}`,
    timestamp: hexQuantity(view.secondsOf(height)),
    gasLimit: "0x2540be400",
    gasUsed: "0x0",
    baseFeePerGas: "0x64",
    difficulty: "0x0",
    totalDifficulty: "0x0",
    extraData: "0x",
    logsBloom: bloom,
    miner: `0x${view.hex("miner").slice(0, 40)}`,
    mixHash: empty,
    nonce: "0x0000000000000000",
    receiptsRoot: empty,
    sha3Uncles: empty,
    size: "0x0",
    stateRoot: `0x${view.hex(`state ${height}`)}`,
    transactions: [],
    transactionsRoot: empty,
    uncles: [],
  };
}
