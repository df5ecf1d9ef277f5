import { isObject } from "../../base/is-object.js";
import { z } from "../../vendor/zod.js";
import { chosen, count, decoded, flag, listOf, recordOf, text, txid } from "../codec/decode.js";
import { countInput, flagInput, txidInput } from "../codec/encode.js";
import { checkObject, noOptions } from "../options.js";
import type { CallOptions } from "../settings.js";
import { plainRead, rpcMemberAs, rpcMethod } from "./method.js";

/** A transaction in the mempool. */
export interface MempoolEntry {
  /** Absent on nodes that return a list without ids (bcoin). */
  readonly txid?: string | undefined;
  /** Virtual size in bytes, the basis of fees. */
  readonly vsize: number;
  /** Fee of this transaction in the smallest unit, satoshi for Bitcoin. */
  readonly feeSats: bigint;
  /** Time when it entered the mempool, milliseconds since the epoch. */
  readonly timestampMs: number;
  /** Height of the chain at that time. */
  readonly height: number;
  /** Mempool transactions whose outputs it spends directly. */
  readonly depends: readonly string[];
}

/** An amount of coins with 8 decimals, as an integer of the smallest unit. Exact: there are fewer than 2⁵³ of them. */
const sats = decoded("an amount of coins", (value) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 && value * 1e8 <= Number.MAX_SAFE_INTEGER
    ? BigInt(Math.round(value * 1e8))
    : undefined,
);

const entryFields = z.looseObject({
  txid: txid.optional(),
  // Called `size` by old versions and bcoin.
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

/** Chain state of a Bitcoin node or a relative. Further fields differ by client and version. */
export interface BlockchainInfo {
  /** `main`, `test`, `regtest` and others; does not identify the chain, the genesis block does. */
  readonly chain: string;
  /** Height of the latest block. */
  readonly blocks: number;
  /** Height of the latest header: higher than `blocks` while the node catches up. */
  readonly headers?: number | undefined;
  /** Hash of the latest block. */
  readonly bestblockhash: string;
  /** False proves nothing: it never becomes true again. Absent on some nodes. */
  readonly initialblockdownload?: boolean | undefined;
  /** Whether old blocks are pruned. */
  readonly pruned?: boolean | undefined;
}

/** A block header. */
export interface BlockHeader {
  readonly hash: string;
  readonly height: number;
  /** Seconds since the epoch, up to two hours ahead. */
  readonly time: number;
}

/** The node's view of the network. */
export interface NetworkInfo {
  /** A number in Bitcoin Core, a string elsewhere. */
  readonly version: number | string;
  /** User agent that the node reports to its peers. */
  readonly subversion: string;
  readonly connections: number;
}

/** Mempool descendants of a transaction, with or without details. */
export interface GetMempoolDescendants {
  /** Ids of the mempool transactions that descend from a transaction of Bitcoin or a relative. */
  (txid: string, options?: CallOptions & { readonly verbose?: false | undefined }): Promise<readonly string[]>;

  /** The same with details. */
  (txid: string, options: CallOptions & { readonly verbose: true }): Promise<readonly MempoolEntry[]>;

  /** Either, decided at run time. */
  (
    txid: string,
    options: CallOptions & { readonly verbose?: boolean | undefined },
  ): Promise<readonly MempoolEntry[] | readonly string[]>;
}

/** Methods of Bitcoin and its relatives: JSON-RPC 1.0, errors with HTTP 500 and a JSON body. */
export const utxoMethods = {
  /**
   * Mempool transactions that spend outputs of this one, directly or indirectly: ids, or with `verbose` the details of
   * each. Rejects with an error (-5, elsewhere -1) when the transaction itself is not in the mempool.
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
    version: "1.0",
    member: (call) =>
      (async (txid, options = noOptions) => {
        checkObject("getMempoolDescendants", options);
        const { verbose, ...own } = options;
        return call([txid, verbose], own);
      }) as GetMempoolDescendants,
  }),

  /** Chain state. */
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

  /** Hash of the block at a height; that of height 0 identifies the chain. */
  getblockhash: rpcMethod<[height: number], string>({
    parameters: ["height"],
    params: z.tuple([countInput]),
    result: txid,
    version: "1.0",
  }),

  /** A block header. */
  getblockheader: rpcMethod<[hash: string], BlockHeader>({
    parameters: ["hash"],
    params: z.tuple([txidInput]).transform(([hash]) => [hash, true]),
    result: z.looseObject({ hash: txid, height: count, time: count }),
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
