import { openHome } from "../../test/support/engine/home";
import { compare, idsIn } from "../checks/property";
import { runSweep } from "../checks/sweep";
import type { SecondMachine } from "../plan/plan";
import type { HeldObjects } from "../world/platform";
import { type CommandRecord, openStack } from "../world/stack";
import { type Stage, tailOf } from "./stage";
import { demolish, operate, recover, up } from "./steps";

/**
 * Plays a round of two machines whose stacks have the same names, without `ownerSalt`: the second one runs, is
 * disturbed, sweeps and ends while the first one has been cut short. It may resume what the first one has begun; what
 * it does not resume is as it was, and the first one goes on.
 */
export async function playTwoMachines(first: Stage, other: SecondMachine): Promise<void> {
  const { plan, platform, bystanders, fail } = first;
  await first.stack.declare(plan.during);
  const disturbed = await operate(first);
  await first.stack.settle();
  const before = await first.look();

  const home = await openHome();
  try {
    const folder = await first.workshop.openFolder(`${plan.seed}-second`);
    const stack = await openStack(home, folder, { ...platform.env, ...first.workshop.env });
    const second: Stage = { ...first, stack, plan: { ...plan, ...other, after: other.during } };
    try {
      await live(second, before);
    } finally {
      await stack.close();
    }
  } finally {
    await home.dispose();
  }

  if (await recover(first, disturbed, clearing(first))) {
    first.findings.push(
      ...compare(plan.after, await first.stack.entries(), await first.look(), bystanders, "").findings,
    );
    const again = await first.stack.run([...up, "--expect-no-changes"]);
    if (!again.ok) {
      fail("unsettled", tailOf(again));
    }
    await demolish(first, clearing(first));
  }
}

/** The life of the second machine's stack, from its first `up` to its end. */
async function live(second: Stage, before: HeldObjects): Promise<void> {
  const { stack, platform, plan, fail } = second;
  await stack.declare(plan.during);
  const disturbed = await operate(second);
  const isUp = await recover(second, disturbed, clearing(second));
  const resumed = idsIn(await stack.entries());
  if (isUp) {
    await runSweep(second.workshop, stack, ["sweep", "--stack", "dev", "--yes", "--json"]);
    await demolish(second, clearing(second));
  }
  const after = await second.look();
  const left = new Set([...after.projects, ...after.nodes].map(({ id }) => id));
  for (const { id, name } of [...before.projects, ...before.nodes].filter((object) => !resumed.has(object.id))) {
    if (!left.has(id)) {
      fail("bystander", `${id} ${name} of the first machine was deleted`);
    }
  }
  for (const { method, path } of await platform.log()) {
    const id = path
      .split("/")
      .find((part) => [...before.projects, ...before.nodes].some((object) => object.id === part));
    if (method === "DELETE" && id !== undefined && !resumed.has(id)) {
      fail("bystander", `DELETE ${path}, of the first machine`);
    }
  }
}

/** Removes by id what keeps a project or network from its deletion, as the message tells: nothing else may. */
function clearing({ stack, workshop }: Stage): (failed: CommandRecord) => Promise<void> {
  return async ({ stdout, stderr }) => {
    const named = /(?:contains|while these exist:?) [^.]*/.exec(stdout + stderr)?.[0] ?? "";
    for (const id of named.match(/\b(?:ND|NW)-[\d-]+/g) ?? []) {
      await runSweep(workshop, stack, ["sweep", "--id", id, "--yes"]);
    }
  };
}
