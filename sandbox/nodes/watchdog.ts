import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { Socket } from "node:net";
import { dirname, join } from "node:path";

/**
 * A helper process that knows the pids of the nodes and the temporary folder. When its stdin closes because the sandbox
 * exited or was killed, it kills the nodes, removes the folder and exits.
 */
export class Watchdog {
  readonly #child: ChildProcess;

  constructor(folder: string) {
    // Its own process group: a signal to the group of the sandbox must not kill it.
    this.#child = spawn(process.execPath, [script(), folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    this.#child.unref();
    // It is only gone when it was killed; the sandbox still cleans up on exit.
    this.#child.on("error", () => {});
    this.#child.stdin?.on("error", () => {});
    if (this.#child.stdin instanceof Socket) {
      this.#child.stdin.unref();
    }
  }

  /** Registers a process to kill when the sandbox is gone. */
  add(pid: number): void {
    this.#child.stdin?.write(`+${pid}\n`);
  }

  /** Unregisters a process that has exited; its pid can be reused. */
  remove(pid: number): void {
    this.#child.stdin?.write(`-${pid}\n`);
  }

  /** Lets it clean up and waits for its exit. */
  async close(): Promise<void> {
    const isGone = this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined;
    this.#child.ref();
    const ended = isGone ? undefined : once(this.#child, "exit");
    this.#child.stdin?.end();
    await ended;
  }
}

/** The script is plain JavaScript in `bin`, so that it runs from source and from the build. */
function script(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, "package.json"))) {
    folder = dirname(folder);
  }
  return join(folder, "bin", "watchdog.js");
}
