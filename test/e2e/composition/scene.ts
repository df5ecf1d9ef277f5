import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { type CliRun, runCli } from "../../support/cli/run-cli";
import type { StateResource } from "../../support/engine";
import { type CliResult, runPulumi } from "../../support/engine-cli";
import { type EngineEnv, type EngineHome, openHome, useEngine } from "../../support/engine-home";
import { type TestSandbox, useSandbox } from "../../support/sandbox";
import { makeProject } from "./project";

/** URNs of providers that the engine makes for itself, of the stack's configuration. */
const defaultProvider = /::pulumi:providers:[^:]+::default$/;

/** A resource as the exported state holds it, with what it waits for. */
export interface StateEntry extends StateResource {
  readonly dependencies?: readonly string[];
  readonly propertyDependencies?: Readonly<Record<string, readonly string[] | null>>;
  readonly external?: boolean;
}

/** What a command did. */
interface CommandRun extends CliResult {
  /** What was done to each resource, by logical name, but for default providers; `same` is left out. */
  readonly steps: Readonly<Record<string, readonly string[]>>;
}

/** An organization on the platform, with a key for it. */
export interface TestAccount {
  readonly id: string;
  readonly apiKey: string;
}

/** A stack of a program that is a file, driven by the plain command. */
export interface ProgramStack {
  readonly account: TestAccount;
  /** Name of the stack with its project and organization, as stack references take it. */
  readonly fullName: string;
  /** Runs a command of the engine, whatever comes of it. */
  run(args: readonly string[], env?: EngineEnv): Promise<CommandRun>;
  /**
   * Runs a command that is to go well.
   * @throws Error with what the command said
   */
  must(args: readonly string[], env?: EngineEnv): Promise<CommandRun>;
  /** The stack's resources in the state, but for the stack itself and default providers; secrets in clear. */
  entries(): Promise<readonly StateEntry[]>;
  /** Runs the package's own command line in the project. */
  ownCli(args: readonly string[]): Promise<CliRun>;
  /** Another stack of the same project on the same account. */
  sibling(stack: string): Promise<ProgramStack>;
}

/** One platform and one backend for the programs of a suite. */
export interface Composition {
  readonly sandbox: TestSandbox;
  /** Makes a stack of a program in `programs`. @param account an account of its own unless it is given */
  open(program: string, account?: TestAccount): Promise<ProgramStack>;
  /** A new organization on the platform. */
  makeAccount(): Promise<TestAccount>;
  /** Names of what an account has on the platform. */
  objectsOf(account: TestAccount): Promise<readonly string[]>;
}

interface Held {
  readonly name: string;
  readonly organization: string;
  readonly project: string;
}

/** Prepares platform and backend for the suite that calls this. */
export function useComposition(): Composition {
  useEngine();
  const sandbox = useSandbox();
  let home: EngineHome | undefined;
  let commands = 0;
  before(async () => {
    home = await openHome();
  });
  after(() => home?.dispose());

  async function openStack(folder: string, stack: string, account: TestAccount): Promise<ProgramStack> {
    if (home === undefined) {
      throw new Error("Stacks can be opened inside of tests and hooks only.");
    }
    const { name } = JSON.parse(await readFile(join(folder, "Pulumi.yaml"), "utf8")) as { readonly name: string };
    const opened = { home, folder, stack, log: () => join(folder, `events-${commands++}.log`) };
    const platform = {
      BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl,
      BLOCKCHAIN_NODES_API_KEY: account.apiKey,
      BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "500",
      // Without it the engine does not know `--event-log`.
      PULUMI_DEBUG_COMMANDS: "true",
    };
    const run: ProgramStack["run"] = (args, env) => command(opened, args, { ...platform, ...env });
    const must: ProgramStack["must"] = async (args, env) => {
      const done = await run(args, env);
      if (!done.ok) {
        throw new Error(`pulumi ${args.join(" ")} failed\n${done.stdout.slice(-6000)}\n${done.stderr.slice(-3000)}`);
      }
      return done;
    };
    await must(["stack", "init", stack]);
    return {
      account,
      fullName: `organization/${name}/${stack}`,
      run,
      must,
      entries: async () => {
        const { stdout } = await must(["stack", "export", "--show-secrets"]);
        const { deployment } = JSON.parse(stdout) as { deployment: { resources?: readonly StateEntry[] } };
        return (deployment.resources ?? []).filter(
          ({ type, urn }) => type !== "pulumi:pulumi:Stack" && !defaultProvider.test(urn),
        );
      },
      ownCli: (args) => runCli(args, { ...opened.home.env, ...platform }, folder),
      sibling: (other) => openStack(folder, other, account),
    };
  }

  const makeAccount = async (): Promise<TestAccount> => {
    const made = await sandbox.admin<{ organization: { id: string }; apiKey: string }>("POST", "/organizations", {
      name: "one of many",
    });
    return { id: made.organization.id, apiKey: made.apiKey };
  };
  return {
    sandbox,
    makeAccount,
    open: async (program, account) => {
      const folder = await makeProject(home?.workFolder ?? "", program);
      return openStack(folder, "dev", account ?? (await makeAccount()));
    },
    objectsOf: async ({ id }) => {
      const { projects, nodes } = await sandbox.admin<{ projects: readonly Held[]; nodes: readonly Held[] }>(
        "GET",
        "/objects",
      );
      return [...projects, ...nodes].filter(({ organization }) => organization === id).map(({ name }) => name);
    },
  };
}

const engineCommands: readonly (string | undefined)[] = ["up", "preview", "refresh", "destroy"];

async function command(
  { home, folder, stack, log }: { home: EngineHome; folder: string; stack: string; log: () => string },
  args: readonly string[],
  env: EngineEnv,
): Promise<CommandRun> {
  const isOperation = engineCommands.includes(args[0]);
  const file = log();
  const result = await runPulumi(
    [...args, ...(args[1] === "init" ? [] : ["--stack", stack]), ...(isOperation ? ["--event-log", file] : [])],
    { cwd: folder, home, env },
  );
  const text = isOperation ? await readFile(file, "utf8").catch(() => "") : "";
  return { ...result, steps: stepsOf(text) };
}

function stepsOf(log: string): CommandRun["steps"] {
  const events = log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as EngineEvent);
  const steps: Record<string, string[]> = {};
  for (const { resourcePreEvent } of events) {
    const { urn, op } = resourcePreEvent?.metadata ?? { urn: "", op: "same" };
    if (op !== "same" && !defaultProvider.test(urn)) {
      const name = urn.split("::").at(-1) ?? urn;
      steps[name] = [...(steps[name] ?? []), op];
    }
  }
  return steps;
}
