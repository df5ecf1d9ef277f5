import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 2;
const deadlineMs = 5_000;

/**
 * Suspends a process until SIGCONT and waits until all of its threads have stopped: on a busy machine running threads
 * may respond for a while after the signal. Without /proc it only sends the signal.
 */
export async function suspend(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  const deadline = Date.now() + deadlineMs;
  while ((await statesOf(pid)).some((state) => !/[TtZX]/.test(state)) && Date.now() < deadline) {
    await sleep(pollMs);
  }
}

/** State letters of the threads; empty once the process has exited. */
async function statesOf(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const lines = await Promise.all(
    threads.map((thread) => readFile(`${folder}/${thread}/stat`, "utf8").catch(() => "")),
  );
  // The program name, in parentheses, may contain anything.
  return lines.map((line) => line.slice(line.lastIndexOf(")") + 2).charAt(0)).filter((state) => state !== "");
}
