import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ask } from "./executables";
import { commandModule, type EngineVersions, hostModule, sdkFolder } from "./versions";

/** Lines of a failed command that a message repeats. */
const tailLines = 20;

/** Time that interrupted compilers get to end by themselves. */
const graceMs = 5_000;

const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
const tags = "osusergo,grpcnotrace";

/** What a compilation needs from its surroundings. */
export interface CompileOptions {
  /** Absolute path of the `go` command. */
  readonly go: string;
  /** Existing folder that receives the engine. */
  readonly folder: string;
  readonly versions: EngineVersions;
  readonly env: NodeJS.ProcessEnv;
  /** Interval of the lines that tell the elapsed time. */
  readonly progressMs: number;
  readonly log: (line: string) => void;
  /** Ends the compilers and rejects. */
  readonly signal: AbortSignal;
}

/** A command that failed, with the last lines it wrote. */
export class CommandFailure extends Error {
  readonly tail: string;

  constructor(what: string, tail: string) {
    super(what);
    this.name = "CommandFailure";
    this.tail = tail;
  }
}

/** Signals a whole process group; a group that is gone is what was wanted. */
const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal);
  } catch {
    // Already ended.
  }
};

/** Runs `go` to its end. Its output is kept for a failure only: our stdout belongs to the answer. */
const runGo = (args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, options: CompileOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    options.signal.throwIfAborted();
    // A group of its own, so that the compilers that `go` starts can be ended with it.
    const child = spawn(options.go, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: string): void => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);

    let killer: NodeJS.Timeout | undefined;
    const interrupt = (): void => {
      const { pid } = child;
      if (pid !== undefined) {
        signalGroup(pid, "SIGINT");
        killer = setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
      }
    };
    options.signal.addEventListener("abort", interrupt, { once: true });

    let startError: Error | undefined;
    child.on("error", (error) => {
      startError = error;
    });
    child.on("close", (code, signal) => {
      clearTimeout(killer);
      options.signal.removeEventListener("abort", interrupt);
      if (options.signal.aborted) {
        reject(options.signal.reason);
      } else if (startError === undefined && code === 0) {
        resolve();
      } else {
        const ending = startError?.message ?? (code === null ? `was ended by ${signal}` : `ended with code ${code}`);
        const tail = output.trimEnd().split("\n").slice(-tailLines).join("\n");
        reject(new CommandFailure(`\`go ${args[0]}\` ${ending}`, tail));
      }
    });
  });

/** The two Go programs: a table, because all that is done to one is done to the other. */
const programs = (versions: EngineVersions) =>
  [
    {
      title: "compiling the command",
      module: commandModule,
      packagePath: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
      file: "pulumi",
      version: versions.command,
    },
    {
      title: "compiling the Node language host",
      module: hostModule,
      packagePath: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
      file: "pulumi-language-nodejs",
      version: versions.host,
    },
  ] as const;

/**
 * Compiles an engine from the pinned Go modules into `folder`.
 *
 * The committed `go.sum` files decide what is downloaded: nothing is resolved anew and no checksum database is asked.
 *
 * @throws {@link CommandFailure} with the last lines of `go`, or the reason of the signal.
 */
export const compileEngine = async (options: CompileOptions): Promise<void> => {
  const { folder, versions, log, progressMs } = options;
  // Inside the folder, so that an interrupted compilation leaves nothing in the system's temporary folder.
  const scratch = join(folder, "scratch");
  mkdirSync(scratch);
  const env: NodeJS.ProcessEnv = {
    ...options.env,
    CGO_ENABLED: "0",
    GOFLAGS: "-mod=readonly -buildvcs=false",
    GOTMPDIR: scratch,
    // A workspace file or a cross-compilation setting of the developer is about other code.
    GOWORK: "off",
    GOOS: "",
    GOARCH: "",
  };
  const startedMs = Date.now();
  const seconds = (): number => Math.round((Date.now() - startedMs) / 1000);
  let phase = "";
  const enter = (title: string): void => {
    phase = title;
    log(`${title} (${seconds()} s)`);
  };
  const progress = setInterval(() => log(`still ${phase} (${seconds()} s)`), progressMs);
  try {
    const parts = programs(versions);
    enter("resolving modules");
    for (const { module, packagePath } of parts) {
      // Loading the packages downloads the modules that the build needs, and only these.
      await runGo(["list", "-deps", "-tags", tags, "-f", "", packagePath], module, env, options);
    }
    for (const { title, module, packagePath, file, version } of parts) {
      enter(title);
      const flags = ["-trimpath", "-tags", tags, "-ldflags", `-w -s -X ${versionVariable}=v${version}`];
      await runGo(["build", ...flags, "-o", join(folder, file), packagePath], module, env, options);
    }
    const launcher = "pulumi-resource-pulumi-nodejs";
    copyFileSync(join(sdkFolder, launcher), join(folder, launcher));
    chmodSync(join(folder, launcher), 0o755);

    const answer = await ask(join(folder, "pulumi"), ["version"], {
      env: { ...options.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    });
    if (!answer.ok || answer.text !== `v${versions.command}`) {
      throw new CommandFailure(
        "the compiled `pulumi version` gave a wrong answer",
        answer.ok ? answer.text : answer.reason,
      );
    }
    log(`built in ${seconds()} s`);
  } finally {
    clearInterval(progress);
    rmSync(scratch, { recursive: true, force: true });
  }
};
