import { median } from "./figures";
import { type PairCost, type PairLife, pairLife } from "./pair";
import { walkCalls } from "./platform";
import { type PartOptions, type Row, row } from "./rows";

/** Most that a command may take, as a multiple of the time of plain twins, and of twins with cheap stack traces. */
const mostOfPlainTwins = 1.1;
const mostOfTwins = 1.25;
const mostOfTwinsRefresh = 2;
/** Calls beyond the list and the objects: the organization, and what a short list hides. */
const extraCalls = 3;
/** Walks of the list that a create's wait may take: global nodes run at once. */
const polls = 1;

const usualRounds = 3;

/**
 * Stacks of nodes next to stacks of twins: dynamic resources with the same inputs, outputs and secrets, whose provider
 * answers at once, and whose stack traces are as cheap. What remains is the cost of the engine and the SDK, so each
 * ratio is what this provider adds. Plain twins have the stack traces of the SDK, as resources of other packages do.
 *
 * The engine stores the state at each step, but by default not with 1,000 nodes: it alone would take minutes. There the
 * time of `up` has no target, since the platform's emulator works on the same processors.
 */
export async function benchStack({ isFull, say }: PartOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [count, rounds, hasCheckpoints] of [
    [200, usualRounds, true],
    [1_000, 1, isFull],
  ] as const) {
    const lives: PairLife[] = [];
    for (let round = 0; round < rounds; round += 1) {
      lives.push(await pairLife({ count, round, hasCheckpoints }, say));
    }
    rows.push(...rowsOf(lives, hasCheckpoints));
  }
  return rows;
}

function rowsOf(lives: readonly PairLife[], hasCheckpoints: boolean): readonly Row[] {
  const count = lives[0]?.count ?? 0;
  const walk = walkCalls(count);
  const ratio = (of: (life: PairLife) => PairCost) =>
    median(lives.map(of).map(({ ours, twins }) => ours.seconds / twins.seconds));
  const plainRatio = (command: "preview" | "up") =>
    median(lives.map(({ commands, plainTwins }) => commands[command].ours.seconds / plainTwins[command].seconds));
  const cpuRatio = (of: (life: PairLife) => PairCost) =>
    median(lives.map(of).map(({ ours, twins }) => ours.provider.cpuSeconds / twins.provider.cpuSeconds));
  const calls = (of: (life: PairLife) => PairCost) => Math.max(...lives.map((life) => of(life).ours.calls.total));
  const of = {
    up: ({ commands }: PairLife) => commands.up,
    preview: ({ commands }: PairLife) => commands.preview,
    refresh: ({ commands }: PairLife) => commands.refresh,
    slowRefresh: ({ slowRefresh }: PairLife) => slowRefresh,
    destroy: ({ commands }: PairLife) => commands.destroy,
  };
  const naive = lives.map(({ slowRefresh }) => slowRefresh);
  const what = (text: string) => `${count} nodes${hasCheckpoints ? "" : " without checkpoints"}, ${text}`;
  return [
    row(what("up, to plain twins"), plainRatio("up"), "×", hasCheckpoints ? { atMost: mostOfPlainTwins } : undefined),
    row(what("up, to twins"), ratio(of.up), "×", hasCheckpoints ? { atMost: mostOfTwins } : undefined),
    row(what("up, CPU time of the provider process, to twins"), cpuRatio(of.up), "×"),
    row(what("up, calls"), calls(of.up), "", { atMost: 2 * count + walk * polls + extraCalls }),
    row(what("preview, to plain twins"), plainRatio("preview"), "×", { atMost: mostOfPlainTwins }),
    row(what("preview, to twins"), ratio(of.preview), "×", { atMost: mostOfTwins }),
    row(what("preview, calls"), calls(of.preview), "", { atMost: 0 }),
    row(what("refresh, to twins"), ratio(of.refresh), "×"),
    row(what("refresh, CPU time of the provider process, to twins"), cpuRatio(of.refresh), "×"),
    row(what("refresh at 30 ms latency, to twins"), ratio(of.slowRefresh), "×", { atMost: mostOfTwinsRefresh }),
    row(what("refresh, calls"), calls(of.slowRefresh), "", { atMost: walk + extraCalls }),
    row(
      what("refresh at 30 ms latency with one read per node, to twins"),
      median(naive.map(({ naive: each, twins }) => each.seconds / twins.seconds)),
      "×",
    ),
    row(what("destroy, to twins"), ratio(of.destroy), "×"),
    // Without latency the deletions hardly overlap, and confirmations are cheap: the target is that of `limits`.
    row(what("destroy, calls"), calls(of.destroy), ""),
  ];
}
