import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { LaunchSpec, ReadyPoll } from "./kind";
import { suspend } from "./suspend";
import type { Watchdog } from "./watchdog";

const startDeadlineMs = 15_000;
const keptOutput = 2_000;
const pollMs = 25;

/** A running node process that listens on a port. */
export interface NodeProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;
  /** False once it has exited. */
  isAlive(): boolean;
  signal(name: "SIGCONT" | "SIGKILL"): void;
  /** Suspends it until SIGCONT; resolves when all of its threads have stopped. */
  suspend(): Promise<void>;
}

/**
 * Starts a node and waits until it prints its port, or responds on the port it was given.
 * @throws Error with the last output when it exits early or takes longer than 15 s
 */
export async function launch(spec: LaunchSpec, watchdog: Watchdog): Promise<NodeProcess> {
  const child = spawn(spec.command, spec.args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...spec.env },
  });
  const { pid } = child;
  if (pid !== undefined) {
    watchdog.add(pid);
  }
  const exited = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => {
      if (pid !== undefined) {
        watchdog.remove(pid);
      }
      resolve();
    });
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const port = await listeningPort(child, spec.ready, exited);
  return {
    pid: pid ?? 0,
    port,
    exited,
    isAlive,
    signal: (name) => {
      child.kill(name);
    },
    suspend: async () => {
      if (pid !== undefined && isAlive()) {
        await suspend(pid);
      }
    },
  };
}

function listeningPort(child: ChildProcess, ready: LaunchSpec["ready"], exited: Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    let isSettled = false;
    const fail = (reason: string) => {
      clearTimeout(timer);
      if (!isSettled) {
        isSettled = true;
        child.kill("SIGKILL");
        reject(new Error(`${reason}: ${output.trim().slice(-keptOutput) || "no output"}`));
      }
    };
    const succeed = (port: number) => {
      clearTimeout(timer);
      isSettled = true;
      output = "";
      resolve(port);
    };
    const timer = setTimeout(() => fail("the node did not start in time"), startDeadlineMs);
    child.once("error", (error) => fail(error.message));
    void exited.then(() => fail("the node exited during its start"));
    // Both pipes are read until the end: a node blocks when its log is not read.
    child.stderr?.on("data", (chunk: Buffer) => {
      output = isSettled ? "" : output + chunk.toString();
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      if (isSettled) {
        return;
      }
      output += chunk.toString();
      const port = ready instanceof RegExp ? ready.exec(output)?.[1] : undefined;
      if (port !== undefined) {
        succeed(Number(port));
      }
    });
    if (!(ready instanceof RegExp)) {
      void poll(ready, () => isSettled).then(() => isSettled || succeed(ready.port));
    }
  });
}

/** Polls until the node responds or the wait is over. */
async function poll({ probe }: ReadyPoll, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      await probe();
      return;
    } catch {
      await sleep(pollMs);
    }
  }
}
