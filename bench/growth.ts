import { writeFile } from "node:fs/promises";
import { growthSvg } from "./growth-svg";
import { type PairLife, pairLife } from "./pair";
import { type PartOptions, type Row, row } from "./rows";

const sizes = [10, 100, 1_000] as const;
const largest = 3_000;

/** The commands of the picture. */
const growing = ["up", "refresh", "destroy"] as const;

/**
 * Time, calls and memory by the number of nodes, with the engine storing its state once at the end of a command: with a
 * backend of files the engine's own cost grows with the square of the state.
 */
export async function benchGrowth({ isFull, svg, say }: PartOptions): Promise<readonly Row[]> {
  const lives: PairLife[] = [];
  for (const count of isFull ? [...sizes, largest] : sizes) {
    lives.push(await pairLife({ count }, say));
  }
  if (svg !== undefined) {
    await writeFile(svg, growthSvg(lives.map(pointsOf)));
    say(`wrote ${svg}`);
  }
  return lives.flatMap(({ count, commands }) =>
    growing.flatMap((command) => {
      const { ours, twins } = commands[command];
      return [
        row(`${count} nodes, ${command}`, ours.seconds, "s"),
        row(`${count} nodes, ${command}, twins`, twins.seconds, "s"),
        row(`${count} nodes, ${command}, calls of each node`, ours.calls.total / count, ""),
        row(`${count} nodes, ${command}, peak of the provider process`, ours.provider.peakBytes / 1e6, "MB"),
      ];
    }),
  );
}

/** What the picture shows of one size. */
export interface GrowthPoint {
  readonly count: number;
  readonly commands: Readonly<
    Record<(typeof growing)[number], { readonly seconds: number; readonly calls: number; readonly megabytes: number }>
  >;
  /** Largest values of the twins. */
  readonly twinSeconds: number;
  readonly twinMegabytes: number;
}

function pointsOf({ count, commands }: PairLife): GrowthPoint {
  const point = (command: (typeof growing)[number]) => {
    const { seconds, calls, provider } = commands[command].ours;
    return { seconds, calls: calls.total, megabytes: provider.peakBytes / 1e6 };
  };
  const twins = growing.map((command) => commands[command].twins);
  return {
    count,
    commands: { up: point("up"), refresh: point("refresh"), destroy: point("destroy") },
    twinSeconds: commands.up.twins.seconds,
    twinMegabytes: Math.max(...twins.map(({ provider }) => provider.peakBytes / 1e6)),
  };
}
