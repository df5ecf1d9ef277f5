import { duration } from "./head-age.js";
import type { ProbedNode } from "./report.js";
import { fails, type NodeReport } from "./verdict.js";

/** One line for each chain of which two or more nodes exist, and every one has a stale head: the chain itself may stand still. */
export function stalledChains(nodes: readonly Pick<ProbedNode, "chain" | "report">[]): readonly string[] {
  const chains = [...new Set(nodes.map(({ chain }) => chain))];
  return chains.flatMap((chain) => {
    const ages = nodes.filter((node) => node.chain === chain).map(({ report }) => staleAge(report));
    const stale = ages.filter((age) => age !== undefined);
    if (ages.length < 2 || stale.length < ages.length) {
      return [];
    }
    const youngest = duration(Math.min(...stale) * 1000);
    return [
      `${chain}: all ${ages.length} nodes have a stale head, the newest ${youngest} old: the chain is stalled, or all nodes are stuck`,
    ];
  });
}

function staleAge({ verdict, checks }: NodeReport): number | undefined {
  return fails(verdict) ? checks.find(({ check, cause }) => check === "head" && cause === "stale")?.value : undefined;
}
