import { z } from "zod";
import {
  address20,
  bytes,
  chosen,
  count,
  decoded,
  type Hex,
  hash32,
  jsonObject,
  listOf,
  optional,
  quantity,
  timestampMs,
} from "../codec/decode.js";

/** A block or its header. What a chain or a node does not have is absent. */
export interface Block {
  /** Height; null for a pending block on some nodes. */
  readonly number: bigint | null;
  /** Its own hash; null for a pending block on most nodes. */
  readonly hash: Hex | null;
  /** Hash of the block before it. */
  readonly parentHash: Hex;
  /** When it was made: milliseconds since the epoch, whatever unit the chain counts in. */
  readonly timestampMs: number;
  /** Hashes of its transactions, or with `withTransactions` the transactions as the node writes them; absent in a header. */
  readonly transactions?: readonly (Hex | Readonly<Record<string, unknown>>)[] | undefined;
  /** Gas that its transactions may use. */
  readonly gasLimit?: bigint | undefined;
  /** Gas that they used. */
  readonly gasUsed?: bigint | undefined;
  /** Wei per gas that each of them burns, since EIP-1559. */
  readonly baseFeePerGas?: bigint | undefined;
  /** Who receives the fees; absent for a pending block. */
  readonly miner?: Hex | undefined;
  /** What the miner wrote into it. */
  readonly extraData?: Hex | undefined;
  /** Bytes of the whole block. */
  readonly size?: number | undefined;
  /** Root of the state after it. */
  readonly stateRoot?: Hex | undefined;
  /** Root of its transactions. */
  readonly transactionsRoot?: Hex | undefined;
  /** Root of their receipts. */
  readonly receiptsRoot?: Hex | undefined;
  /** Bloom filter of the logs, 256 bytes. */
  readonly logsBloom?: Hex | undefined;
  /** 0 since proof of stake. */
  readonly difficulty?: bigint | undefined;
  /** Difficulty of the chain up to it; gone from newer nodes. */
  readonly totalDifficulty?: bigint | undefined;
  /** 0 since proof of stake; absent for a pending block. */
  readonly nonce?: Hex | undefined;
  /** Randomness of the beacon chain, before it a part of the proof of work. */
  readonly mixHash?: Hex | undefined;
  /** Hash of the list of uncles. */
  readonly sha3Uncles?: Hex | undefined;
  /** Hashes of its uncles; none since proof of stake. */
  readonly uncles?: readonly Hex[] | undefined;
  /** What validators withdrew in it, since Shanghai. */
  readonly withdrawals?: readonly Withdrawal[] | undefined;
  /** Root of the withdrawals. */
  readonly withdrawalsRoot?: Hex | undefined;
  /** Gas that blobs used, since Cancun. */
  readonly blobGasUsed?: bigint | undefined;
  /** Blob gas above the target so far, which sets the price of blobs. */
  readonly excessBlobGas?: bigint | undefined;
  /** Root of the beacon block before it. */
  readonly parentBeaconBlockRoot?: Hex | undefined;
  /** Hash of the requests to the beacon chain, since Prague. */
  readonly requestsHash?: Hex | undefined;
}

/** A block that is part of the chain. */
export interface IncludedBlock extends Block {
  /** Height. */
  readonly number: bigint;
  /** Its own hash. */
  readonly hash: Hex;
}

/** Ether that a validator withdrew. */
export interface Withdrawal {
  /** Number of the withdrawal, counted over the chain. */
  readonly index: bigint;
  /** Number of the validator. */
  readonly validatorIndex: bigint;
  /** Who received it. */
  readonly address: Hex;
  /** Gwei. */
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

// Roots of other chains than Ethereum are shorter now and then.
const fields = {
  parentHash: hash32,
  timestamp: decoded("a timestamp", timestampMs),
  transactions: optional(listOf(transaction)),
  gasLimit: optional(quantity),
  gasUsed: optional(quantity),
  baseFeePerGas: optional(quantity),
  miner: optional(bytes),
  extraData: optional(bytes),
  size: optional(count),
  stateRoot: optional(bytes),
  transactionsRoot: optional(bytes),
  receiptsRoot: optional(bytes),
  logsBloom: optional(bytes),
  difficulty: optional(quantity),
  totalDifficulty: optional(quantity),
  nonce: optional(bytes),
  mixHash: optional(bytes),
  sha3Uncles: optional(bytes),
  uncles: optional(listOf(hash32)),
  withdrawals: optional(listOf(withdrawal)),
  withdrawalsRoot: optional(bytes),
  blobGasUsed: optional(quantity),
  excessBlobGas: optional(quantity),
  parentBeaconBlockRoot: optional(bytes),
  requestsHash: optional(bytes),
};

/** Schema of a block or of its header. Further fields are passed on as they came. */
export const blockSchema: z.ZodType<IncludedBlock> = z
  .looseObject({ number: quantity, hash: hash32, ...fields })
  .transform(({ timestamp, ...block }) => ({ ...block, timestampMs: timestamp }));

/** Schema of a block that is still being made. */
export const pendingBlockSchema: z.ZodType<Block> = z
  .looseObject({ number: quantity.nullable(), hash: hash32.nullable(), ...fields })
  .transform(({ timestamp, ...block }) => ({ ...block, timestampMs: timestamp }));
