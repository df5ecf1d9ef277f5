import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { Socket } from "node:net";
import { dirname, join } from "node:path";

/**
 * A process beside the sandbox that knows the pids of its nodes and its temporary folder. When the pipe between them closes, because
 * the sandbox ended or was killed, it kills the nodes, removes the folder and ends itself.
 */
export class Watchdog {
  readonly #child: ChildProcess;

  constructor(folder: string) {
    // A group of its own: a signal to the whole group of the sandbox must not take away the one who cleans up.
    this.#child = spawn(process.execPath, [script(), folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    this.#child.unref();
    // It can only be gone when somebody killed it; the sandbox still cleans up after itself then.
    this.#child.on("error", () => {});
    this.#child.stdin?.on("error", () => {});
    if (this.#child.stdin instanceof Socket) {
      this.#child.stdin.unref();
    }
  }

  /** A node process to kill when the sandbox is gone. */
  add(pid: number): void {
    this.#child.stdin?.write(`+${pid}\n`);
  }

  /** A node process that has ended; its pid may soon belong to somebody else. */
  remove(pid: number): void {
    this.#child.stdin?.write(`-${pid}\n`);
  }

  /** Lets it clean up, and waits until it is gone. */
  async close(): Promise<void> {
    const isGone = this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined;
    this.#child.ref();
    const ended = isGone ? undefined : once(this.#child, "exit");
    this.#child.stdin?.end();
    await ended;
  }
}

/** The script is plain JavaScript beside the command, so that it runs the same from source and from the build. */
function script(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, "package.json"))) {
    folder = dirname(folder);
  }
  return join(folder, "bin", "watchdog.js");
}
