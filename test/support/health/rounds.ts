import { decide } from "../../../provider/health/decide.js";
import type { ExaminedNode, HealthRound } from "../../../provider/health/formats/health-round.js";
import type { CheckResult } from "../../../provider/health/verdict.js";

const atMs = Date.parse("2026-03-04T12:00:00Z");

const identity: CheckResult = { check: "identity", verdict: "healthy", observed: "1", why: "chain id 1" };

/** Evidence that leads to each verdict, beside a good identity. */
export const evidence = {
  healthy: {
    check: "head",
    verdict: "healthy",
    value: 5,
    observed: "5 s",
    why: "head is 5 s old",
    latencyMs: 20,
    cost: 1,
  },
  degraded: { check: "head", verdict: "degraded", value: 90, why: "head is 90 s old" },
  syncing: { check: "head", verdict: "syncing", cause: "syncing", value: 900, why: "head is 15 min old" },
  unhealthy: { check: "head", verdict: "unhealthy", cause: "stale", value: 900, why: "head is 15 min old" },
  unknown: { check: "head", verdict: "unknown", cause: "unreachable", why: "no route" },
} as const satisfies Readonly<Record<string, CheckResult>>;

/** An examined node with this evidence. */
export function examined(name: string, ...checks: readonly CheckResult[]): ExaminedNode {
  const report = decide([identity, ...checks], { cost: 6, maxCost: 30 });
  return { name, chain: "ethereum-mainnet", host: "node.example", report, probedAtMs: atMs };
}

/** A round of a stack. */
export function roundOf(...nodes: readonly ExaminedNode[]): HealthRound {
  return { stack: "dev", atMs, nodes, notes: [] };
}

// What each would do to a terminal, a table, XML, a metric or JSON.
const hostileTexts = [
  "a\nb  forged  healthy",
  "a\r\u001b[1Ab",
  "\u001b]0;title\u0007\u009b2J",
  "a\u202eb\u2066c\u200bd\u2028e",
  ']]></failure><testcase name="forged"/>',
  `"quoted" 'twice' \\ back\\"slash & <tag> &amp;`,
  '"} 1\nblockchain_node_passes{stack="dev"} 1',
  "\ud800 lone, \ufffe\uffff none, \u0000 null",
  "x".repeat(1_000_000),
];

/** Nodes whose every text is hostile. */
export function hostileNodes(): readonly ExaminedNode[] {
  return hostileTexts.map((text, index) => {
    const failed = { check: "head", verdict: "unhealthy", why: text, observed: text, threshold: text } as const;
    return { ...examined(`n${index}${text}`, failed), chain: `c${text}`, host: `h${text}` };
  });
}
