import { pairLife } from "./pair";
import { type PartOptions, type Row, row } from "./rows";

const count = 1_000;
const mostOfTwins = 1.5;

/** The largest resident size of the provider process over the life of a stack, next to that of the twins' provider. */
export async function benchMemory({ say }: PartOptions): Promise<readonly Row[]> {
  const { commands, slowRefresh } = await pairLife({ count }, say);
  const costs = [...Object.values(commands), slowRefresh];
  const peak = (of: "ours" | "twins") => Math.max(...costs.map((cost) => cost[of].provider.peakBytes));
  return [
    row(`${count} nodes, peak of the provider process, to twins`, peak("ours") / peak("twins"), "×", {
      atMost: mostOfTwins,
    }),
    row(`${count} nodes, peak of the provider process`, peak("ours") / 1e6, "MB"),
  ];
}
