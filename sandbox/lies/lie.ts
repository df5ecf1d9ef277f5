import type { ServerResponse } from "node:http";
import type { RpcCall } from "../nodes/kind";
import type { NodeAnswer, ProxyOutcome } from "../proxy/answer";

/** Families of chains with JSON-RPC. */
const rpcFamilies = [
  ...["cosmos", "evm", "filecoin", "near", "polkadot", "solana", "starknet", "stellar", "sui", "ton", "tron"],
  ...["utxo", "xrpl"],
] as const;

/** Families of APIs that lies distinguish: those of chains, and the beacon API beside a node's JSON-RPC. */
export const lieFamilies = [...rpcFamilies, "algorand", "aptos", "beacon", "tezos"] as const;

/** Family of an API. */
export type LieFamily = (typeof lieFamilies)[number];

/** Families whose responses are JSON-RPC. */
export const withRpc: readonly LieFamily[] = rpcFamilies;

/** A request to a node that lies. */
export interface LyingRequest {
  readonly family: LieFamily;
  readonly method: string;
  /** Path after the token, without the query. */
  readonly path: string;
  readonly body: Buffer;
  /** The sandbox's time, milliseconds since 1970. */
  readonly nowMs: number;
  /** Port of the sandbox. */
  readonly port: number;
}

/** Result of a call, or its error. */
export type LyingOutcome = { readonly result: unknown } | { readonly error: unknown };

/** One call of a request. */
export interface LyingCall {
  readonly family: LieFamily;
  readonly method: string;
  readonly params: readonly unknown[];
  /** Position among the calls of the request, from 0. */
  readonly index: number;
  /** Calls of the request. */
  readonly count: number;
  /** How often the lie has been told. */
  readonly turn: number;
  readonly nowMs: number;
  /** Calls the node, without lies. */
  readonly ask: RpcCall;
}

/** What a node responds in place of the truth. */
export type LyingEffect = NodeAnswer | { stream(response: ServerResponse): Promise<ProxyOutcome> };

/** A lie or oddity. Each hook returns undefined where the lie does not apply. */
export interface Lie {
  readonly summary: string;
  readonly families: readonly LieFamily[];
  /** Responds in place of the node. */
  instead?(request: LyingRequest): LyingEffect | undefined;
  /** Changes the outcome of a JSON-RPC call. */
  call?(outcome: LyingOutcome, call: LyingCall): LyingOutcome | undefined | Promise<LyingOutcome | undefined>;
  /** Changes the JSON of a REST response. */
  read?(body: unknown, request: LyingRequest): unknown;
  /** Changes the whole response. */
  whole?(answer: NodeAnswer, request: LyingRequest): NodeAnswer | undefined;
  /** WebSockets accept subscriptions and answer pings, but send no events. */
  readonly isMute?: true;
}

/** Lies by name. */
export type Lies = Readonly<Record<string, Lie>>;
