import { isObject } from "../../base/is-object.js";
import { z } from "../../vendor/zod.js";
import { bytes, listOf, quantity, text, wholeNumber } from "../codec/decode.js";
import { hashInput } from "../codec/encode.js";
import type { Hex } from "../codec/values.js";
import { rpcMember } from "./method.js";
import { traceLimits } from "./traces.js";

/** One nested call in Otterscan's format. */
export interface OtsTraceEntry {
  /** Call type; chains may add others. */
  readonly type: "CALL" | "CREATE" | "CREATE2" | "DELEGATECALL" | "SELFDESTRUCT" | "STATICCALL" | (string & {});
  /** 0 for the outermost call. */
  readonly depth: number;
  /** Caller. */
  readonly from: Hex;
  /** Target, or the created contract. */
  readonly to: Hex | null;
  /** Wei; null for call types without a value. */
  readonly value: bigint | null;
  /** Call data. */
  readonly input: Hex;
  /** Absent on some nodes. */
  readonly output?: Hex | null | undefined;
}

const otsEntry: z.ZodType<OtsTraceEntry> = z.looseObject({
  type: text,
  depth: wholeNumber,
  from: bytes,
  to: bytes.nullish().transform((to) => to ?? null),
  value: quantity.nullish().transform((value) => value ?? null),
  input: bytes,
  output: bytes.nullish(),
});

// One of the platform's samples wraps the list in an object.
const otsAnswer: z.ZodType<readonly OtsTraceEntry[] | null> = z
  .unknown()
  .transform((value) => (isObject(value) && Array.isArray(value.calls) ? value.calls : value))
  .pipe(listOf(otsEntry).nullable());

/** Methods of Otterscan's API. */
export const otterscanMethods = {
  /**
   * The calls of one transaction as a flat list, outermost first; null or empty when it does not exist. On Hyperliquid
   * it is sent to `/evm`, here and in `call`.
   *
   * @see https://docs.otterscan.io/api-docs/ots-api
   */
  otsTraceTransaction: rpcMember("ots_traceTransaction")<[hash: string], readonly OtsTraceEntry[] | null>({
    parameters: ["hash"],
    params: z.tuple([hashInput]),
    result: otsAnswer,
    ...traceLimits,
    suffixes: { hyperliquid: "evm" },
  }),
};
