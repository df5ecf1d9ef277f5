import { type ChainPlan, type NodeKind, type NodeMode, normalPlan } from "./kind";

/** Options of a change of mode. */
export interface ModeOptions {
  readonly ageSeconds?: number | undefined;
  readonly chainId?: number | undefined;
}

/** Mode of a node, with the state of its chain. */
export interface NodeCondition {
  readonly mode: NodeMode;
  readonly plan: ChainPlan;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Target state of the chain in a mode; a silent node keeps its chain. */
export function planOf(kind: NodeKind, current: ChainPlan, mode: NodeMode, options: ModeOptions): ChainPlan {
  const { ageSeconds, chainId } = options;
  const plans: Record<NodeMode, ChainPlan> = {
    normal: normalPlan,
    silent: current,
    refusing: normalPlan,
    stale: { ...normalPlan, isMining: false, ageSeconds: ageSeconds ?? kind.ageSeconds.stale },
    behind: { ...normalPlan, ageSeconds: ageSeconds ?? kind.ageSeconds.behind },
    "wrong-chain": { ...normalPlan, isWrongChain: true, wrongChainId: chainId },
  };
  return plans[mode];
}
