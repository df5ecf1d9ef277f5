import { readFileSync } from "node:fs";

/** A process and its parent at startup. */
interface Ancestor {
  readonly pid: number;
  readonly parent: number;
}

/**
 * Returns a check whether the starting process still runs. A package runner (`npx`, `npm exec`) and its shell may sit
 * in between, and the shell survives the runner, so their parents are watched too. That requires Linux; elsewhere only
 * the direct parent is watched.
 */
export function watchParent(): () => boolean {
  const links = [...ancestors()];
  return () => process.ppid === links[0]?.parent && links.slice(1).every(({ pid, parent }) => parentOf(pid) === parent);
}

function* ancestors(): Generator<Ancestor> {
  let pid = process.pid;
  let parent = process.ppid;
  yield { pid, parent };
  while (isRunner(parent) || (isShell(parent) && isRunner(parentOf(parent) ?? 0))) {
    pid = parent;
    const next = parentOf(pid);
    if (next === undefined) {
      return;
    }
    parent = next;
    yield { pid, parent };
  }
}

function isRunner(pid: number): boolean {
  // The runner sets a process title, which replaces its command line.
  return /^(?:npm |npx |npm$|npx$)|\/npm-cli\.js|\/npx-cli\.js|\/bin\/np[mx]\0/.test(commandLine(pid));
}

function isShell(pid: number): boolean {
  return /^(?:\S*\/)?(?:ba|da|z)?sh\0-c\0/.test(commandLine(pid));
}

function commandLine(pid: number): string {
  return read(`/proc/${pid}/cmdline`) ?? "";
}

function parentOf(pid: number): number | undefined {
  // The name is in parentheses and may contain spaces and parentheses.
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, "")
    .split(" ");
  return fields?.[1] === undefined ? undefined : Number(fields[1]);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
