import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";

/** A claim that was not renewed for this long has lost its owner, whatever its pid says (pids are used again). */
const freshForMs = 120_000;

/** How often an owner renews its claims. */
export const renewEveryMs = 15_000;

/** Who owns a lock or a build folder. The host matters: containers that share a cache do not share their pids. */
const self = `${process.pid} ${hostname()}`;

/**
 * Writes a claim of this process.
 * @throws an `EEXIST` error when the file exists.
 */
export const writeClaim = (file: string, token: string): void =>
  writeFileSync(file, `${self} ${token}\n`, { flag: "wx" });

/** Whether the claim at `file` is the one this process wrote with `token`. */
export const isOwnClaim = (file: string, token: string): boolean => {
  try {
    return readFileSync(file, "utf8") === `${self} ${token}\n`;
  } catch {
    return false;
  }
};

/** Tells others that the owner still works. */
export const renewClaim = (file: string): void => {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Somebody took it for dead and removed it; the rename at the end of a build decides who wins.
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** The pid of the live owner of a claim; `undefined` when there is no claim or its owner is gone. */
export const liveOwner = (file: string): string | undefined => {
  try {
    const ageMs = Date.now() - statSync(file).mtimeMs;
    const [pid = "", host = ""] = readFileSync(file, "utf8").trim().split(" ");
    if (ageMs > freshForMs || (host === hostname() && !isAlive(Number(pid)))) {
      return;
    }
    // A claim that is being written is empty for a moment: it counts as live until it is old.
    return pid || "unknown";
  } catch {
    return;
  }
};
