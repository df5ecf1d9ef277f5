import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  CommandError,
  type ConfigMap,
  type DestroyOptions,
  type DiagnosticEvent,
  type EngineEvent,
  LocalWorkspace,
  type OpMap,
  type OutputMap,
  type PreviewOptions,
  PulumiCommand,
  type PulumiFn,
  type RefreshOptions,
  type Stack,
  type StepEventMetadata,
  type UpOptions,
} from "@pulumi/pulumi/automation";
import { type EngineEnv, type EngineHome, openHome, tryAgain } from "./engine-home";
import { type ProgramWatch, watchPrograms } from "./lost-engine";

/** Inline programs resolve the SDK and the package from here. */
const repositoryRoot = resolve(__dirname, "../..");

/** What one run of the engine did. */
export interface RunRecord {
  /** Number of resources per operation, the stack itself included. Empty when the engine stopped before it had any. */
  readonly summary: Readonly<OpMap>;
  /** Every event of the engine, in order. */
  readonly events: readonly EngineEvent[];
  /** Steps that were planned or begun (`resourcePreEvent`): urn, op, changed and replacing keys, detailed diff. */
  readonly steps: readonly StepEventMetadata[];
  /** Steps that ended well (`resOutputsEvent`). */
  readonly finished: readonly StepEventMetadata[];
  /** Steps that failed (`resOpFailedEvent`). */
  readonly failed: readonly StepEventMetadata[];
  /** Messages of the engine, the program and the providers, without debug messages and status lines of a terminal. */
  readonly diagnostics: readonly DiagnosticEvent[];
  /** Outputs of the stack after an `up` that went well; empty otherwise. */
  readonly outputs: OutputMap;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run that went well. */
export interface SucceededRun extends RunRecord {
  readonly ok: true;
}

/** A run that failed, with what it did until then. */
export interface FailedRun extends RunRecord {
  readonly ok: false;
  /** The error of the Automation API. */
  readonly error: CommandError;
}

/** A run that ended otherwise than the test expected; its message repeats what the engine said. */
export class UnexpectedRunError extends Error {
  readonly run: SucceededRun | FailedRun;

  constructor(operation: string, run: SucceededRun | FailedRun) {
    const errors = run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message.trim());
    const said = errors.length > 0 ? errors.join("\n") : `${run.stdout}\n${run.stderr}`.trim().slice(-4000);
    super(`${operation} ${run.ok ? "succeeded, but the test expects a failure" : "failed"}\n${said}`);
    this.name = "UnexpectedRunError";
    this.run = run;
  }
}

/** Options that belong to the caller; what collects the results is ours. */
type Free<T> = Omit<T, "color" | "onError" | "onEvent" | "onOutput" | "program">;

/**
 * One command of the engine.
 * @throws {@link UnexpectedRunError} when the run fails, or when it succeeds although `expectFailure` is set.
 */
interface Operation<T> {
  (options: Free<T> & { readonly expectFailure: true }): Promise<FailedRun>;
  (options?: Free<T>): Promise<SucceededRun>;
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
}

/** The exported state of a stack, secrets in clear. */
interface ExportedState {
  readonly version: number;
  readonly deployment: {
    readonly resources?: readonly StateResource[];
    readonly pending_operations?: readonly { readonly resource: StateResource; readonly type: string }[];
  };
}

/** Settings of {@link openStack}. */
export interface StackOptions {
  /** Inline program. It runs in this process and sees this process's environment. */
  readonly program: PulumiFn;
  /** Environment of the engine, and so of the provider process. */
  readonly env?: EngineEnv;
  /** Stack configuration. */
  readonly config?: ConfigMap;
  /** @default "e2e" */
  readonly projectName?: string;
  /** @default "test" */
  readonly stackName?: string;
}

/** A stack on the real engine with a home, a backend and a passphrase of its own. */
export interface TestStack {
  readonly up: Operation<UpOptions>;
  readonly preview: Operation<PreviewOptions>;
  readonly refresh: Operation<RefreshOptions>;
  readonly destroy: Operation<DestroyOptions>;
  /** State with secrets in clear. */
  readonly exportState: () => Promise<ExportedState>;
  /** Text of the state file as it lies in the backend: what a leak test looks through. */
  readonly storedState: () => Promise<string>;
  readonly outputs: () => Promise<OutputMap>;
  /** Replaces the program of the runs that follow. */
  readonly setProgram: (program: PulumiFn) => void;
  /** Replaces the `env` that was given to {@link openStack}. */
  readonly setEnv: (env: EngineEnv) => void;
  /** The stack of the Automation API, for what has no shortcut here. */
  readonly automation: Stack;
  /** The home, for `runPulumi` on the same stack. */
  readonly home: EngineHome;
  /** Removes the home and all state; destroys nothing. */
  readonly dispose: () => Promise<void>;
}

interface Hooks {
  readonly color: "never";
  readonly onEvent: (event: EngineEvent) => void;
  readonly onOutput: (text: string) => void;
  readonly onError: (text: string) => void;
}

const present = <T>(values: readonly (T | undefined)[]): readonly T[] => values.filter((value) => value !== undefined);

const severities: readonly string[] = ["info", "info#err", "warning", "error"] satisfies DiagnosticEvent["severity"][];

/** The engine also sends `debug`, which the API's type does not know. */
const isMessage = ({ severity, ephemeral }: DiagnosticEvent): boolean =>
  severities.includes(severity) && ephemeral !== true;

/** Runs one command and makes a record of its events. */
const record = async (
  perform: (hooks: Hooks) => Promise<{ readonly outputs?: OutputMap }>,
): Promise<SucceededRun | FailedRun> => {
  const events: EngineEvent[] = [];
  let stdout = "";
  let stderr = "";
  let outputs: OutputMap = {};
  let error: CommandError | undefined;
  try {
    const result = await perform({
      color: "never",
      onEvent: (event) => events.push(event),
      onOutput: (text) => {
        stdout += text;
      },
      onError: (text) => {
        stderr += text;
      },
    });
    outputs = result.outputs ?? {};
  } catch (thrown) {
    // Anything else is a defect of the test or of this file, which no test may take for the failure it expects.
    if (!(thrown instanceof CommandError)) {
      throw thrown;
    }
    error = thrown;
  }
  const run: RunRecord = {
    summary: events.findLast((event) => event.summaryEvent !== undefined)?.summaryEvent?.resourceChanges ?? {},
    events,
    steps: present(events.map((event) => event.resourcePreEvent?.metadata)),
    finished: present(events.map((event) => event.resOutputsEvent?.metadata)),
    failed: present(events.map((event) => event.resOpFailedEvent?.metadata)),
    diagnostics: present(events.map((event) => event.diagnosticEvent)).filter(isMessage),
    outputs,
    stdout,
    stderr,
  };
  return error === undefined ? { ...run, ok: true } : { ...run, ok: false, error };
};

const operation = <T>(
  name: string,
  watch: ProgramWatch,
  perform: (options: T & Hooks) => Promise<{ readonly outputs?: OutputMap }>,
): Operation<T> => {
  async function operate(options: Free<T> & { readonly expectFailure: true }): Promise<FailedRun>;
  async function operate(options?: Free<T>): Promise<SucceededRun>;
  async function operate(options?: Free<T> & { readonly expectFailure?: boolean }): Promise<SucceededRun | FailedRun> {
    const { expectFailure = false, ...rest } = options ?? {};
    watch.begin();
    const run = await record((hooks) => perform({ ...(rest as T), ...hooks }));
    // A program that has registered nothing beside the stack may have lost its connection before it was even called: should the
    // test fail, that says nothing about what is tested.
    if (run.steps.length <= 1) {
      tryAgain();
    }
    if (run.ok) {
      watch.end(`${name}\n${run.stdout}\n${run.stderr}`);
    }
    if (run.ok === expectFailure) {
      throw new UnexpectedRunError(name, run);
    }
    return run;
  }
  return operate;
};

/** The steps of the resource with that logical name, from `run.steps`, `run.finished` or `run.failed`. */
export const stepsOf = (steps: readonly StepEventMetadata[], name: string): readonly StepEventMetadata[] =>
  steps.filter(({ urn }) => urn.endsWith(`::${name}`));

/**
 * Opens a new stack for an inline program on the real engine. Any number may be open, and run, at once.
 *
 * Call `useEngine()` in the suite and `dispose()` in its `afterEach`.
 */
export const openStack = async (options: StackOptions): Promise<TestStack> => {
  const { projectName = "e2e", stackName = "test" } = options;
  const watch = watchPrograms();
  const home = await openHome();
  // The API types the values as strings, but hands them to `spawn`, where `undefined` removes an inherited variable.
  const environment = (env: EngineEnv = {}) => ({ ...home.env, ...env }) as Record<string, string>;
  try {
    const stack = await LocalWorkspace.createStack(
      { projectName, stackName, program: watch.watched(options.program) },
      {
        workDir: home.workFolder,
        pulumiCommand: await PulumiCommand.get({ root: home.engineRoot }),
        projectSettings: { name: projectName, runtime: "nodejs", main: repositoryRoot },
        envVars: environment(options.env),
      },
    );
    if (options.config !== undefined) {
      await stack.setAllConfig(options.config);
    }
    return {
      up: operation<UpOptions>("up", watch, (given) => stack.up(given)),
      preview: operation<PreviewOptions>("preview", watch, async (given) => {
        await stack.preview(given);
        return {};
      }),
      refresh: operation<RefreshOptions>("refresh", watch, async (given) => {
        await stack.refresh(given);
        return {};
      }),
      destroy: operation<DestroyOptions>("destroy", watch, async (given) => {
        await stack.destroy(given);
        return {};
      }),
      exportState: () => stack.exportStack(),
      storedState: () =>
        readFile(join(home.stateFolder, ".pulumi", "stacks", projectName, `${stackName}.json`), "utf8"),
      outputs: () => stack.outputs(),
      setProgram: (program) => {
        stack.workspace.program = watch.watched(program);
      },
      setEnv: (env) => {
        stack.workspace.envVars = environment(env);
      },
      automation: stack,
      home,
      dispose: home.dispose,
    };
  } catch (error) {
    await home.dispose();
    throw error;
  }
};
