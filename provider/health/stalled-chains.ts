import { oneLine } from "../base/text.js";
import type { ProbedNode } from "./report.js";
import type { NodeReport } from "./verdict.js";

/** A node of which chain and report are known. */
type Examined = Pick<ProbedNode, "chain" | "report">;

/** A line for each chain whose nodes, at least two, all have an equally old head: the chain itself may stand still. */
export function stalledChains(nodes: readonly Examined[]): readonly string[] {
  const chains = [...new Set(nodes.map(({ chain }) => chain))];
  return chains.flatMap((chain) => {
    const own = nodes.filter((node) => node.chain === chain);
    const ages = own.flatMap(({ report }) => staleAge(report) ?? []);
    return own.length > 1 && ages.length === own.length && areEqual(ages)
      ? [`${oneLine(chain)}: the chain is stalled or all ${own.length} nodes are stuck: their heads are equally old`]
      : [];
  });
}

function staleAge({ checks }: NodeReport): number | undefined {
  return checks.find(({ check, verdict, cause }) => check === "head" && verdict === "unhealthy" && cause === "stale")
    ?.value;
}

// Nodes of a large stack are probed minutes apart.
const toleratedSeconds = 300;
const toleratedShare = 0.1;

function areEqual(ages: readonly number[]): boolean {
  const [least, most] = [Math.min(...ages), Math.max(...ages)];
  return most - least <= Math.max(toleratedSeconds, toleratedShare * least);
}
