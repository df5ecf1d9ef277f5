import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";

// Ours, because no kept package does it: proper-lockfile and lockfile go by age alone, so that a killed owner blocks
// the others for as long as a live one may be silent; pidlockfile takes a pid that is used again for its owner; and
// the locks of the kernel (fs-native-extensions) are a binary addon, which musl systems such as Alpine do not get.

/** A claim that was not renewed for this long has lost its owner, whatever its pid says (pids are used again). */
const freshForMs = 120_000;

/** How often an owner renews its claims. */
export const renewEveryMs = 15_000;

/**
 * Claims `file` for this process until the returned function is called; gives `undefined` when the file exists.
 *
 * The claim names the host, because containers that share a cache do not share their pids.
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
      // Somebody took it for dead and removed it; the rename at the end of the work decides who wins.
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
