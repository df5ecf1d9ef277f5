import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EngineEnv, EngineHome } from "../test/support/engine/home";
import { openStack, plain, type TestStack } from "../test/support/engine/stack";
import type { Calls, Platform } from "./platform";
import { type ProviderUse, unknownUse, watchProvider } from "./watch-provider";

/** What one command cost. */
export interface Cost {
  readonly seconds: number;
  readonly calls: Calls;
  /** What the provider process used. */
  readonly provider: ProviderUse;
}

/** A command of the engine. */
export const commands = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  previewRefresh: ["preview", "--refresh"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The engine stores the state once, at the end of a command, not at each step. */
export const withoutCheckpoints: EngineEnv = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** Name of a {@link commands command}. */
export type Command = keyof typeof commands;

/** A stack that is measured. */
export interface MeasuredStack {
  /** @throws Error with what the command said, when it fails */
  run(command: Command, env?: EngineEnv): Promise<Cost>;
  /** Size of the stored state. */
  stateBytes(): Promise<number>;
  readonly stack: TestStack;
}

const nodesProgram = join(__dirname, "programs/nodes.cjs");
const twinsProgram = join(__dirname, "programs/twins.cjs");
const twinProvider = join(__dirname, "twin-provider.cjs");
const tracesFile = join(__dirname, "../provider/dist/resources/cheap-traces.js");

/** For twins with the stack traces of the SDK, as resources of other packages have them. */
export const plainTraces: EngineEnv = { BENCH_TRACES_FILE: "" };

/** The placement of a node that is measured. */
export type Placement = Readonly<Record<string, unknown>>;

/** Longest time of one command; far more than the largest stack takes on a machine of two cores. */
const commandLimitMs = 20 * 60_000;

/** Global nodes run at once. */
export function globalPlacement({ project }: Platform): Placement {
  return { project, chain: "ethereum-mainnet", readiness: "platform" };
}

/** How a stack of nodes differs from the usual one. */
export interface NodesOptions {
  /** Variables laid over those that lead to the platform. */
  readonly env?: EngineEnv;
  readonly placement?: Placement;
}

/** Opens a stack of so many nodes. */
export async function openNodes(
  platform: Platform,
  home: EngineHome,
  count: number,
  { env = {}, placement = globalPlacement(platform) }: NodesOptions = {},
): Promise<MeasuredStack> {
  const stack = await openStack({
    home,
    program: nodesProgram,
    projectName: "nodes",
    stackName: `dev-${stacks++}`,
    arguments: { count, placement },
    env: {
      BLOCKCHAIN_NODES_BASE_URL: platform.baseUrl,
      BLOCKCHAIN_NODES_API_KEY: platform.apiKey,
      BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "1000",
      ...env,
    },
  });
  return measured(stack, platform);
}

let stacks = 0;

/** Opens a stack of so many twins of a node. */
export async function openTwins(
  platform: Platform,
  home: EngineHome,
  count: number,
  outputs: Readonly<Record<string, unknown>>,
  env: EngineEnv = {},
): Promise<MeasuredStack> {
  const file = await writeTwinFile(home, { outputs });
  const stack = await openStack({
    home,
    program: twinsProgram,
    projectName: "twins",
    stackName: `dev-${stacks++}`,
    arguments: { count, placement: globalPlacement(platform), outputs: Object.keys(outputs) },
    env: { BENCH_TWIN_PROVIDER_FILE: twinProvider, BENCH_TWIN_FILE: file, BENCH_TRACES_FILE: tracesFile, ...env },
  });
  return measured(stack, platform);
}

/** What the provider of the twins gets. */
export interface TwinFile {
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Makes every read one request. */
  readonly reads?: { readonly url: string; readonly apiKey: string; readonly ids: readonly string[] };
}

/** Writes a file for the provider of the twins. */
export async function writeTwinFile(home: EngineHome, content: TwinFile): Promise<string> {
  const file = join(home.folder, `twin-${stacks++}.json`);
  await writeFile(file, JSON.stringify(content));
  return file;
}

/** Outputs of a node, taken from a stack of one. */
export async function sampleOutputs(platform: Platform, home: EngineHome): Promise<Readonly<Record<string, unknown>>> {
  const nodes = await openNodes(platform, home, 1);
  await nodes.run("up");
  const { deployment } = await nodes.stack.exportState();
  const node = deployment.resources?.find(({ type }) => type.endsWith(":Node"));
  await nodes.run("destroy");
  const { __provider, __owner, ...outputs } = plain<Record<string, unknown>>(node?.outputs);
  return outputs;
}

/** Ids of the objects in the state. */
export async function idsOf({ stack }: MeasuredStack): Promise<readonly string[]> {
  const stored = JSON.parse(await stack.storedState()) as {
    readonly checkpoint: { readonly latest: { readonly resources: readonly { type: string; id?: string }[] } };
  };
  return stored.checkpoint.latest.resources.flatMap(({ type, id }) =>
    type.endsWith(":Node") && id !== undefined ? [id] : [],
  );
}

function measured(stack: TestStack, platform: Platform): MeasuredStack {
  return {
    stack,
    stateBytes: async () => Buffer.byteLength(await stack.storedState()),
    run: async (command, env = {}) => {
      const ended = new AbortController();
      let watching: Promise<ProviderUse> | undefined;
      let overdue: NodeJS.Timeout | undefined;
      const { value: seconds, calls } = await platform.counting(async () => {
        const startMs = performance.now();
        const { ok, stdout, stderr } = await stack
          .command(commands[command], {
            env,
            onSpawn: (child) => {
              watching = child.pid === undefined ? watching : watchProvider(child.pid, ended.signal);
              overdue = setTimeout(() => child.kill("SIGINT"), commandLimitMs);
            },
          })
          .finally(() => {
            clearTimeout(overdue);
            ended.abort();
          });
        const took = (performance.now() - startMs) / 1_000;
        if (!ok) {
          throw new Error(`pulumi ${command} failed\n${`${stdout}\n${stderr}`.trim().slice(-4_000)}`);
        }
        return took;
      });
      return { seconds, calls, provider: (await watching) ?? unknownUse };
    },
  };
}
