import { openHome } from "../../test/support/engine/home";
import type { Finding, FindingKind } from "../checks/findings";
import { Canaries } from "../checks/leaks";
import type { WindowName } from "../checks/strays";
import type { RoundPlan } from "../plan/plan";
import { prng } from "../plan/prng";
import { ownerSalt } from "../plan/program";
import { type Bystanders, makeBystanders } from "../world/bystanders";
import type { Kill } from "../world/disturb";
import { type HeldObjects, openPlatform, type Platform } from "../world/platform";
import { type ChaosStack, type CommandRecord, openStack } from "../world/stack";
import type { Workshop } from "../world/workshop";

/** What a round counts besides what is wrong. */
export interface Tally {
  readonly kills: Kill[];
  /** How often each fault acted. */
  readonly faults: Record<string, number>;
  /** Whether a run has failed since the stack was first made. */
  hasFailed: boolean;
  /** Runs that it took to get well again. */
  recoveries: number;
  /** Objects that were lost in windows. */
  readonly windows: Record<WindowName, number>;
  /** How many of these `sweep` found. */
  swept: number;
  /** Whether `sweep` was needed, and the package has none. */
  isSweepMissing: boolean;
}

/** Everything that a round works with. */
export interface Stage {
  readonly plan: RoundPlan;
  readonly workshop: Workshop;
  readonly platform: Platform;
  readonly stack: ChaosStack;
  readonly bystanders: Bystanders;
  readonly canaries: Canaries;
  readonly findings: Finding[];
  readonly tally: Tally;
  /** Notes what is wrong. */
  fail(kind: FindingKind, detail: string): void;
  /** What the platform holds; its secrets become canaries. */
  look(): Promise<HeldObjects>;
  close(): Promise<void>;
}

const open = new Set<Stage>();

/** Ends every process and removes every folder of the rounds that are being played, when the suite is told to stop. */
export async function closeStages(): Promise<void> {
  await Promise.all([...open].map((stage) => stage.close()));
}

/** Opens a platform with bystanders and an empty stack. */
export async function openStage(plan: RoundPlan, workshop: Workshop): Promise<Stage> {
  const platform = await openPlatform(plan.seed);
  const home = await openHome();
  try {
    const folder = await workshop.openFolder(String(plan.seed));
    const stack = await openStack(home, folder, {
      ...platform.env,
      ...(plan.other === undefined && { BLOCKCHAIN_NODES_OWNER_SALT: ownerSalt }),
      ...workshop.env,
    });
    const bystanders = await makeBystanders(platform, prng(plan.seed ^ 0x5eed));
    const canaries = new Canaries(platform);
    const findings: Finding[] = [];
    const windows = { destroyed: 0, forgotten: 0, renamed: 0, withdrawn: 0 };
    const stage: Stage = {
      plan,
      workshop,
      platform,
      stack,
      bystanders,
      canaries,
      findings,
      tally: { kills: [], faults: {}, hasFailed: false, recoveries: 0, windows, swept: 0, isSweepMissing: false },
      fail: (kind, detail) => {
        findings.push({ kind, detail });
      },
      look: async () => {
        const objects = await platform.objects();
        canaries.add(objects.nodes);
        return objects;
      },
      close: async () => {
        open.delete(stage);
        await stack.close();
        await platform.close();
        await home.dispose();
      },
    };
    open.add(stage);
    return stage;
  } catch (error) {
    await platform.close();
    await home.dispose();
    throw error;
  }
}

/** The end of what a command said: errors stand there. */
export function tailOf({ command, stdout, stderr, isOverdue }: CommandRecord): string {
  const said = `${stdout}\n${stderr}`.replace(/\s+/g, " ").trim();
  const errors = /error: .*/.exec(said)?.[0] ?? said;
  return `${command}${isOverdue ? " took too long" : ""}: ${errors.slice(0, 500)}`;
}
