import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ask, findOnPath } from "./executables";
import { complete, type MakeOptions } from "./make";
import { run } from "./run";
import { commandModule, compareReleases, type EngineVersions, hostModule, parseRelease } from "./versions";

const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
const tags = "osusergo,grpcnotrace";

/** The two Go programs: a table, because both are built the same way. */
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

/** The `go` that can build. */
const findGo = async (versions: EngineVersions, env: NodeJS.ProcessEnv): Promise<string> => {
  const [go] = findOnPath("go", env);
  if (go === undefined) {
    throw new Error("there is no Go on PATH");
  }
  // Run inside the module: a newer Go may switch to the release that go.mod requires.
  const answer = await ask(go, ["version"], { env, cwd: commandModule });
  const release = answer.ok ? parseRelease(answer.text) : undefined;
  const needed = parseRelease(versions.go);
  if (release === undefined || needed === undefined) {
    throw new Error(`\`go version\` failed: ${answer.ok ? answer.text : answer.reason}`);
  }
  if (compareReleases(release, needed) < 0) {
    throw new Error(`Go ${release.join(".")} (${go}) is too old`);
  }
  return go;
};

/**
 * Compiles an engine from the pinned Go modules.
 *
 * The committed `go.sum` files decide what is downloaded: nothing is resolved again, no checksum database is queried.
 *
 * @throws an error if Go is missing or too old, a `CommandFailure` with the last lines of `go`, or the signal's
 * reason
 */
export const compileEngine = async (options: MakeOptions): Promise<void> => {
  const { folder, versions, progress, signal } = options;
  const go = await findGo(versions, options.env);
  progress.log("building the Pulumi engine from its Go modules: about four minutes, once; more on a busy machine");
  // Inside the folder, so that an interrupted compilation leaves nothing in the system's temporary folder.
  const scratch = join(folder, "scratch");
  mkdirSync(scratch);
  const env: NodeJS.ProcessEnv = {
    ...options.env,
    CGO_ENABLED: "0",
    GOFLAGS: "-mod=readonly -buildvcs=false",
    GOTMPDIR: scratch,
    // The developer's workspace file and cross-compilation settings concern other code.
    GOWORK: "off",
    GOOS: "",
    GOARCH: "",
  };
  const parts = programs(versions);
  try {
    progress.enter("resolving modules");
    for (const { module, packagePath } of parts) {
      // Loading the packages downloads the modules that the build needs, and only these.
      const command = [go, "list", "-deps", "-tags", tags, "-f", "", packagePath] as const;
      await run("`go list`", command, { cwd: module, env, signal });
    }
    for (const { title, module, packagePath, file, version } of parts) {
      progress.enter(title);
      const flags = ["-trimpath", "-tags", tags, "-ldflags", `-w -s -X ${versionVariable}=v${version}`];
      const command = [go, "build", ...flags, "-o", join(folder, file), packagePath] as const;
      await run("`go build`", command, { cwd: module, env, signal });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
  await complete(options);
  progress.log(`built in ${progress.seconds()} s`);
};
