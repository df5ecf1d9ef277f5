import { isObject } from "../../base/is-object.js";
import { z } from "../../vendor/zod.js";
import { address20, bytes, count, decoded, flag, hash32, listOf, optional, quantity, text } from "../codec/decode.js";
import { addressInput, blockInput, flagInput, hashInput, stateBlockInput } from "../codec/encode.js";
import type { BlockInput, Hex, StateBlockInput } from "../codec/values.js";
import { largeBodyBytes } from "../settings.js";
import { type Block, blockSchema, pendingBlockSchema } from "./block.js";
import { plainRead, rpcMember, rpcMethod } from "./method.js";

/** An event emitted by a contract. */
export interface Log {
  /** The contract. */
  readonly address: Hex;
  /** The first one is the hash of the event signature, except for anonymous events. */
  readonly topics: readonly Hex[];
  /** Non-indexed arguments, ABI-encoded. */
  readonly data: Hex;
  /** Null while the transaction is pending. */
  readonly blockNumber: bigint | null;
  /** Null while the transaction is pending. */
  readonly blockHash: Hex | null;
  /** Null while the transaction is pending, on some nodes. */
  readonly transactionHash: Hex | null;
  /** Index of the transaction in its block. */
  readonly transactionIndex: number | null;
  /** Index of the log in its block. */
  readonly logIndex: number | null;
  /** Whether a reorganization removed the log. */
  readonly removed?: boolean | undefined;
}

/** Schema of a log. Further fields are passed through. @internal */
export const logSchema: z.ZodType<Log> = z.looseObject({
  address: address20,
  topics: listOf(hash32),
  data: bytes,
  blockNumber: quantity.nullable(),
  blockHash: hash32.nullable(),
  transactionHash: hash32.nullable(),
  transactionIndex: count.nullable(),
  logIndex: count.nullable(),
  removed: flag.optional(),
});

/** The result of an included transaction. */
export interface TransactionReceipt {
  /** Transaction hash. */
  readonly transactionHash: Hex;
  /** Index in the block; null on nodes that return receipts of pending transactions. */
  readonly transactionIndex: number | null;
  /** Hash of the including block; null if not yet included. */
  readonly blockHash: Hex | null;
  /** Number of the including block; null if not yet included. */
  readonly blockNumber: bigint | null;
  /** Sender. */
  readonly from: Hex;
  /** Recipient; null for the creation of a contract. */
  readonly to: Hex | null;
  /** Gas used in the block up to and including this transaction. */
  readonly cumulativeGasUsed: bigint;
  /** Gas used by this transaction alone. */
  readonly gasUsed: bigint;
  /** Effective gas price in wei; absent on old nodes. */
  readonly effectiveGasPrice?: bigint | undefined;
  /** The created contract, otherwise null. */
  readonly contractAddress: Hex | null;
  /** Emitted events; none when the transaction failed. */
  readonly logs: readonly Log[];
  /** Bloom filter of the logs, 256 bytes. */
  readonly logsBloom: Hex;
  /** Absent before the Byzantium fork of 2017, when receipts had a state root instead. */
  readonly status?: "failure" | "success" | undefined;
  /** 0 legacy, 1 with access list, 2 with EIP-1559 fees, 3 with blobs, others on some chains; absent on old nodes. */
  readonly type?: number | undefined;
}

const statuses = new Map<unknown, "failure" | "success">([
  ["0x1", "success"],
  [1, "success"],
  ["0x0", "failure"],
  [0, "failure"],
]);

const status = decoded("a status (0x1 or 0x0)", (value) => statuses.get(value));

/** Schema of a receipt. Further fields of a chain, for example rollup fees, are passed through. */
const receiptSchema: z.ZodType<TransactionReceipt> = z.looseObject({
  transactionHash: hash32,
  transactionIndex: count.nullable(),
  blockHash: hash32.nullable(),
  blockNumber: quantity.nullable(),
  from: address20,
  to: address20.nullish().transform((to) => to ?? null),
  cumulativeGasUsed: quantity,
  gasUsed: quantity,
  effectiveGasPrice: optional(quantity),
  contractAddress: address20.nullish().transform((address) => address ?? null),
  logs: listOf(logSchema),
  logsBloom: bytes,
  status: optional(status),
  type: optional(count),
});

/** Sync progress of a node. Further fields differ by client. */
export interface SyncStatus {
  /** Absent on nodes with other measures, for example Arbitrum's. */
  readonly currentBlock?: bigint | undefined;
  /** Absent on nodes with other measures. */
  readonly highestBlock?: bigint | undefined;
}

const syncStatus: z.ZodType<SyncStatus> = z.looseObject({
  currentBlock: quantity.optional(),
  highestBlock: quantity.optional(),
});

/**
 * Reads that every EVM node supports. Quantities are hex strings on the wire and bigint here.
 *
 * @see https://ethereum.github.io/execution-apis/
 */
export const evmMethods = {
  /** Chain id. */
  eth_chainId: plainRead<bigint>(quantity),

  /** Number of the latest block. */
  eth_blockNumber: plainRead<bigint>(quantity),

  /** Network id, a decimal string. On some chains it differs from the chain id, or is even a timestamp. */
  net_version: plainRead<string>(text),

  /** Name and version of the client. */
  web3_clientVersion: plainRead<string>(text),

  /** Number of peers. Meaningless behind a load balancer, and not supported by every node. */
  net_peerCount: plainRead<number>(count),

  /** False, or the sync progress. False does not prove that the node is at the head. */
  eth_syncing: plainRead<SyncStatus | false>(
    decoded("false or an object", (value) =>
      value === false ? value : isObject(value) ? syncStatus.safeParse(value).data : undefined,
    ),
  ),

  /**
   * A block by number or tag; null when the node does not have it. A `pending` block has no hash on most nodes. Costs
   * two request units when 127 or more blocks old.
   */
  eth_getBlockByNumber: rpcMethod<[block: BlockInput, withTransactions?: boolean | undefined], Block | null>({
    parameters: ["block", "withTransactions"],
    params: z.tuple([blockInput, flagInput.optional()]).transform(([block, isFull]) => [block, isFull ?? false]),
    result: ([block]) => (block === "pending" ? pendingBlockSchema : blockSchema).nullable(),
    maxBodyBytes: largeBodyBytes,
  }),

  /** Balance of an account in wei. Old blocks need an archive node. */
  eth_getBalance: rpcMethod<[address: string, block?: StateBlockInput | undefined], bigint>({
    parameters: ["address", "block"],
    params: z
      .tuple([addressInput, stateBlockInput.optional()])
      .transform(([address, block]) => [address, block ?? "latest"]),
    result: quantity,
  }),

  /**
   * Receipt of a transaction; null while it is pending or unknown. Quantities are hex strings on the wire.
   *
   * @see https://ethereum.github.io/execution-apis/
   */
  getTransactionReceipt: rpcMember("eth_getTransactionReceipt")<[hash: string], TransactionReceipt | null>({
    parameters: ["hash"],
    params: z.tuple([hashInput]),
    result: receiptSchema.nullable(),
  }),
};
