import { isObject } from "../../base/is-object.js";
import { renamed } from "../../base/renamed.js";
import { z } from "../../vendor/zod.js";
import { chosen, count, text } from "../codec/decode.js";
import { countInput, encoded } from "../codec/encode.js";
import { type LedgerHealth, ledgerHealth } from "./ledgers.js";
import { plainRead, rpcMethod } from "./method.js";

/** Required finality of the result; nodes default to `finalized`. */
export interface CommitmentInput {
  /** `processed` is the latest slot on the node, which may still be skipped. @default "finalized" */
  readonly commitment?: "confirmed" | "finalized" | "processed" | undefined;
}

/** Software of a Solana node. */
export interface SolanaVersion {
  /** Version of the validator client. */
  readonly solanaCore: string;
}

const commitment = z
  .strictObject({
    commitment: encoded<"confirmed" | "finalized" | "processed">("processed, confirmed or finalized", (value) =>
      ["confirmed", "finalized", "processed"].includes(value as string) ? value : undefined,
    ).optional(),
  })
  .optional();

/**
 * Reads of a Solana node. A slot number is not a block height.
 *
 * @see https://solana.com/docs/rpc/http
 */
export const solanaMethods = {
  /** Hash of the genesis block (Base58), which distinguishes clusters. */
  getGenesisHash: plainRead<string>(text),

  /**
   * Solana: `ok`, or error -32005 with `numSlotsBehind`; a node whose peers are equally stale reports `ok` too.
   * Stellar: an object with the range of ledgers.
   */
  getHealth: plainRead<LedgerHealth | string>(
    chosen<LedgerHealth | string>((value) => (isObject(value) ? ledgerHealth : text)),
  ),

  /** The latest slot of a commitment level. */
  getSlot: rpcMethod<[options?: CommitmentInput | undefined], number>({
    parameters: ["options"],
    params: z.tuple([commitment]),
    result: count,
  }),

  /** The latest slot with received data; far ahead of the processed one while the node catches up. */
  getMaxShredInsertSlot: plainRead<number>(count),

  /**
   * Time of a block in seconds since the epoch; null when the node does not know it. Error -32004 for a skipped slot.
   */
  getBlockTime: rpcMethod<[slot: number], number | null>({
    parameters: ["slot"],
    params: z.tuple([countInput]),
    result: count.nullable(),
  }),

  /** The oldest slot whose block is still available. */
  getFirstAvailableBlock: plainRead<number>(count),

  /** Version of the node's software. */
  getVersion: plainRead(renamed<SolanaVersion>({ solanaCore: ["solana-core", text] })),
};
