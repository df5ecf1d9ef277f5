import { type ChainPlan, type NodeMode, type NodeSoftware, normalPlan } from "./kind";

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
export function planOf(
  { ageSeconds: ages }: NodeSoftware,
  current: ChainPlan,
  mode: NodeMode,
  options: ModeOptions,
): ChainPlan {
  const { ageSeconds, chainId } = options;
  const plans: Record<NodeMode, ChainPlan> = {
    normal: normalPlan,
    silent: current,
    refusing: normalPlan,
    stale: { ...normalPlan, isMining: false, ageSeconds: ageSeconds ?? ages.stale },
    behind: { ...normalPlan, ageSeconds: ageSeconds ?? ages.behind },
    "wrong-chain": { ...normalPlan, isWrongChain: true, wrongChainId: chainId },
  };
  return plans[mode];
}
