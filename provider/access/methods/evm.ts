import { z } from "zod";
import {
  address20,
  bytes,
  count,
  decoded,
  flag,
  type Hex,
  hash32,
  isObject,
  listOf,
  optional,
  quantity,
  text,
} from "../codec/decode.js";
import {
  addressInput,
  type BlockInput,
  blockInput,
  flagInput,
  hashInput,
  type StateBlockInput,
  stateBlockInput,
} from "../codec/encode.js";
import { largeBodyBytes } from "../settings.js";
import { type Block, blockSchema, pendingBlockSchema } from "./block.js";
import { plainRead, rpcMember, rpcMethod } from "./method.js";

/** An event that a contract emitted. */
export interface Log {
  /** The contract. */
  readonly address: Hex;
  /** The first one is the hash of the event's signature, for all but anonymous events. */
  readonly topics: readonly Hex[];
  /** Arguments that are not indexed, ABI-encoded. */
  readonly data: Hex;
  /** Null while the transaction is pending. */
  readonly blockNumber: bigint | null;
  /** Null while the transaction is pending. */
  readonly blockHash: Hex | null;
  /** Null while the transaction is pending, on some nodes. */
  readonly transactionHash: Hex | null;
  /** Place of the transaction in its block. */
  readonly transactionIndex: number | null;
  /** Place of the log in its block. */
  readonly logIndex: number | null;
  /** Whether a reorganization took the log back. */
  readonly removed?: boolean | undefined;
}

/** Schema of a log. Further fields are passed on as they came. */
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

/** The result of a transaction that is in a block. */
export interface TransactionReceipt {
  /** The transaction. */
  readonly transactionHash: Hex;
  /** Place in the block; null on nodes that give receipts of pending transactions. */
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
  /** Wei per gas that the sender paid; absent on old nodes. */
  readonly effectiveGasPrice?: bigint | undefined;
  /** The created contract, otherwise null. */
  readonly contractAddress: Hex | null;
  /** Events that it emitted; none when it failed. */
  readonly logs: readonly Log[];
  /** Bloom filter of the logs, 256 bytes. */
  readonly logsBloom: Hex;
  /** Absent before the Byzantium fork of 2017, when receipts held a state root instead. */
  readonly status?: "failure" | "success" | undefined;
  /** 0 legacy, 1 with access list, 2 with EIP-1559 fees, 3 with blobs, others on some chains; absent on old nodes. */
  readonly type?: number | undefined;
}

const status = decoded("a status (0x1 or 0x0)", (value): "failure" | "success" | undefined => {
  const known: Readonly<Record<string, "failure" | "success">> = { "0x1": "success", "0x0": "failure" };
  return typeof value === "string" && Object.hasOwn(known, value) ? known[value] : numericStatus(value);
});

function numericStatus(value: unknown): "failure" | "success" | undefined {
  return value === 1 ? "success" : value === 0 ? "failure" : undefined;
}

/** Schema of a receipt. Further fields of a chain, for example fees of a rollup, are passed on as they came. */
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

/** How far a node is with catching up. Further fields differ by software. */
export interface SyncStatus {
  /** Absent on nodes that count otherwise, for example Arbitrum's. */
  readonly currentBlock?: bigint | undefined;
  /** Absent on nodes that count otherwise. */
  readonly highestBlock?: bigint | undefined;
}

const syncStatus: z.ZodType<SyncStatus> = z.looseObject({
  currentBlock: quantity.optional(),
  highestBlock: quantity.optional(),
});

/**
 * Reads that every EVM node answers; quantities are hex strings on the wire and bigint here.
 *
 * @see https://ethereum.github.io/execution-apis/
 */
export const evmMethods = {
  /** Id of the chain. */
  eth_chainId: plainRead<bigint>(quantity),

  /** Number of the newest block. */
  eth_blockNumber: plainRead<bigint>(quantity),

  /** Id of the network, a decimal text. On some chains another number than the chain id, or even a time. */
  net_version: plainRead<string>(text),

  /** Name and version of the software. */
  web3_clientVersion: plainRead<string>(text),

  /** Connected peers. Means nothing behind a load balancer, and not every node offers it. */
  net_peerCount: plainRead<number>(count),

  /** False, or how far the node is with catching up. False is no proof that it is at the head. */
  eth_syncing: plainRead<SyncStatus | false>(
    decoded("false or an object", (value) =>
      value === false ? value : isObject(value) ? syncStatus.safeParse(value).data : undefined,
    ),
  ),

  /**
   * A block by number or tag; null when the node does not have it. That of `pending` has no hash on most nodes. Two request units when
   * 127 or more blocks back.
   */
  eth_getBlockByNumber: rpcMethod<[block: BlockInput, withTransactions?: boolean | undefined], Block | null>({
    parameters: ["block", "withTransactions"],
    params: z.tuple([blockInput, flagInput.optional()]).transform(([block, isFull]) => [block, isFull ?? false]),
    result: ([block]) => (block === "pending" ? pendingBlockSchema : blockSchema).nullable(),
    isRepeatable: true,
    maxBodyBytes: largeBodyBytes,
  }),

  /** Balance of an account in wei. An old block needs an archive node. */
  eth_getBalance: rpcMethod<[address: string, block?: StateBlockInput | undefined], bigint>({
    parameters: ["address", "block"],
    params: z
      .tuple([addressInput, stateBlockInput.optional()])
      .transform(([address, block]) => [address, block ?? "latest"]),
    result: quantity,
    isRepeatable: true,
  }),

  /**
   * What became of a transaction; null while it is pending or unknown. Quantities are hex strings on the wire.
   *
   * @see https://ethereum.github.io/execution-apis/
   */
  getTransactionReceipt: rpcMember("eth_getTransactionReceipt")<[hash: string], TransactionReceipt | null>({
    parameters: ["hash"],
    params: z.tuple([hashInput]),
    result: receiptSchema.nullable(),
    isRepeatable: true,
  }),
};
