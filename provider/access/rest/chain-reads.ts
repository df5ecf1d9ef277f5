import { renamed } from "../../base/renamed.js";
import { z } from "../../vendor/zod.js";
import { count, decoded, flag, moment, quantity, readQuantity, text } from "../codec/decode.js";
import { encoded } from "../codec/encode.js";
import type { RestClient } from "./client.js";
import type { RestRead } from "./read.js";

/** An Aptos node's view of the ledger. */
export interface AptosLedger {
  /** 1 for mainnet, 2 for testnet. */
  readonly chainId: number;
  /** Time of the latest transaction. */
  readonly ledgerTime: Date;
  /** Latest block on the node. */
  readonly blockHeight: bigint;
  /** Oldest version on the node. */
  readonly oldestLedgerVersion: bigint;
}

/** The latest block of TRON. */
export interface TronBlock {
  /** Height. */
  readonly number: bigint;
  /** Milliseconds since the epoch. */
  readonly timestampMs: number;
}

/** Sync state of a Tezos node. */
export interface TezosBootstrap {
  /** Whether it follows the head of the chain. */
  readonly isBootstrapped: boolean;
  /** `synced`, `unsynced` or `stuck`. */
  readonly syncState: string;
}

/** The latest block of Tezos. */
export interface TezosHeader {
  /** Chain identity, Base58. */
  readonly chainId: string;
  /** Height. */
  readonly level: number;
  /** Time of the block. */
  readonly time: Date;
}

/** Status of an Algorand node. */
export interface AlgorandStatus {
  /** Latest round on the node. */
  readonly lastRound: bigint;
  /** Duration of catching up in nanoseconds; 0 when in sync. */
  readonly catchupTimeNs: bigint;
  /** Nanoseconds since the last round arrived at the node, however old it is. */
  readonly timeSinceLastRoundNs: bigint;
  /** Whether the node stopped because it is too old for the next round; absent on old nodes. */
  readonly isStopped?: boolean | undefined;
}

/** The network of an Algorand node. */
export interface AlgorandVersions {
  /** For example `mainnet-v1.0`. */
  readonly genesisId: string;
}

/** A block of Algorand. */
export interface AlgorandBlock {
  /** Number of the block. */
  readonly round: bigint;
  /** Time of the block. */
  readonly time: Date;
}

function read<Result>(
  root: readonly string[],
  path: string,
  result: z.ZodType<Result>,
  instead: readonly string[] = [],
): RestRead<Record<string, never>, Result> {
  return { root, instead, path: () => path, args: z.strictObject({}), result };
}

const microseconds = decoded("microseconds since the epoch", (value) => {
  const exact = readQuantity(value);
  return exact === undefined || exact / 1_000n > 8_640_000_000_000_000n ? undefined : new Date(Number(exact / 1_000n));
});

const roundInput = encoded<bigint | number>("a round (non-negative whole number)", (value) => {
  const isWhole = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
  return isWhole && value >= 0 ? String(value) : undefined;
});

/** Reads of chains with a REST API at the HTTPS endpoint; taken from their documentation, not tested on their nodes. */
export const chainReads = {
  /** Aptos: identity, time and range of the ledger. @see https://aptos.dev/en/build/apis/fullnode-rest-api */
  getAptosLedger: read<AptosLedger>(
    ["v1"],
    "",
    renamed({
      chainId: ["chain_id", count],
      ledgerTime: ["ledger_timestamp", microseconds],
      blockHeight: ["block_height", quantity],
      oldestLedgerVersion: ["oldest_ledger_version", quantity],
    }),
  ),

  /**
   * TRON: the latest block, next to the JSON-RPC at `/jsonrpc`. @see
   * https://developers.tron.network/reference/getnowblock
   */
  getTronBlock: read<TronBlock>(
    ["wallet"],
    "getnowblock",
    z
      .object({ block_header: z.object({ raw_data: z.object({ number: quantity, timestamp: count }) }) })
      .transform(({ block_header: { raw_data } }) => ({ number: raw_data.number, timestampMs: raw_data.timestamp })),
    ["jsonrpc"],
  ),

  /** Tezos: sync state. @see https://octez.tezos.com/docs/shell/rpc.html */
  getTezosBootstrap: read<TezosBootstrap>(
    ["chains", "main"],
    "is_bootstrapped",
    renamed({ isBootstrapped: ["bootstrapped", flag], syncState: ["sync_state", text] }),
  ),

  /** Tezos: the latest block. */
  getTezosHeader: read<TezosHeader>(
    ["chains", "main"],
    "blocks/head/header",
    renamed({ chainId: ["chain_id", text], level: count, time: ["timestamp", moment] }),
  ),

  /** Algorand: latest round and catch-up time. @see https://developer.algorand.org/docs/rest-apis/algod/ */
  getAlgorandStatus: read<AlgorandStatus>(
    ["v2"],
    "status",
    renamed({
      lastRound: ["last-round", quantity],
      catchupTimeNs: ["catchup-time", quantity],
      timeSinceLastRoundNs: ["time-since-last-round", quantity],
      isStopped: ["stopped-at-unsupported-round", flag.optional()],
    }),
  ),

  /** Algorand: the network. */
  getAlgorandVersions: read<AlgorandVersions>([], "versions", renamed({ genesisId: ["genesis_id", text] }), ["v2"]),

  /** Algorand: header of a block. */
  getAlgorandBlock: {
    root: ["v2"],
    path: ({ round }) => `blocks/${round}`,
    args: z.strictObject({ round: roundInput }).transform((args) => ({ ...args, headerOnly: "true" })),
    query: { headerOnly: "header-only" },
    result: z
      .object({ block: z.object({ rnd: quantity, ts: moment }) })
      .transform(({ block }) => ({ round: block.rnd, time: block.ts })),
  } as RestRead<{ readonly round: bigint | number }, AlgorandBlock>,
};

/** REST APIs of chains at the HTTPS endpoint. */
export type ChainClient = RestClient<typeof chainReads>;
