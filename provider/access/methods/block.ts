import { z } from "../../vendor/zod.js";
import {
  address20,
  bytes,
  chosen,
  count,
  decoded,
  hash32,
  jsonObject,
  listOf,
  optional,
  quantity,
  timestampMs,
} from "../codec/decode.js";
import type { Hex } from "../codec/values.js";

/** A block or its header. Fields that a chain or a node does not have are absent. */
export interface Block {
  /** Height; null for a pending block on some nodes. */
  readonly number: bigint | null;
  /** Block hash; null for a pending block on most nodes. */
  readonly hash: Hex | null;
  /** Hash of the parent block. */
  readonly parentHash: Hex;
  /** Timestamp in milliseconds since the epoch, whatever unit the chain uses. */
  readonly timestampMs: number;
  /** Transaction hashes, or with `withTransactions` the transactions as the node writes them; absent in a header. */
  readonly transactions?: readonly (Hex | Readonly<Record<string, unknown>>)[] | undefined;
  /** Gas limit of the block. */
  readonly gasLimit?: bigint | undefined;
  /** Gas used by its transactions. */
  readonly gasUsed?: bigint | undefined;
  /** Base fee in wei per gas, burned by each transaction since EIP-1559. */
  readonly baseFeePerGas?: bigint | undefined;
  /** Recipient of the fees; absent for a pending block. */
  readonly miner?: Hex | undefined;
  /** Arbitrary data from the block producer. */
  readonly extraData?: Hex | undefined;
  /** Size of the block in bytes. */
  readonly size?: number | undefined;
  /** State root after the block. */
  readonly stateRoot?: Hex | undefined;
  /** Transactions root. */
  readonly transactionsRoot?: Hex | undefined;
  /** Receipts root. */
  readonly receiptsRoot?: Hex | undefined;
  /** Bloom filter of the logs, 256 bytes. */
  readonly logsBloom?: Hex | undefined;
  /** 0 since proof of stake. */
  readonly difficulty?: bigint | undefined;
  /** Total difficulty of the chain up to this block; absent on newer nodes. */
  readonly totalDifficulty?: bigint | undefined;
  /** 0 since proof of stake; absent for a pending block. */
  readonly nonce?: Hex | undefined;
  /** Randomness from the beacon chain, previously part of the proof of work. */
  readonly mixHash?: Hex | undefined;
  /** Hash of the uncle list. */
  readonly sha3Uncles?: Hex | undefined;
  /** Uncle hashes; none since proof of stake. */
  readonly uncles?: readonly Hex[] | undefined;
  /** Validator withdrawals, since Shanghai. */
  readonly withdrawals?: readonly Withdrawal[] | undefined;
  /** Withdrawals root. */
  readonly withdrawalsRoot?: Hex | undefined;
  /** Blob gas used, since Cancun. */
  readonly blobGasUsed?: bigint | undefined;
  /** Accumulated blob gas above the target, which determines the blob price. */
  readonly excessBlobGas?: bigint | undefined;
  /** Root of the parent beacon block. */
  readonly parentBeaconBlockRoot?: Hex | undefined;
  /** Hash of the execution requests, since Prague. */
  readonly requestsHash?: Hex | undefined;
}

/** A block of the chain. */
export interface IncludedBlock extends Block {
  /** Height. */
  readonly number: bigint;
  /** Block hash. */
  readonly hash: Hex;
}

/** A validator's withdrawal. */
export interface Withdrawal {
  /** Index of the withdrawal, across the chain. */
  readonly index: bigint;
  /** Index of the validator. */
  readonly validatorIndex: bigint;
  /** Recipient. */
  readonly address: Hex;
  /** Amount in gwei. */
  readonly amount: bigint;
}

const transaction = chosen<Hex | Readonly<Record<string, unknown>>>((value) =>
  typeof value === "string" ? hash32 : jsonObject,
);

const withdrawal: z.ZodType<Withdrawal> = z.looseObject({
  index: quantity,
  validatorIndex: quantity,
  address: address20,
  amount: quantity,
});

// Roots of chains other than Ethereum are sometimes shorter.
const fields = {
  parentHash: hash32,
  timestamp: decoded("a timestamp", timestampMs),
  transactions: optional(listOf(transaction)),
  size: optional(count),
  uncles: optional(listOf(hash32)),
  withdrawals: optional(listOf(withdrawal)),
  ...each(optional(quantity), "gasLimit", "gasUsed", "baseFeePerGas", "difficulty", "totalDifficulty"),
  ...each(optional(quantity), "blobGasUsed", "excessBlobGas"),
  ...each(optional(bytes), "miner", "extraData", "logsBloom", "nonce", "mixHash", "sha3Uncles", "requestsHash"),
  ...each(optional(bytes), "stateRoot", "transactionsRoot", "receiptsRoot", "withdrawalsRoot", "parentBeaconBlockRoot"),
};

/** One schema for several members. */
function each<T, Name extends string>(schema: z.ZodType<T>, ...names: readonly Name[]): Record<Name, z.ZodType<T>> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, z.ZodType<T>>;
}

/** Schema of a block or its header. Further fields are passed through. @internal */
export const blockSchema: z.ZodType<IncludedBlock> = z
  .looseObject({ number: quantity, hash: hash32, ...fields })
  .transform(({ timestamp, ...block }) => ({ ...block, timestampMs: timestamp }));

/** Schema of a pending block. @internal */
export const pendingBlockSchema: z.ZodType<Block> = z
  .looseObject({ number: quantity.nullable(), hash: hash32.nullable(), ...fields })
  .transform(({ timestamp, ...block }) => ({ ...block, timestampMs: timestamp }));
