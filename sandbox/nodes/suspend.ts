import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 2;
const deadlineMs = 5_000;

/**
 * Stops a process where it is, until SIGCONT, and waits until each of its threads has stopped: on a busy machine those
 * that run when the signal is sent may answer requests for a while. Systems without /proc only get the signal.
 */
export async function suspend(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  const deadline = Date.now() + deadlineMs;
  while ((await statesOf(pid)).some((state) => !/[TtZX]/.test(state)) && Date.now() < deadline) {
    await sleep(pollMs);
  }
}

/** One letter per thread; none once the process is gone. */
async function statesOf(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const lines = await Promise.all(
    threads.map((thread) => readFile(`${folder}/${thread}/stat`, "utf8").catch(() => "")),
  );
  // The name of the program, in parentheses, may hold anything.
  return lines.map((line) => line.slice(line.lastIndexOf(")") + 2).charAt(0)).filter((state) => state !== "");
}
