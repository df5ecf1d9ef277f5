import type { Chain } from "../state/catalogue";
import type { Settings } from "../state/settings";

/** Modes of a real node; `refusing` closes every connection without a response. */
export const nodeModes = ["behind", "normal", "refusing", "silent", "stale", "wrong-chain"] as const;

/** Mode of a real node. */
export type NodeMode = (typeof nodeModes)[number];

/** Target state of a chain; a change restarts the process, unless the kind can apply it in place. */
export interface ChainPlan {
  /** Age of the head. */
  readonly ageSeconds: number;
  readonly isMining: boolean;
  readonly isWrongChain: boolean;
  /** Chain id of the wrong chain, for kinds that have chain ids. */
  readonly wrongChainId: number | undefined;
}

/** Program, arguments and environment of a node process. */
export interface LaunchSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How to detect readiness and the port. */
  readonly ready: RegExp | ReadyPoll;
}

/** Readiness check for a node that does not print its port. */
export interface ReadyPoll {
  /** The port it was started with. */
  readonly port: number;
  /** Resolves once the node responds; rejects until then. */
  probe(): Promise<unknown>;
}

/** Calls a method of the node directly, without the proxy. */
export type Rpc = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

/** Result of a call, or its error. */
export type RpcResponse = { readonly result: unknown } | { readonly error: unknown };

/** Calls a method of the node directly; an error response is returned, not thrown. */
export type RpcCall = (method: string, params: unknown) => Promise<RpcResponse>;

/** A method that the node software lacks, implemented by other methods of the node. */
export type EmulatedMethod = (params: unknown, call: RpcCall, settings: Settings) => Promise<RpcResponse>;

/** Parameters of a launch. */
export interface LaunchContext {
  readonly chain: Chain;
  readonly plan: ChainPlan;
  /** Temporary folder, exclusive to this process. */
  readonly folder: string;
  /** Height to restore after a restart; 0 at the first start. */
  readonly height: number;
  /** Password of the node process, for kinds that have one. */
  readonly password: string;
}

/** Node software, as the platform shows it. */
export interface NodeSoftware {
  readonly software: string;
  readonly version: string;
  readonly apiNamespaces: readonly string[];
  readonly hasWebSocket: boolean;
  /** Default age of the head in the modes `stale` and `behind`. */
  readonly ageSeconds: { readonly stale: number; readonly behind: number };
}

/** A kind of node software that runs as a process. */
export interface NodeKind extends NodeSoftware {
  /** @throws Error when the program is not installed. */
  launch(context: LaunchContext): LaunchSpec | Promise<LaunchSpec>;
  /** Mines the initial blocks. */
  prepareChain(rpc: Rpc, context: LaunchContext): Promise<void>;
  /** Height of the head. */
  height(rpc: Rpc): Promise<number>;
  /** Applies a plan without a restart. Returns false when it cannot. */
  adjust(rpc: Rpc, chain: Chain, from: ChainPlan, to: ChainPlan): Promise<boolean>;
  /** Mines a block periodically, for kinds that do not mine by themselves. */
  readonly miner?: { readonly everyMs: number; mine(rpc: Rpc, plan: ChainPlan): Promise<unknown> };
  /** `Authorization` header of the node process. */
  authorization(password: string): string | undefined;
  /** Maps the path after the token; undefined for a 404. */
  upstreamPath(rest: string, chain: Chain): string | undefined;
  /** Methods that the software lacks and the sandbox emulates, by name. */
  readonly emulatedMethods?: Readonly<Record<string, EmulatedMethod>>;
}

/** A healthy chain. */
export const normalPlan: ChainPlan = {
  ageSeconds: 0,
  isMining: true,
  isWrongChain: false,
  wrongChainId: undefined,
};
