import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { descendantsOf, isProvider, type ProcessRow } from "../test/support/process-table";

const samplingMs = 100;

// With the engine's address: its launcher first runs a script that names the file too.
const hasAddress = ({ command }: ProcessRow): boolean => / \S+:\d+$/.test(command);

/** What a provider process used. */
export interface ProviderUse {
  /** Largest resident size, in bytes. */
  readonly peakBytes: number;
  /** CPU time up to the last look. */
  readonly cpuSeconds: number;
}

/** Nothing known: the system does not tell (it takes Linux), or there was no provider. */
export const unknownUse: ProviderUse = { peakBytes: Number.NaN, cpuSeconds: Number.NaN };

/** Watches the provider process below an engine until the signal. */
export async function watchProvider(engine: number, ended: AbortSignal): Promise<ProviderUse> {
  let provider: number | undefined;
  let use = unknownUse;
  while (!ended.aborted) {
    provider ??= (await descendantsOf(engine)).find((row) => isProvider(row) && hasAddress(row))?.pid;
    use = provider === undefined ? use : ((await useOf(provider)) ?? use);
    await sleep(samplingMs, undefined, { signal: ended }).catch(() => undefined);
  }
  return use;
}

// As almost every system has it: `getconf CLK_TCK`.
const ticksPerSecond = 100;

/** Undefined for a process that has ended. */
async function useOf(pid: number): Promise<ProviderUse | undefined> {
  try {
    const [status, stat] = await Promise.all(
      ["status", "stat"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8")),
    );
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status ?? "") ?? [];
    // After the name of the program, which may hold spaces: state, parent, …; the 12th and 13th are the times.
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return kilobytes === undefined
      ? undefined
      : { peakBytes: Number(kilobytes) * 1024, cpuSeconds: ticks / ticksPerSecond };
  } catch {
    return undefined;
  }
}
