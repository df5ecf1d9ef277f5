import { basename, resolve } from "node:path";
import type { Settings } from "../../sandbox/index";
import { type CliRun, runCli } from "../support/cli/run-cli";
import { useEngine } from "../support/engine/home";
import { defaultProvider, nameOf } from "../support/engine/run";
import { openStack, type StackOptions, type StateResource, type TestStack } from "../support/engine/stack";
import { type TestSandbox, useSandbox } from "../support/sandbox";

/** An organization on the platform, with a key for it. */
export interface TestAccount {
  readonly id: string;
  readonly apiKey: string;
}

/** Something that the sandbox holds. */
interface Held {
  readonly id: string;
  readonly name: string;
}

/** What an account has on the platform. */
interface HeldObjects {
  readonly projects: readonly Held[];
  readonly networks: readonly Held[];
  readonly nodes: readonly (Held & { readonly status: string })[];
}

/** A stack with the account that it uses. */
export interface SceneStack extends TestStack {
  readonly account: TestAccount;
  /** Makes another file in `programs` the program of the runs that follow. */
  readonly setProgram: TestStack["setProgram"];
  /** What the account has on the platform. */
  objects(): Promise<HeldObjects>;
  /** The stack's resources in the state, but for the stack itself and default providers; secrets in clear. */
  entries(): Promise<readonly StateResource[]>;
  /** The resource with that logical name in the state. */
  stateOf(name: string): Promise<StateResource>;
  /** Runs the package's own command line in the project. */
  ownCli(args: readonly string[], env?: Readonly<Record<string, string | undefined>>): Promise<CliRun>;
  sibling(stackName: string): Promise<SceneStack>;
}

/** How a stack is opened on a scene. */
interface SceneOptions extends Omit<StackOptions, "program"> {
  /** @default an account of its own */
  readonly account?: TestAccount;
}

/** A platform with real nodes for the stacks of a suite. */
export interface Scene {
  readonly sandbox: TestSandbox;
  /**
   * Opens a stack of a program in `programs`; it is removed after the suite.
   *
   * @param options `env` replaces the settings that lead to the sandbox
   */
  open(program: string, options?: SceneOptions): Promise<SceneStack>;
  /** A new organization on the platform. */
  makeAccount(): Promise<TestAccount>;
  /** Names of the projects and nodes that an account has on the platform. */
  namesOf(account: TestAccount): Promise<readonly string[]>;
  /** Settings that lead to the sandbox; the provider is paced for a machine of its own, not for a shared platform. */
  envOf(account: TestAccount): Readonly<Record<string, string>>;
}

/** Path of a program in `programs`; an absolute path is kept. */
export const programFile = (name: string): string => resolve(__dirname, "programs", name);

/** Starts a platform for the suite that calls this. */
export function useScene(settings: Partial<Settings> = {}): Scene {
  useEngine();
  const sandbox = useSandbox(settings);
  const open: TestStack[] = [];
  after(() => Promise.all(open.splice(0).map((stack) => stack.dispose())));

  const makeAccount = async (): Promise<TestAccount> => {
    const made = await sandbox.admin<{ organization: { id: string }; apiKey: string }>("POST", "/organizations", {
      name: "one of many",
    });
    return { id: made.organization.id, apiKey: made.apiKey };
  };
  const envOf: Scene["envOf"] = ({ apiKey }) => ({
    BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl,
    BLOCKCHAIN_NODES_API_KEY: apiKey,
    BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "500",
  });
  const objectsOf = async ({ id }: TestAccount): Promise<HeldObjects> => {
    const { projects, networks, nodes } = await sandbox.admin<HeldObjects>("GET", "/objects");
    // Ids begin with the number of the organization.
    const isOwn = (held: Held) => held.id.startsWith(`${id.slice(2)}-`, 2);
    return { projects: projects.filter(isOwn), networks: networks.filter(isOwn), nodes: nodes.filter(isOwn) };
  };
  const sceneStack = (stack: TestStack, account: TestAccount): SceneStack => {
    const resources = async () => (await stack.exportState()).deployment.resources ?? [];
    return {
      ...stack,
      account,
      setProgram: (program, args) => stack.setProgram(programFile(program), args),
      objects: () => objectsOf(account),
      entries: async () =>
        (await resources()).filter(({ type, urn }) => type !== "pulumi:pulumi:Stack" && !defaultProvider.test(urn)),
      stateOf: async (name) => {
        const found = (await resources()).find(({ urn }) => nameOf(urn) === name);
        if (found === undefined) {
          throw new Error(`no ${name} in the state`);
        }
        return found;
      },
      ownCli: (args, env) => runCli(args, { ...stack.home.env, ...envOf(account), ...env }, stack.folder),
      sibling: async (name) => sceneStack(await stack.sibling(name), account),
    };
  };
  return {
    sandbox,
    makeAccount,
    envOf,
    open: async (program, { account: given, ...options } = {}) => {
      const account = given ?? (await makeAccount());
      const projectName = basename(program).replace(/\..*/, "");
      const stack = await openStack({
        projectName,
        stackName: "dev",
        env: envOf(account),
        ...options,
        program: programFile(program),
      });
      open.push(stack);
      return sceneStack(stack, account);
    },
    namesOf: async (account) => {
      const { projects, nodes } = await objectsOf(account);
      return [...projects, ...nodes].map(({ name }) => name);
    },
  };
}
