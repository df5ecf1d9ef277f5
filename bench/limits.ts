import { type EngineHome, openHome } from "../test/support/engine/home";
import { callsText, openPlatform, walkCalls } from "./platform";
import { type PartOptions, type Row, row } from "./rows";
import { type Command, type Cost, openNodes, openTwins, sampleOutputs, withoutCheckpoints } from "./stacks";

type LimitedCommand = Extract<Command, "destroy" | "previewRefresh" | "up">;

const limitedCommands = ["up", "previewRefresh", "destroy"] as const satisfies readonly LimitedCommand[];

/** Most time beyond the engine's own, as a multiple of what the needed requests take at the limit. */
const mostOfNeeded = 1.1;
/** Most time of a refresh, as a multiple of the engine's own. */
const mostOfRefresh = 2;
const atATime = 8;
const extraCalls = 3;

/** Requests that each command needs. */
function neededCalls(count: number, isCrashSafe: boolean): Readonly<Record<LimitedCommand, number>> {
  const walk = walkCalls(count);
  return {
    up: count * (isCrashSafe ? 2 : 1) + walk + extraCalls,
    previewRefresh: walk + extraCalls,
    destroy: count + Math.ceil(count / atATime) * Math.min(walk, atATime) + walk + extraCalls,
  };
}

/**
 * Seconds that the Terraform provider `circlefin/chainstack` took for 200 nodes at 5 requests a second: it reads each
 * node after its create and before its delete, 402, 201 and 403 requests.
 */
const recorded = { count: 200, perSecond: 5, up: 80, previewRefresh: 40, destroy: 79 } as const;
/** Most of that time; a create under a claim makes as many requests. */
const mostOfRecorded = {
  up: { claim: 1.05, bare: 0.5 },
  previewRefresh: { claim: 1, bare: 1 },
  destroy: { claim: 1, bare: 1 },
} as const;

/**
 * Stacks on a platform with a rate limit, with the provider's own setting at that limit. Fewer nodes by default: the
 * recorded times are then scaled, and the engine's own time, that of twins, is added to each bound.
 */
export async function benchLimits({ isFull, say }: PartOptions): Promise<readonly Row[]> {
  const count = isFull ? recorded.count : 40;
  say(`${count} nodes${isFull ? "" : ": fewer than with --full, with bounds scaled to them"}`);
  const home = await openHome();
  try {
    const floor = await engineSeconds(home, count);
    const rows: Row[] = [];
    for (const perSecond of [10, 5]) {
      for (const isCrashSafe of [true, false]) {
        const costs = await limitedLife(home, count, perSecond, isCrashSafe);
        for (const command of limitedCommands) {
          say(
            `${perSecond}/s, ${command}: ${costs[command].seconds.toFixed(1)} s, ${callsText(costs[command].calls)}, ${costs[command].calls.throttled} throttled`,
          );
        }
        rows.push(...rowsOf({ count, perSecond, isCrashSafe, costs, floor }));
      }
    }
    return rows;
  } finally {
    await home.dispose();
  }
}

/** What the commands take without any requests. */
async function engineSeconds(home: EngineHome, count: number): Promise<Readonly<Record<LimitedCommand, number>>> {
  const platform = await openPlatform();
  try {
    const outputs = await sampleOutputs(platform, home);
    const twins = await openTwins(platform, home, count, outputs, withoutCheckpoints);
    const seconds = { up: 0, previewRefresh: 0, destroy: 0 };
    for (const command of limitedCommands) {
      seconds[command] = (await twins.run(command)).seconds;
    }
    return seconds;
  } finally {
    await platform.close();
  }
}

type Costs = Readonly<Record<LimitedCommand, Cost>>;

async function limitedLife(home: EngineHome, count: number, perSecond: number, isCrashSafe: boolean): Promise<Costs> {
  const platform = await openPlatform({ rateLimitPerSecond: perSecond });
  try {
    const nodes = await openNodes(platform, home, count, {
      env: {
        ...withoutCheckpoints,
        BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: String(perSecond),
        BLOCKCHAIN_NODES_CRASH_SAFE_CREATE: String(isCrashSafe),
      },
    });
    const up = await nodes.run("up");
    const previewRefresh = await nodes.run("previewRefresh");
    return { up, previewRefresh, destroy: await nodes.run("destroy") };
  } finally {
    await platform.close();
  }
}

interface LimitedLife {
  readonly count: number;
  readonly perSecond: number;
  readonly isCrashSafe: boolean;
  readonly costs: Costs;
  readonly floor: Readonly<Record<LimitedCommand, number>>;
}

function rowsOf({ count, perSecond, isCrashSafe, costs, floor }: LimitedLife): readonly Row[] {
  const needed = neededCalls(count, isCrashSafe);
  const name = (command: LimitedCommand) =>
    `${count} nodes at ${perSecond}/s ${isCrashSafe ? "with" : "without"} claims, ${command === "previewRefresh" ? "preview --refresh" : command}`;
  return limitedCommands.flatMap((command) => {
    const { seconds, calls } = costs[command];
    const atMost = floor[command] + (mostOfNeeded * Math.min(needed[command], calls.total)) / perSecond;
    // A few requests are no time that the limit decides.
    const bound = { atMost: command === "previewRefresh" ? mostOfRefresh * floor[command] : atMost };
    const toRecorded = mostOfRecorded[command][isCrashSafe ? "claim" : "bare"];
    const recordedSeconds = (recorded[command] * count) / recorded.count;
    // The recorded times hold the start of an engine once, whatever the number of nodes.
    const start = count < recorded.count ? floor[command] : 0;
    return [
      row(name(command), seconds, "s", bound),
      row(`${name(command)}, requests`, calls.total, "", { atMost: needed[command] }),
      row(`${name(command)}, most requests in a second`, calls.mostPerSecond, "", { atMost: perSecond }),
      ...(perSecond === recorded.perSecond
        ? [row(`${name(command)}, to Terraform`, (seconds - start) / recordedSeconds, "×", { atMost: toRecorded })]
        : []),
    ];
  });
}
