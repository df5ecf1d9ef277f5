import { z } from "zod";
import { chosen, count, decoded, flag, isObject, listOf, recordOf, text, txid } from "../codec/decode.js";
import { countInput, flagInput, txidInput } from "../codec/encode.js";
import { checkObject, noOptions } from "../options.js";
import type { CallOptions } from "../settings.js";
import { plainRead, rpcMemberAs, rpcMethod } from "./method.js";

/** A transaction in the mempool. */
export interface MempoolEntry {
  /** Absent on nodes that give a list without ids (bcoin). */
  readonly txid?: string | undefined;
  /** Size in virtual bytes, by which fees are counted. */
  readonly vsize: number;
  /** Fee of this transaction alone in the smallest unit, satoshi for Bitcoin. */
  readonly feeSats: bigint;
  /** When it came into the mempool, milliseconds since the epoch. */
  readonly timestampMs: number;
  /** Height of the chain at that time. */
  readonly height: number;
  /** Transactions of the mempool whose outputs it spends directly. */
  readonly depends: readonly string[];
}

/** An amount of coins with 8 decimals, as a whole number of the smallest unit. Exact: there are less than 2⁵³ of them. */
const sats = decoded("an amount of coins", (value) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 && value * 1e8 <= Number.MAX_SAFE_INTEGER
    ? BigInt(Math.round(value * 1e8))
    : undefined,
);

const entryFields = z.looseObject({
  txid: txid.optional(),
  // Old versions and bcoin call it size.
  vsize: count.optional(),
  size: count.optional(),
  fee: sats.optional(),
  fees: z.looseObject({ base: sats }).optional(),
  time: count,
  height: count,
  depends: listOf(txid),
});

const entry: z.ZodType<MempoolEntry> = entryFields.transform(({ vsize, size, fee, fees, time, ...rest }, context) => {
  const bytes = vsize ?? size;
  const feeSats = fees?.base ?? fee;
  if (bytes === undefined || feeSats === undefined) {
    context.addIssue({ code: "custom", path: [bytes === undefined ? "vsize" : "fees"], message: "is missing" });
    return z.NEVER;
  }
  return { ...rest, vsize: bytes, feeSats, timestampMs: time * 1000 };
});

const entryList = listOf(entry);

const entryMap = recordOf(entry).transform((entries) =>
  Object.entries(entries).map(([id, item]): MempoolEntry => ({ ...item, txid: id })),
);

const txidList = listOf(txid);

/** State of the chain as a node of Bitcoin or a relative sees it. Further fields differ by software and version. */
export interface BlockchainInfo {
  /** `main`, `test`, `regtest` and others; the genesis block tells chains apart, this does not. */
  readonly chain: string;
  /** Height of the newest block. */
  readonly blocks: number;
  /** Height of the newest header: higher than `blocks` while the node catches up. */
  readonly headers?: number | undefined;
  /** Hash of the newest block. */
  readonly bestblockhash: string;
  /** False proves nothing: it never turns true again. Missing on some nodes. */
  readonly initialblockdownload?: boolean | undefined;
  /** Whether old blocks were dropped. */
  readonly pruned?: boolean | undefined;
}

/** A header of a block. */
export interface BlockHeader {
  readonly hash: string;
  readonly height: number;
  /** Seconds since the epoch, up to two hours ahead. */
  readonly time: number;
}

/** The node's view of the network. */
export interface NetworkInfo {
  /** A number in Core, a text elsewhere. */
  readonly version: number | string;
  /** Software as it calls itself to its peers. */
  readonly subversion: string;
  readonly connections: number;
}

/** Descendants of a transaction in the mempool, with what is known about each or without. */
export interface GetMempoolDescendants {
  /** Ids of the transactions in the mempool that build on one of Bitcoin or a relative. */
  (txid: string, options?: CallOptions & { readonly verbose?: false | undefined }): Promise<readonly string[]>;

  /** The same with what is known about each. */
  (txid: string, options: CallOptions & { readonly verbose: true }): Promise<readonly MempoolEntry[]>;

  /** Either, where the program decides while it runs. */
  (
    txid: string,
    options: CallOptions & { readonly verbose?: boolean | undefined },
  ): Promise<readonly MempoolEntry[] | readonly string[]>;
}

/** Calls of Bitcoin and its relatives: JSON-RPC 1.0, errors with HTTP 500 and a JSON body. */
export const utxoMethods = {
  /**
   * Transactions of the mempool that spend outputs of this one, directly or not: ids, or with `verbose` what is known about each. An
   * error (-5, elsewhere -1) when the transaction itself is not in the mempool.
   *
   * @see https://developer.bitcoin.org/reference/rpc/getmempooldescendants.html
   */
  getMempoolDescendants: rpcMemberAs("getmempooldescendants")<
    [txid: string, verbose?: boolean | undefined],
    readonly MempoolEntry[] | readonly string[],
    GetMempoolDescendants
  >({
    parameters: ["txid", "verbose"],
    params: z.tuple([txidInput, flagInput.optional()]),
    result: ([, verbose]) =>
      verbose === true ? chosen((value) => (isObject(value) ? entryMap : entryList)) : txidList,
    isRepeatable: true,
    version: "1.0",
    member: (call) =>
      (async (txid, options = noOptions) => {
        checkObject("getMempoolDescendants", options);
        const { verbose, ...own } = options;
        return call([txid, verbose], own);
      }) as GetMempoolDescendants,
  }),

  /** State of the chain. */
  getblockchaininfo: plainRead<BlockchainInfo>(
    z.looseObject({
      chain: text,
      blocks: count,
      headers: count.optional(),
      bestblockhash: txid,
      initialblockdownload: flag.optional(),
      pruned: flag.optional(),
    }),
    { version: "1.0" },
  ),

  /** Hash of the block at a height; that of height 0 tells chains apart. */
  getblockhash: rpcMethod<[height: number], string>({
    parameters: ["height"],
    params: z.tuple([countInput]),
    result: txid,
    isRepeatable: true,
    version: "1.0",
  }),

  /** Header of a block. */
  getblockheader: rpcMethod<[hash: string], BlockHeader>({
    parameters: ["hash"],
    params: z.tuple([txidInput]).transform(([hash]) => [hash, true]),
    result: z.looseObject({ hash: txid, height: count, time: count }),
    isRepeatable: true,
    version: "1.0",
  }),

  /** Version and connections. */
  getnetworkinfo: plainRead<NetworkInfo>(
    z.looseObject({
      version: decoded("a version", (value) =>
        typeof value === "string" || typeof value === "number" ? value : undefined,
      ),
      subversion: text,
      connections: count,
    }),
    { version: "1.0" },
  ),
};
