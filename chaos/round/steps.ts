import { claimsInState } from "../checks/property";
import type { Injection } from "../plan/injections";
import { type Program, urnOf } from "../plan/program";
import { disturb } from "../world/disturb";
import { calm } from "../world/platform";
import type { CommandRecord } from "../world/stack";
import { type Stage, tailOf } from "./stage";

const quickly = ["--yes", "--skip-preview"];
/** Brings the stack to what the program says. */
export const up = ["up", ...quickly];
const destroy = ["destroy", ...quickly];
const attempts = 4;

/** May clear the way after a run that failed. */
type Between = (failed: CommandRecord) => Promise<void>;

/** Makes the stack of the program before. @throws when that does not work */
export async function prepare({ plan, platform, stack }: Stage): Promise<void> {
  if (plan.before === undefined) {
    await stack.declare(plan.during);
    return;
  }
  const isUnfinished = plan.scenario === "finish";
  if (isUnfinished) {
    await platform.change({ regionalSeconds: 3_600 });
    await stack.declare(plan.before.map((it) => withDeadline(it, "2s")));
  } else {
    await stack.declare(plan.before);
  }
  const record = await stack.run(up);
  if (record.ok === isUnfinished) {
    throw new Error(`The stack before could not be made. ${tailOf(record)}`);
  }
  if (isUnfinished) {
    for (const { id, status } of (await platform.objects()).nodes) {
      if (status === "pending") {
        await platform.admin("PATCH", `/nodes/${id}`, { status: "running" });
      }
    }
    await calm(platform);
  }
  await stack.declare(plan.during);
}

function withDeadline(resource: Program[number], create: string): Program[number] {
  return resource.type === "Project" ? resource : { ...resource, args: { ...resource.args, timeouts: { create } } };
}

/** Runs what the scenario does, while things go wrong. */
export async function operate(stage: Stage): Promise<CommandRecord> {
  const { plan, platform, tally } = stage;
  await platform.admin("DELETE", "/requests");
  const record = await runOnce(stage, commandOf(stage), plan.injections);
  tally.hasFailed = !record.ok;
  return record;
}

/** One run with what goes wrong in it; afterwards the platform is calm, and the stack not locked. */
async function runOnce(
  stage: Stage,
  args: readonly string[],
  injections: readonly Injection[] = [],
): Promise<CommandRecord> {
  const { platform, stack, tally } = stage;
  const { record, kill, faults } = await disturb(stack, platform, args, injections);
  if (kill !== undefined) {
    tally.kills.push(kill);
  }
  for (const [name, hits] of Object.entries(faults)) {
    tally.faults[name] = (tally.faults[name] ?? 0) + hits;
  }
  await stage.look();
  await calm(platform);
  if (record.isOverdue) {
    stage.fail("stuck", tailOf(record));
  }
  if (!record.ok) {
    stage.findings.push(...claimsInState(await stack.entries()));
  }
  if (kill?.victim === "engine" || record.isOverdue) {
    await stack.run(["cancel", "--yes"]);
  }
  return record;
}

function commandOf({ plan }: Stage): readonly string[] {
  const { scenario } = plan;
  if (scenario === "destroy") {
    return destroy;
  }
  return scenario === "refresh" ? ["refresh", ...quickly] : [...up, ...replacing(plan)];
}

function replacing({ forced, during }: Stage["plan"]): readonly string[] {
  const resource = during.find(({ name }) => name === forced);
  return resource === undefined ? [] : ["--replace", urnOf(resource)];
}

/** Runs `up` until it succeeds, `between` as in {@link demolish}; false when it never does. */
export async function recover(stage: Stage, disturbed: CommandRecord, between: Between): Promise<boolean> {
  const { plan, stack } = stage;
  if (disturbed.ok && plan.scenario !== "refresh" && plan.after === plan.during) {
    return true;
  }
  await stack.declare(plan.after);
  if (plan.isRefreshed) {
    await stack.run(["refresh", ...quickly]);
  }
  // A forced replacement that failed is asked for again.
  return repeat(stage, disturbed.ok ? up : [...up, ...replacing(plan)], plan.again, between);
}

/** Runs `destroy` until it succeeds; `between` may clear the way after a failure. */
export function demolish(stage: Stage, between: Between): Promise<boolean> {
  return repeat(stage, destroy, stage.plan.recovery === "destroy" ? stage.plan.again : [], between);
}

/** Runs a command until it succeeds; the injections disturb the first time. */
async function repeat(
  stage: Stage,
  args: readonly string[],
  injections: readonly Injection[],
  between: Between,
): Promise<boolean> {
  const { stack, tally } = stage;
  let last: CommandRecord | undefined;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    tally.recoveries += 1;
    last = await runOnce(stage, args, attempt === 1 ? injections : []);
    if (last.ok) {
      return true;
    }
    tally.hasFailed = true;
    if (/locked by|lock file/.test(last.stdout + last.stderr)) {
      await stack.run(["cancel", "--yes"]);
    }
    await between(last);
  }
  stage.fail("stuck", last === undefined ? "never ran" : tailOf(last));
  return false;
}
