import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { engineFiles } from "../../../scripts/engine/files";

const main = resolve(__dirname, "../../../scripts/engine/main.ts");

/** What a run of the locator's command left. */
interface MainResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine of our making: one temporary folder with PATH entries, a home and a cache. */
export interface FakeMachine {
  readonly folder: string;
  /** First PATH entry. */
  readonly bin: string;
  /** Second PATH entry. */
  readonly otherBin: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folder of the cached engines. */
  readonly cache: string;
  /** Writes an executable shell script. */
  readonly script: (folder: string, name: string, body: string) => void;
  /** Writes a complete engine whose command answers `version`. */
  readonly engine: (folder: string, version: string) => void;
  /** Writes a `go` into {@link bin}; `build` is the shell code of `go build`, with the output file in `$out`. */
  readonly go: (options?: { readonly version?: string; readonly build?: string }) => void;
  /**
   * Gives the official installer this shell code, with the folder to install into in `$root`; by default there is none.
   */
  readonly installer: (code: string) => void;
  /** Body of the `fetch` that looks for the official installer; by default it refuses. */
  readonly fetch: (body: string) => void;
  /** Subcommands that `go` was called with, in order. */
  readonly goCalls: () => readonly string[];
  /** Runs the locator's command in a process of its own. */
  readonly runMain: (onSpawn?: (child: ChildProcess) => void) => Promise<MainResult>;
  readonly dispose: () => void;
}

/** Shell code of a `go build` that makes a command of that version. */
export const buildOf = (version: string): string =>
  `printf '#!/bin/sh\\necho v${version}\\n' > "$out"; chmod 755 "$out"`;

/** Shell code of an official installer of that version, which brings more than an engine needs. */
export const installOf = (version: string): string =>
  [
    'mkdir -p "$root/bin"',
    `for name in ${[...engineFiles, "pulumi-language-go"].join(" ")}; do`,
    `  printf '#!/bin/sh\necho v${version}\n' > "$root/bin/$name"; chmod 755 "$root/bin/$name"`,
    "done",
  ].join("\n");

/** The pid of a process that is gone. */
export const deadPid = (): number => spawnSync("/bin/sh", ["-c", ":"]).pid;

/** Makes a machine without `pulumi`, without `go`, without a network and with an empty cache. */
export const fakeMachine = (commandVersion: string): FakeMachine => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "engine-locator-")));
  const create = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  const [bin, otherBin, home, cacheRoot, temporary] = [
    create("a"),
    create("b"),
    create("home"),
    create("c"),
    create("tmp"),
  ];
  const preload = join(folder, "fetch.cjs");
  const env = {
    PATH: `${bin}:${otherBin}`,
    HOME: home,
    TMPDIR: temporary,
    PULUMI_BLOCKCHAIN_NODES_CACHE: cacheRoot,
    NODE_OPTIONS: `--require ${preload}`,
  };
  const fetch = (body: string): void => writeFileSync(preload, `globalThis.fetch = async (url) => { ${body} };\n`);
  fetch('throw new TypeError("fetch failed");');
  const calls = join(folder, "go-calls");
  const script = (parent: string, name: string, body: string): void => {
    mkdirSync(parent, { recursive: true });
    // The scripts find the system's tools, the locator does not: only the two folders are on its PATH.
    writeFileSync(join(parent, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${body}\n`);
    chmodSync(join(parent, name), 0o755);
  };
  return {
    folder,
    bin,
    otherBin,
    env,
    cache: join(cacheRoot, "pulumi-blockchain-nodes", "engine"),
    script,
    engine: (parent, version) => {
      for (const name of engineFiles) {
        script(parent, name, name === "pulumi" ? `echo v${version}` : ":");
      }
    },
    go: ({ version = "1.99.0", build = buildOf(commandVersion) } = {}) =>
      script(
        bin,
        "go",
        [
          `echo "$1" >> '${calls}'`,
          `[ "$1" = version ] && echo "go version go${version} linux/amd64"`,
          '[ "$1" = build ] || exit 0',
          'while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done',
          build,
        ].join("\n"),
      ),
    fetch,
    installer: (code) => {
      const options = 'while [ $# -gt 0 ]; do [ "$1" = --install-root ] && root=$2; shift; done';
      fetch(`return new Response(${JSON.stringify(`PATH=/usr/bin:/bin\n${options}\n${code}\n`)});`);
    },
    goCalls: () => (existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : []),
    runMain: (onSpawn) =>
      new Promise((settle, reject) => {
        const child = spawn(process.execPath, ["--import", "tsx", main], { env, stdio: ["ignore", "pipe", "pipe"] });
        let stdout = "";
        let stderr = "";
        child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
          stdout += chunk;
        });
        child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
          stderr += chunk;
        });
        child.on("error", reject);
        child.on("close", (code, signal) => settle({ code, signal, stdout, stderr }));
        onSpawn?.(child);
      }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
};
