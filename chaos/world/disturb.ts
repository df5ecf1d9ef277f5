import { setTimeout as sleep } from "node:timers/promises";
import type { LogEntry } from "../../sandbox/index";
import type { FaultInjection, Injection, KillInjection, Moment, Victim } from "../plan/injections";
import type { Platform, SetFault } from "./platform";
import type { ProcessTree } from "./processes";
import type { ChaosStack, CommandRecord } from "./stack";

/** A process that was killed. */
export interface Kill {
  readonly victim: Victim;
  /** Wall clock in milliseconds. */
  readonly atMs: number;
}

/** A disturbed run. */
export interface Disturbed {
  readonly record: CommandRecord;
  /** Undefined when the run was over before. */
  readonly kill: Kill | undefined;
  /** How often each fault acted, by its name. */
  readonly faults: Readonly<Record<string, number>>;
}

const pollMs = 10;

/** Runs a command while things go wrong. Faults stay set. */
export async function disturb(
  stack: ChaosStack,
  platform: Platform,
  args: readonly string[],
  injections: readonly Injection[],
): Promise<Disturbed> {
  const before = (await platform.log()).length;
  const names = new Map<string, string>();
  for (const injection of injections) {
    if (injection.kind === "fault") {
      names.set((await setFault(platform, injection)).id, injection.name);
    } else if (injection.kind === "lag") {
      await platform.change({ listLagMs: injection.listLagMs });
    }
  }
  const planned = injections.find((injection): injection is KillInjection => injection.kind === "kill");
  const ended = new AbortController();
  let killing: Promise<Kill | undefined> | undefined;
  const record = await stack.run(args, (tree) => {
    killing = planned && killAt(planned, tree, () => requestsSince(before, platform), ended.signal);
  });
  ended.abort();
  const kill = await killing;
  const faults: Record<string, number> = {};
  for (const { id, hits } of await platform.admin<readonly SetFault[]>("GET", "/faults")) {
    const name = names.get(id);
    if (name !== undefined && hits > 0) {
      faults[name] = (faults[name] ?? 0) + hits;
    }
  }
  return { record, kill, faults };
}

function setFault(platform: Platform, { operation, fault, times, skip }: FaultInjection): Promise<SetFault> {
  return platform.admin("POST", "/faults", { match: { operation }, fault, times, skip });
}

async function killAt(
  { victim, moment }: KillInjection,
  tree: ProcessTree,
  requests: () => Promise<readonly LogEntry[]>,
  ended: AbortSignal,
): Promise<Kill | undefined> {
  const startedAt = performance.now();
  while (!ended.aborted && !(await hasCome(moment, startedAt, requests))) {
    await sleep(pollMs);
  }
  // A process may not have started yet.
  while (!ended.aborted) {
    if (await tree.kill(victim)) {
      return { victim, atMs: Date.now() };
    }
    await sleep(pollMs);
  }
  return undefined;
}

async function requestsSince(before: number, platform: Platform): Promise<readonly LogEntry[]> {
  return (await platform.log()).slice(before);
}

async function hasCome(
  moment: Moment,
  startedAt: number,
  requests: () => Promise<readonly LogEntry[]>,
): Promise<boolean> {
  if (moment.at === "time") {
    return performance.now() - startedAt >= moment.ms;
  }
  const { count, operation = "*" } = moment;
  const pattern = new RegExp(`^${operation.replaceAll("*", ".*")}$`);
  return (await requests()).filter((entry) => pattern.test(entry.operation ?? "")).length >= count;
}
