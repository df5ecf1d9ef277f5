import { z } from "zod";
import { chosen, count, isObject, text } from "../codec/decode.js";
import { countInput, encoded } from "../codec/encode.js";
import { plainRead, rpcMethod } from "./method.js";
import { type LedgerHealth, ledgerHealth } from "./other-chains.js";

/** How final the answer must be; a node answers `finalized` when nothing is said. */
export interface CommitmentInput {
  /** `processed` is the newest slot the node has seen, which may yet be skipped. @default "finalized" */
  readonly commitment?: "confirmed" | "finalized" | "processed" | undefined;
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
  /** Hash of the genesis block (Base58), which tells clusters apart. */
  getGenesisHash: plainRead<string>(text),

  /**
   * Solana: `ok`, or the error -32005 with `numSlotsBehind`; a node whose peers are as stale says `ok` too. Stellar: an object with
   * the range of ledgers.
   */
  getHealth: plainRead<LedgerHealth | string>(
    chosen<LedgerHealth | string>((value) => (isObject(value) ? ledgerHealth : text)),
  ),

  /** The newest slot of a commitment. */
  getSlot: rpcMethod<[options?: CommitmentInput | undefined], number>({
    parameters: ["options"],
    params: z.tuple([commitment]),
    result: count,
    isRepeatable: true,
  }),

  /** The newest slot of which the node has received data; far ahead of the processed one while the node catches up. */
  getMaxShredInsertSlot: plainRead<number>(count),

  /** When a block was made, seconds since the epoch; null when the node does not know. Error -32004 for a skipped slot. */
  getBlockTime: rpcMethod<[slot: number], number | null>({
    parameters: ["slot"],
    params: z.tuple([countInput]),
    result: count.nullable(),
    isRepeatable: true,
  }),

  /** The oldest slot whose block the node still has. */
  getFirstAvailableBlock: plainRead<number>(count),
};
