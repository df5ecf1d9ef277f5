import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutputMap } from "@pulumi/pulumi/automation";
import { type EngineEnv, type EngineHome, openHome } from "./home";
import { makeProject, setProgram } from "./project";
import { type CliResult, runPulumi } from "./pulumi";
import { type RunRecord, recordOf, UnexpectedRunError } from "./run";

/** How an operation runs. */
interface RunOptions {
  /** Further flags of the command. */
  readonly flags?: readonly string[];
  /** Whether it plans first and then carries that out, as it does for users. @default false */
  readonly previewFirst?: boolean;
  /** Whether the operation is to fail. @default false */
  readonly expectFailure?: boolean;
}

/**
 * One operation of the engine.
 * @throws {@link UnexpectedRunError} when the run fails, or when it succeeds although `expectFailure` is set.
 */
type Operation = (options?: RunOptions) => Promise<RunRecord>;

/** How any other command runs. */
interface CommandOptions {
  /** Variables laid over those of the stack. */
  readonly env?: EngineEnv;
  /** Receives the process as soon as it runs, for tests that signal or kill it. */
  readonly onSpawn?: (child: ChildProcess) => void;
}

/** A resource as the state holds it. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly custom: boolean;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly initErrors?: readonly string[];
  readonly provider?: string;
  readonly dependencies?: readonly string[];
  readonly propertyDependencies?: Readonly<Record<string, readonly string[] | null>>;
  readonly external?: boolean;
  /** Where the program makes it: `project:///index.ts#12,3`. */
  readonly sourcePosition?: string;
}

/** The exported state of a stack, secrets in clear. */
interface ExportedState {
  readonly version: number;
  readonly deployment: {
    readonly resources?: readonly StateResource[];
    readonly pending_operations?: readonly { readonly resource: StateResource; readonly type: string }[];
  };
}

/** Configuration by full key; a secret one is encrypted. */
type StackConfig = Readonly<Record<string, string | { readonly secret: string }>>;

/** Settings of {@link openStack}. */
export interface StackOptions {
  /** Path of the program, a file that the engine runs in a process of its own. */
  readonly program: string;
  /** What the program finds in the variable `PROGRAM_ARGUMENTS`, as JSON. */
  readonly arguments?: object;
  /** Environment of the engine, and so of the program and of the provider process. */
  readonly env?: EngineEnv;
  readonly config?: StackConfig;
  /** @default "e2e" */
  readonly projectName?: string;
  /** @default "test" */
  readonly stackName?: string;
  /** Home that several stacks share. @default a home of its own, removed with the stack */
  readonly home?: EngineHome;
}

/** A stack on the real engine, driven by the plain command. */
export interface TestStack {
  readonly up: Operation;
  readonly preview: Operation;
  readonly refresh: Operation;
  readonly destroy: Operation;
  /** Runs any command on the stack, whatever comes of it. */
  readonly command: (args: readonly string[], options?: CommandOptions) => Promise<CliResult>;
  /**
   * Runs any command that is to go well, and answers what it printed.
   * @throws Error with what the command said
   */
  readonly must: (...args: readonly string[]) => Promise<string>;
  /** State with secrets in clear. */
  readonly exportState: () => Promise<ExportedState>;
  /** Text of the state file in the backend: what a leak test searches. */
  readonly storedState: () => Promise<string>;
  /** Outputs of the stack, secrets in clear. */
  readonly outputs: () => Promise<OutputMap>;
  /** Sets configuration, beside what is set. */
  readonly configure: (config: StackConfig) => Promise<void>;
  /** Replaces the program of the runs that follow, and its arguments. */
  readonly setProgram: (program: string, args?: object) => Promise<void>;
  /** Replaces the arguments of the program. */
  readonly setArguments: (args: object) => void;
  /** Replaces the `env` that was given to {@link openStack}. */
  readonly setEnv: (env: EngineEnv) => void;
  /** Opens another stack of the same project. */
  readonly sibling: (stackName: string) => Promise<TestStack>;
  /** Folder of the project. */
  readonly folder: string;
  /** Name of the stack with its project and organization, as stack references take it. */
  readonly fullName: string;
  /** The home, for other commands beside the stack. */
  readonly home: EngineHome;
  /** Removes the home, unless it is shared; destroys nothing. */
  readonly dispose: () => Promise<void>;
}

/** What stands for a secret in an exported state. */
const isSecret = (value: object): value is { readonly plaintext: string } =>
  "4dabf18193072939515e22adb298388d" in value && "plaintext" in value;

/** A value of the exported state without the wrappers of its secrets. */
export function plain<T>(value: unknown): T {
  if (typeof value !== "object" || value === null) {
    return value as T;
  }
  if (isSecret(value)) {
    return plain(JSON.parse(value.plaintext));
  }
  const isList = Array.isArray(value);
  return (isList ? value.map(plain) : Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]))) as T;
}

/**
 * Opens a new stack on the real engine. Any number may be open, and run, at once.
 *
 * Call `useEngine()` in the suite and `dispose()` in its `afterEach`.
 */
export async function openStack(options: StackOptions): Promise<TestStack> {
  const home = options.home ?? (await openHome());
  try {
    const folder = await makeProject(home.workFolder);
    await setProgram(folder, options.projectName ?? "e2e", options.program);
    return await initStack(home, folder, options);
  } catch (error) {
    if (options.home === undefined) {
      await home.dispose();
    }
    throw error;
  }
}

let logs = 0;

/** Opens a stack in the folder of a project. */
async function initStack(home: EngineHome, folder: string, options: StackOptions): Promise<TestStack> {
  const { projectName = "e2e", stackName = "test" } = options;
  let { env = {}, arguments: given = {} } = options;
  const run = (args: readonly string[], { env: more, ...rest }: CommandOptions = {}): Promise<CliResult> => {
    const own = { PROGRAM_ARGUMENTS: JSON.stringify(given), PULUMI_STACK: stackName };
    return runPulumi(args, { cwd: folder, home, env: { ...own, ...env, ...more }, ...rest });
  };
  const must = async (...args: readonly string[]): Promise<string> => {
    const { ok, stdout, stderr } = await run(args);
    if (!ok) {
      throw new Error(`pulumi ${args.slice(0, 2).join(" ")} failed\n${stdout}\n${stderr}`);
    }
    return stdout;
  };
  const operation =
    (name: string, ...fixed: readonly string[]): Operation =>
    async ({ flags = [], previewFirst = false, expectFailure = false } = {}) => {
      const log = join(home.folder, `events-${logs++}.log`);
      const skip = name === "preview" || previewFirst ? [] : ["--skip-preview"];
      // Without the variable the command does not know the flag.
      const result = await run([name, ...fixed, ...skip, "--event-log", log, ...flags], {
        env: { PULUMI_DEBUG_COMMANDS: "true" },
      });
      const record = recordOf(result, await readFile(log, "utf8").catch(() => ""));
      // What a signal ended has not failed by itself.
      if (record.ok === expectFailure || record.code === null) {
        throw new UnexpectedRunError([name, ...flags].join(" "), record);
      }
      return record;
    };
  const storedState = () =>
    readFile(join(home.stateFolder, ".pulumi", "stacks", projectName, `${stackName}.json`), "utf8");
  let known = { stored: "", exported: "" };
  // A command of its own costs a third of a second: not for a state that has been exported before.
  const exportState = async (): Promise<ExportedState> => {
    const stored = await storedState();
    if (stored !== known.stored) {
      known = { stored, exported: await must("stack", "export", "--show-secrets") };
    }
    return JSON.parse(known.exported);
  };
  const configure = async (config: StackConfig): Promise<void> => {
    const pairs = Object.entries(config).flatMap(([key, value]) =>
      typeof value === "string" ? ["--plaintext", `${key}=${value}`] : ["--secret", `${key}=${value.secret}`],
    );
    await must("config", "set-all", ...pairs);
  };

  await must("stack", "init", stackName);
  if (options.config !== undefined) {
    await configure(options.config);
  }
  return {
    up: operation("up", "--yes"),
    preview: operation("preview"),
    refresh: operation("refresh", "--yes"),
    destroy: operation("destroy", "--yes"),
    command: run,
    must,
    exportState,
    storedState,
    outputs: async () => {
      const { deployment } = await exportState();
      const stack = deployment.resources?.find(({ type }) => type === "pulumi:pulumi:Stack");
      return Object.fromEntries(
        Object.entries(stack?.outputs ?? {}).map(([key, value]) => [
          key,
          { value: plain(value), secret: typeof value === "object" && value !== null && isSecret(value) },
        ]),
      );
    },
    configure,
    setProgram: async (program, args = {}) => {
      given = args;
      await setProgram(folder, projectName, program);
    },
    setArguments: (args) => {
      given = args;
    },
    setEnv: (other) => {
      env = other;
    },
    sibling: (other) => initStack(home, folder, { ...options, env, arguments: given, home, stackName: other }),
    folder,
    fullName: `organization/${projectName}/${stackName}`,
    home,
    dispose: async () => {
      if (options.home === undefined) {
        await home.dispose();
      }
    },
  };
}
