import { z } from "zod";
import { renamed } from "../../base/renamed.js";
import { count, decoded, flag, moment, quantity, readQuantity, text } from "../codec/decode.js";
import type { RestClient } from "./client.js";
import type { RestRead } from "./read.js";

/** State of an Aptos ledger as a node has it. */
export interface AptosLedger {
  /** 1 for the main network, 2 for the test network. */
  readonly chainId: number;
  /** Time of the newest transaction. */
  readonly ledgerTime: Date;
  /** The newest block that it has. */
  readonly blockHeight: bigint;
  /** Oldest version that the node keeps. */
  readonly oldestLedgerVersion: bigint;
}

/** The newest block of TRON. */
export interface TronBlock {
  /** Height. */
  readonly number: bigint;
  /** Milliseconds since the epoch. */
  readonly timestampMs: number;
}

/** Whether a Tezos node has caught up. */
export interface TezosBootstrap {
  /** Whether it follows the head of the chain. */
  readonly isBootstrapped: boolean;
  /** `synced`, `unsynced` or `stuck`. */
  readonly syncState: string;
}

/** The newest block of Tezos. */
export interface TezosHeader {
  /** Identity of the chain, Base58. */
  readonly chainId: string;
  /** Height. */
  readonly level: number;
  /** When it was baked. */
  readonly time: Date;
}

/** Where an Algorand node stands. */
export interface AlgorandStatus {
  /** The newest round that it has. */
  readonly lastRound: bigint;
  /** Nanoseconds that it has been catching up; 0 when it is in sync. */
  readonly catchupTimeNs: bigint;
  /** Nanoseconds since the last round. */
  readonly timeSinceLastRoundNs: bigint;
}

const none = z.strictObject({});

function read<Result>(
  root: readonly string[],
  path: string,
  result: z.ZodType<Result>,
  instead: readonly string[] = [],
): RestRead<Record<string, never>, Result> {
  return { root, instead, path: () => path, args: none, result };
}

const microseconds = decoded("microseconds since the epoch", (value) => {
  const exact = readQuantity(value);
  return exact === undefined || exact / 1_000n > 8_640_000_000_000_000n ? undefined : new Date(Number(exact / 1_000n));
});

/** Reads of chains whose nodes speak REST at the HTTPS endpoint; taken from their documents and not tried on their nodes. */
export const chainReads = {
  /** Aptos: identity, time and depth of the ledger. @see https://aptos.dev/en/build/apis/fullnode-rest-api */
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

  /** TRON: the newest block, beside the JSON-RPC at `/jsonrpc`. @see https://developers.tron.network/reference/getnowblock */
  getTronBlock: read<TronBlock>(
    ["wallet"],
    "getnowblock",
    z
      .object({ block_header: z.object({ raw_data: z.object({ number: quantity, timestamp: count }) }) })
      .transform(({ block_header: { raw_data } }) => ({ number: raw_data.number, timestampMs: raw_data.timestamp })),
    ["jsonrpc"],
  ),

  /** Tezos: whether the node has caught up. @see https://octez.tezos.com/docs/shell/rpc.html */
  getTezosBootstrap: read<TezosBootstrap>(
    ["chains", "main"],
    "is_bootstrapped",
    renamed({ isBootstrapped: ["bootstrapped", flag], syncState: ["sync_state", text] }),
  ),

  /** Tezos: the newest block. */
  getTezosHeader: read<TezosHeader>(
    ["chains", "main"],
    "blocks/head/header",
    renamed({ chainId: ["chain_id", text], level: count, time: ["timestamp", moment] }),
  ),

  /** Algorand: last round, and whether the node is catching up. @see https://developer.algorand.org/docs/rest-apis/algod/ */
  getAlgorandStatus: read<AlgorandStatus>(
    ["v2"],
    "status",
    renamed({
      lastRound: ["last-round", quantity],
      catchupTimeNs: ["catchup-time", quantity],
      timeSinceLastRoundNs: ["time-since-last-round", quantity],
    }),
  ),
};

/** The REST interfaces of chains that have one at the HTTPS endpoint. */
export type ChainClient = RestClient<typeof chainReads>;
