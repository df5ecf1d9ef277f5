import type { Chain } from "../state/catalogue";
import type { Settings } from "../state/settings";

/** What a real node does; `refusing` closes every connection without an answer. */
export const nodeModes = ["behind", "normal", "refusing", "silent", "stale", "wrong-chain"] as const;

/** Mode of a real node. */
export type NodeMode = (typeof nodeModes)[number];

/** How the chain of a node looks; a change of plan restarts the process unless the kind can apply it in place. */
export interface ChainPlan {
  /** The head is this much older than the clock. */
  readonly ageSeconds: number;
  readonly isMining: boolean;
  readonly isWrongChain: boolean;
  /** Chain id of a wrong chain, where the kind has one. */
  readonly wrongChainId: number | undefined;
}

/** Program, arguments and environment of a node process. */
export interface LaunchSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How to know that it answers, and where. */
  readonly ready: RegExp | ReadyPoll;
}

/** Readiness of a node that does not print its port. */
export interface ReadyPoll {
  /** The port that it was told to listen on. */
  readonly port: number;
  /** Resolves once the node answers; rejects until then. */
  ask(): Promise<unknown>;
}

/** Calls a method of the node directly, without the proxy. */
export type Rpc = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

/** Answer of a node to one call. */
export type RpcResponse = { readonly result: unknown } | { readonly error: unknown };

/** Calls a method of the node directly; an error answer is a value. */
export type RpcCall = (method: string, params: unknown) => Promise<RpcResponse>;

/** A method that the sandbox answers in place of a node, with the help of the node's other methods. */
export type EmulatedMethod = (params: unknown, call: RpcCall, settings: Settings) => Promise<RpcResponse>;

/** What a launch needs to know. */
export interface LaunchContext {
  readonly chain: Chain;
  readonly plan: ChainPlan;
  /** Temporary folder of this process alone. */
  readonly folder: string;
  /** Height that the chain had before a restart, so that it does not fall back to zero; 0 at the first start. */
  readonly height: number;
  /** Password of this node, for kinds that have one. */
  readonly password: string;
}

/** One kind of node software, as a table of what differs. */
export interface NodeKind {
  readonly software: string;
  readonly version: string;
  readonly apiNamespaces: readonly string[];
  readonly hasWebSocket: boolean;
  /** Age of the head in the modes `stale` and `behind`, unless the request says otherwise. */
  readonly ageSeconds: { readonly stale: number; readonly behind: number };
  /** @throws Error when the program is not installed. */
  launch(context: LaunchContext): LaunchSpec | Promise<LaunchSpec>;
  /** Makes the first blocks. */
  prepareChain(rpc: Rpc, context: LaunchContext): Promise<void>;
  /** Height of the head. */
  height(rpc: Rpc): Promise<number>;
  /** Applies a plan without a restart; false when that is impossible. */
  adjust(rpc: Rpc, chain: Chain, from: ChainPlan, to: ChainPlan): Promise<boolean>;
  /** Mines one block every so often, for kinds that do not mine by themselves. */
  readonly miner?: { readonly everyMs: number; mine(rpc: Rpc, plan: ChainPlan): Promise<unknown> };
  /** Header for the node itself. */
  authorization(password: string): string | undefined;
  /** Maps what follows the token in the path; undefined means 404. */
  upstreamPath(rest: string, chain: Chain): string | undefined;
  /** Methods that the software lacks, by name. */
  readonly emulatedMethods?: Readonly<Record<string, EmulatedMethod>>;
}

/** A healthy chain. */
export const normalPlan: ChainPlan = {
  ageSeconds: 0,
  isMining: true,
  isWrongChain: false,
  wrongChainId: undefined,
};
