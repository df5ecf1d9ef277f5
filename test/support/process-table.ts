import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A row of the table of processes. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function table(): Promise<readonly ProcessRow[]> {
  const { stdout } = await run("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Everything that a process has started, and what these have started. */
export async function descendantsOf(ancestor: number): Promise<readonly ProcessRow[]> {
  const rows = await table();
  const below = (parent: number): readonly ProcessRow[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return below(ancestor);
}

/** Whether a process is a provider, not its launcher. */
export function isProvider({ command }: ProcessRow): boolean {
  return /\bnode\b.*dynamic-provider/.test(command);
}

/** Whether a process is there still. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends those of the processes that are there still, and no other one that has got the id of one since. */
export async function endNow(processes: readonly ProcessRow[]): Promise<void> {
  const rows = await table();
  const isThere = ({ pid, command }: ProcessRow) => rows.some((row) => row.pid === pid && row.command === command);
  for (const { pid } of processes.filter(isThere)) {
    process.kill(pid, "SIGKILL");
  }
}
