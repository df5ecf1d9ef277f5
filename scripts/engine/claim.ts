import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";

// Our own, because no maintained package does this: proper-lockfile and lockfile go by age alone, so that a dead owner
// blocks the others for as long as a live one may be silent; pidlockfile mistakes a reused pid for the owner; and
// kernel locks (fs-native-extensions) need a binary addon, which is not built for musl systems such as Alpine.

/** A claim that was not renewed for this long has no owner, whatever its pid says: pids are reused. */
const freshForMs = 120_000;

/** How often an owner renews its claims. */
export const renewEveryMs = 15_000;

/**
 * Claims `file` for this process until the returned function is called; returns `undefined` if the file exists.
 *
 * The claim includes the host name, because containers that share a cache do not share pids.
 */
export const claim = (file: string): (() => void) | undefined => {
  const text = `${process.pid} ${hostname()} ${randomBytes(8).toString("hex")}\n`;
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      return;
    }
    throw error;
  }
  const ifOurs = (act: () => void): void => {
    try {
      if (readFileSync(file, "utf8") === text) {
        act();
      }
    } catch {
      // Another process considered it dead and removed it; the rename at the end of the work decides who wins.
    }
  };
  const renewal = setInterval(() => ifOurs(() => utimesSync(file, new Date(), new Date())), renewEveryMs);
  return () => {
    clearInterval(renewal);
    ifOurs(() => rmSync(file));
  };
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** The pid of a claim's live owner; `undefined` if there is no claim or its owner is dead. */
export const liveOwner = (file: string): string | undefined => {
  try {
    const ageMs = Date.now() - statSync(file).mtimeMs;
    const [pid = "", host = ""] = readFileSync(file, "utf8").trim().split(" ");
    if (ageMs > freshForMs || (host === hostname() && !isAlive(Number(pid)))) {
      return;
    }
    // A claim that is being written is empty for a moment: it counts as live until it expires.
    return pid || "unknown";
  } catch {
    return;
  }
};
