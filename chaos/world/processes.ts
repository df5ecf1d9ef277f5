import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Victim } from "../plan/injections";

const run = promisify(execFile);

interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

const marks: Readonly<Record<Exclude<Victim, "engine">, RegExp>> = {
  program: /\/cmd\/run(\/\S*)? /,
  // With the engine's address: its launcher first runs a script that names the file too.
  provider: /\/cmd\/dynamic-provider\S* \S+:\d+/,
};

async function table(): Promise<readonly Row[]> {
  const { stdout } = await run("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

const trees = new Set<ProcessTree>();
process.on("exit", () => {
  for (const tree of trees) {
    tree.killNow();
  }
});

/**
 * A process that this suite started, with everything below it. Children are remembered while their parents live: one
 * that outlives its parent belongs to somebody else in the table of processes.
 */
export class ProcessTree {
  readonly #root: number;
  readonly #known = new Map<number, Row>();

  constructor(root: number) {
    this.#root = root;
    trees.add(this);
  }

  /** Looks for new children. */
  async refresh(): Promise<void> {
    const rows = await table();
    const isOurs = (row: Row): boolean => row.pid === this.#root || this.#known.has(row.parent);
    // A table is not in the order of descent.
    for (let before = -1; before < this.#known.size; ) {
      before = this.#known.size;
      for (const row of rows.filter(isOurs)) {
        this.#known.set(row.pid, row);
      }
    }
  }

  /** Kills a process of the command with SIGKILL; false when there is none. */
  async kill(victim: Victim): Promise<boolean> {
    if (this.#find(victim).length === 0) {
      await this.refresh();
    }
    const isKilled = this.#find(victim).filter(signal).length > 0;
    await this.refresh();
    return isKilled;
  }

  /** Those that still run, with their commands. */
  async survivors(): Promise<readonly Row[]> {
    const rows = await table();
    return rows.filter(({ pid, command }) => this.#known.get(pid)?.command === command);
  }

  /** Kills everything that still runs. */
  async end(): Promise<void> {
    await this.refresh();
    for (const { pid } of await this.survivors()) {
      signal(pid);
    }
    trees.delete(this);
  }

  /** The same without a look at the table, for the moment when this process ends. */
  killNow(): void {
    for (const pid of this.#known.keys()) {
      signal(pid);
    }
  }

  #find(victim: Victim): readonly number[] {
    return victim === "engine"
      ? [this.#root]
      : [...this.#known.values()].filter(({ command }) => marks[victim].test(command)).map(({ pid }) => pid);
  }
}

function signal(pid: number): boolean {
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}
