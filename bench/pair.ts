import { openHome } from "../test/support/engine/home";
import { callsText, openPlatform } from "./platform";
import {
  type Command,
  type Cost,
  idsOf,
  openNodes,
  openTwins,
  plainTraces,
  sampleOutputs,
  withoutCheckpoints,
  writeTwinFile,
} from "./stacks";

/** The platform's latency in the commands that are measured with one. */
export const latencyMs = 30;

/** One command of a stack of nodes and of one of twins, right after each other. */
export interface PairCost {
  readonly ours: Cost;
  readonly twins: Cost;
}

/** What the life of two stacks of one size cost. */
export interface PairLife {
  readonly count: number;
  readonly commands: Readonly<Record<Exclude<Command, "previewRefresh">, PairCost>>;
  /** Twins whose stack traces are as the SDK makes them. */
  readonly plainTwins: Readonly<Record<"preview" | "up", Cost>>;
  /** `refresh` with {@link latencyMs}; the naive twins read each object by itself. */
  readonly slowRefresh: PairCost & { readonly naive: Cost };
  /** Sizes of the state, in bytes. */
  readonly state: { readonly ours: number; readonly twins: number };
}

/** Which life to measure. */
export interface LifeOptions {
  readonly count: number;
  /** Lives of one size that differ in this are measured anew. @default 0 */
  readonly round?: number;
  /** Whether the engine stores its state at each step, as it does for users. @default false */
  readonly hasCheckpoints?: boolean;
}

const lives = new Map<string, Promise<PairLife>>();

/**
 * The life of a stack of nodes next to one of twins: `up`, `preview`, `refresh`, `destroy`, in turns. It is measured
 * once in a run, whichever parts need it.
 */
export function pairLife(options: LifeOptions, say: (text: string) => void): Promise<PairLife> {
  const { count, round = 0, hasCheckpoints = false } = options;
  const key = JSON.stringify([count, round, hasCheckpoints]);
  const life = lives.get(key) ?? measureLife({ count, round, hasCheckpoints }, say);
  lives.set(key, life);
  return life;
}

async function measureLife(
  { count, round, hasCheckpoints }: Required<LifeOptions>,
  say: (text: string) => void,
): Promise<PairLife> {
  const [platform, home] = [await openPlatform(), await openHome()];
  const env = hasCheckpoints ? {} : withoutCheckpoints;
  const isTwinFirst = round % 2 === 1;
  try {
    const outputs = await sampleOutputs(platform, home);
    const nodes = await openNodes(platform, home, count, { env });
    const twins = await openTwins(platform, home, count, outputs, env);
    const both = async (command: Command): Promise<PairCost> => {
      const early = isTwinFirst ? await twins.run(command) : undefined;
      const ours = await nodes.run(command);
      const cost = { ours, twins: early ?? (await twins.run(command)) };
      say(`${count} nodes, ${command}: ${costText(cost.ours)}; twins ${costText(cost.twins)}`);
      return cost;
    };
    const up = await both("up");
    const state = { ours: await nodes.stateBytes(), twins: await twins.stateBytes() };
    const preview = await both("preview");
    const plain = await openTwins(platform, home, count, outputs, { ...env, ...plainTraces });
    const plainTwins = { up: await plain.run("up"), preview: await plain.run("preview") };
    say(`${count} plain twins, up: ${costText(plainTwins.up)}; preview: ${costText(plainTwins.preview)}`);
    const refresh = await both("refresh");
    await platform.change({ latencyMs });
    const slow = await both("refresh");
    const { baseUrl: url, apiKey } = platform;
    const naiveFile = await writeTwinFile(home, { outputs, reads: { url, apiKey, ids: await idsOf(nodes) } });
    const naive = await twins.run("refresh", { BENCH_TWIN_FILE: naiveFile });
    say(`${count} nodes, refresh, one read per node: ${costText(naive)}`);
    await platform.change({ latencyMs: 0 });
    const destroy = await both("destroy");
    return { count, commands: { up, preview, refresh, destroy }, plainTwins, slowRefresh: { ...slow, naive }, state };
  } finally {
    await platform.close();
    await home.dispose();
  }
}

function costText({ seconds, calls, provider: { cpuSeconds, peakBytes } }: Cost): string {
  const use = `provider ${cpuSeconds.toFixed(2)} s CPU, ${(peakBytes / 1e6).toFixed(0)} MB`;
  return `${seconds.toFixed(2)} s (${use}${calls.total === 0 ? "" : `; ${callsText(calls)}`})`;
}
