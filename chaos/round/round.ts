import type { Finding } from "../checks/findings";
import { compare, shortUrn, straysOf } from "../checks/property";
import { type Evidence, explain, type Stray, violations } from "../checks/strays";
import { sweepStrays } from "../checks/sweep";
import type { RoundPlan } from "../plan/plan";
import type { HeldObjects } from "../world/platform";
import type { CommandRecord } from "../world/stack";
import type { Workshop } from "../world/workshop";
import { openStage, type Stage, type Tally, tailOf } from "./stage";
import { demolish, operate, prepare, recover, up } from "./steps";
import { playTwoMachines } from "./two-machines";

/** What a round showed. */
export interface RoundReport {
  readonly plan: RoundPlan;
  readonly findings: readonly Finding[];
  /** Undefined when the round broke off before it began. */
  readonly tally: Tally | undefined;
  readonly ms: number;
  /** Every command, for a closer look. */
  readonly records: readonly CommandRecord[];
}

/** Plays a round: makes the stack, disturbs a run, recovers, and compares program, state and platform. */
export async function playRound(plan: RoundPlan, workshop: Workshop): Promise<RoundReport> {
  const startedAt = performance.now();
  let stage: Stage | undefined;
  const findings: Finding[] = [];
  try {
    stage = await openStage(plan, workshop);
    await (plan.other === undefined ? play(stage) : playTwoMachines(stage, plan.other));
    findings.push(...stage.findings);
  } catch (error) {
    findings.push(...(stage?.findings ?? []));
    findings.push({
      kind: "internal",
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  } finally {
    await stage?.close();
  }
  const { tally, stack } = stage ?? {};
  return { plan, findings, tally, ms: performance.now() - startedAt, records: stack?.records ?? [] };
}

async function play(stage: Stage): Promise<void> {
  const { plan, stack } = stage;
  await prepare(stage);
  const disturbed = await operate(stage);
  const isDemolished = plan.recovery === "destroy";
  let isUp = plan.scenario === "destroy" || (isDemolished && disturbed.ok);
  if (!isDemolished) {
    isUp = await recover(stage, disturbed, (failed) => clearTheWay(stage, failed, false));
    if (!isUp) {
      return;
    }
    await settle(stage);
    await check(stage);
    const second = await stack.run([...up, "--expect-no-changes"]);
    if (!second.ok) {
      stage.fail("unsettled", tailOf(second));
    }
  }
  await finish(stage, isUp);
  await checkLeaks(stage);
}

async function settle({ stack, fail }: Stage): Promise<void> {
  const survivors = await stack.settle();
  if (survivors > 0) {
    fail("stuck", `${survivors} provider processes outlive their engine`);
  }
}

/** Compares program, state and platform, and clears away what must not stand in the way of the destroy. */
async function check(stage: Stage): Promise<void> {
  const { plan, stack, platform, bystanders, findings } = stage;
  const [entries, objects] = [await stack.entries(), await stage.look()];
  const comparison = compare(plan.after, entries, objects, bystanders);
  findings.push(...comparison.findings);
  for (const damage of bystanders.damage(objects, await platform.log())) {
    stage.fail("bystander", damage);
  }
  const strays = explain(comparison.strays, objects, await evidenceOf(stage, true));
  const known = entries.map(({ urn }) => shortUrn(urn));
  findings.push(...violations(strays, known));
  await clear(stage, strays, objects, stage.plan.isSweptFirst);
  await checkLeaks(stage);
}

/** Ends the stack; what is left then must have been lost in a window. */
async function finish(stage: Stage, isUp: boolean): Promise<void> {
  const { platform, bystanders } = stage;
  const isDone = await demolish(stage, (failed) => clearTheWay(stage, failed, isUp));
  await settle(stage);
  if (!isDone) {
    return;
  }
  const { entries, objects, strays } = await findStrays(stage, isUp);
  for (const { urn, id } of entries) {
    stage.fail("state", `${shortUrn(urn)} ${id} is still in the state after the destroy`);
  }
  for (const damage of bystanders.damage(objects, await platform.log())) {
    stage.fail("bystander", damage);
  }
  for (const { id, name } of strays.filter(({ window }) => window === undefined)) {
    stage.fail("left", `${id} ${name}`);
  }
  await clear(stage, strays, objects, true);
}

/** Sweeps what keeps a project from being deleted: nodes that got their own names in a run that died. */
async function clearTheWay(stage: Stage, { stdout, stderr }: CommandRecord, isUp: boolean): Promise<void> {
  const { objects, strays } = await findStrays(stage, isUp);
  const lost = strays.filter(({ window }) => window !== undefined);
  // What stands in nobody's way stays: the next run has claims to go on with.
  if (lost.some(({ id, window }) => window === "renamed" && (stdout + stderr).includes(id))) {
    await clear(stage, lost, objects, true);
  }
}

async function findStrays(stage: Stage, isUp: boolean) {
  const { stack, bystanders } = stage;
  const [entries, objects] = [await stack.entries(), await stage.look()];
  const strays = explain(straysOf(entries, objects, bystanders), objects, await evidenceOf(stage, isUp));
  return { entries, objects, strays };
}

async function evidenceOf({ plan, tally, platform }: Stage, isUp: boolean): Promise<Evidence> {
  const { before = [], during, after } = plan;
  const isWithdrawn = after === before && before !== during;
  const changed = during.filter((resource, index) => resource !== before[index]);
  return {
    programs: [before, during, after],
    kills: tally.kills,
    hasFailed: tally.hasFailed,
    log: await platform.log(),
    isUp,
    withdrawn: isWithdrawn ? changed.map(({ name }) => name) : [],
  };
}

/**
 * Removes strays: those of windows by `sweep`, which must find them, violations and what nothing leads to behind the
 * scenes.
 *
 * @param isThorough whether claims go too, which the deletion of their project would take away
 */
async function clear(stage: Stage, strays: readonly Stray[], objects: HeldObjects, isThorough: boolean): Promise<void> {
  const { platform, tally, stack, workshop, bystanders } = stage;
  const remove = async (ids: readonly string[]) => {
    for (const id of ids) {
      await platform.admin("DELETE", `/objects/${id}`).catch(() => undefined);
    }
  };
  const isOutOfReach = ({ window }: Stray) => window === undefined || window === "forgotten";
  const [hidden, left] = [strays.filter(isOutOfReach), strays.filter((stray) => !isOutOfReach(stray))];
  await remove(hidden.map(({ id }) => id));
  tally.windows.forgotten += hidden.filter(({ window }) => window === "forgotten").length;
  const isNeeded = isThorough || left.some(({ why, kind }) => why !== "claim" || kind === "project");
  if (left.length === 0 || !isNeeded) {
    return;
  }
  for (const { window } of left) {
    if (window !== undefined) {
      tally.windows[window] += 1;
    }
  }
  const outcome = await sweepStrays(workshop, stack, left, objects, (record) => checkRecord(stage, record));
  stage.findings.push(...outcome.findings);
  tally.swept += outcome.found;
  tally.isSweepMissing ||= outcome.isMissing;
  const after = straysOf(await stack.entries(), await stage.look(), bystanders);
  const stayed = left.filter(({ id }) => after.includes(id));
  if (!outcome.isMissing && outcome.findings.length === 0) {
    for (const { id, name } of stayed) {
      stage.fail("sweep", `did not remove ${id} ${name}`);
    }
  }
  await remove(stayed.map(({ id }) => id));
}

async function checkLeaks(stage: Stage): Promise<void> {
  for (const record of stage.stack.records) {
    checkRecord(stage, record);
  }
  const stored = stage.canaries.in(await stage.stack.stored());
  if (stored > 0) {
    stage.fail("leak", `${stored} secrets in the stored state`);
  }
}

function checkRecord({ canaries, fail }: Stage, { command, stdout, stderr }: CommandRecord): void {
  const printed = canaries.in(stdout + stderr);
  if (printed > 0) {
    fail("leak", `${printed} secrets printed by ${command}`);
  }
}
