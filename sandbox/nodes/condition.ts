import { type ChainPlan, type NodeKind, type NodeMode, normalPlan } from "./kind";

/** Options of a change of mode. */
export interface ModeOptions {
  readonly ageSeconds?: number | undefined;
  readonly chainId?: number | undefined;
}

/** The mode of a node, how its chain looks in it, and since when. */
export interface NodeCondition {
  readonly mode: NodeMode;
  readonly plan: ChainPlan;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** How the chain looks in a mode; a silent node keeps the chain that it has. */
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
