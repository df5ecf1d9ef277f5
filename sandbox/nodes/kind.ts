import type { Chain } from "../state/catalogue";

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
  /** Matches the output that says which port it listens on; the first group is the port. */
  readonly ready: RegExp;
}

/** Calls a method of the node directly, without the proxy. */
export type Rpc = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

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
  launch(context: LaunchContext): LaunchSpec;
  /** Makes the first blocks. */
  settle(rpc: Rpc, context: LaunchContext): Promise<void>;
  /** Height of the head. */
  height(rpc: Rpc): Promise<number>;
  /** Applies a plan without a restart; false when that is impossible. */
  adjust(rpc: Rpc, chain: Chain, from: ChainPlan, to: ChainPlan): Promise<boolean>;
  /** Mines one block every so often, for kinds that do not mine by themselves. */
  readonly miner?: { readonly everyMs: number; mine(rpc: Rpc): Promise<unknown> };
  /** Header for the node itself. */
  authorization(password: string): string | undefined;
  /** Maps what follows the token in the path; undefined means 404. */
  upstreamPath(rest: string): string | undefined;
}

/** A healthy chain. */
export const normalPlan: ChainPlan = {
  ageSeconds: 0,
  isMining: true,
  isWrongChain: false,
  wrongChainId: undefined,
};
