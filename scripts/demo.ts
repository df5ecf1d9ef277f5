// The life cycle of a complete stack: the quickstart on a real engine, against the sandbox with its real nodes.
// Exits with 0 only if every step succeeded.
import { type ChildProcess, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { tableOf } from "../provider/base/table";
import { type EngineHome, openHome } from "../test/support/engine/home";
import { runPulumi } from "../test/support/engine/pulumi";

const root = resolve(__dirname, "..");
const passing = new Set(["healthy", "degraded", "gated"]);

interface Sandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly admin: string;
}

interface StackHealth {
  readonly verdict: string;
  readonly report: { readonly nodes: readonly Record<"name" | "chain" | "host" | "verdict" | "decidedBy", string>[] };
}

/** A step failed. */
class DemoFailure extends Error {}

async function demo(): Promise<void> {
  const startedAt = performance.now();
  console.log("The life cycle of a complete stack: sandbox platform, real nodes, real Pulumi engine.\n");
  const home = await step("engine", openHome, () => "a real one, with its own home and backend");
  const child = spawn(
    process.execPath,
    [join(root, "sandbox/bin/blockchain-nodes-sandbox.js"), "--port", "0", "--json"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const sandbox = await step(
      "sandbox",
      () => readyLine(child),
      ({ baseUrl }) => `platform at ${baseUrl}, no account needed`,
    );
    await runSteps(home, sandbox);
  } finally {
    child.kill("SIGTERM");
    await home.dispose();
  }
  console.log(`\nAll steps passed in ${seconds(performance.now() - startedAt)}.`);
}

async function runSteps(home: EngineHome, sandbox: Sandbox): Promise<void> {
  const { baseUrl, apiKey, admin } = sandbox;
  // The repository's project file, in a separate folder: the demo leaves no stack file.
  const project = await readFile(join(root, "Pulumi.yaml"), "utf8");
  await writeFile(
    join(home.workFolder, "Pulumi.yaml"),
    project.replace("main: examples/quickstart", `main: ${join(root, "examples/quickstart")}`),
  );
  const env = { BLOCKCHAIN_NODES_BASE_URL: baseUrl, BLOCKCHAIN_NODES_API_KEY: apiKey };
  const pulumi = async (...args: string[]) => {
    const result = await runPulumi(args, { cwd: home.workFolder, env, home });
    if (!result.ok) {
      throw new DemoFailure(`pulumi ${args.join(" ")} failed\n${result.stdout}\n${result.stderr}`);
    }
    return result.stdout;
  };
  const run = async (command: string, expected: Readonly<Record<string, number>>) => {
    const changes = resourceChanges(await pulumi(command, "--yes", "--skip-preview"));
    demand(sameCounts(changes, expected), `expected ${words(expected)}, got ${words(changes)}`);
    return changes;
  };

  await pulumi("stack", "init", "demo");
  await pulumi("config", "set", "bitcoinChain", "bitcoin-regtest");

  await step("up", () => run("up", { created: 6 }), words);
  const health = JSON.parse(await pulumi("stack", "output", "health", "--json")) as StackHealth;
  printTable(health);
  demand(passing.has(health.verdict), `the nodes are ${health.verdict}`);

  await step("up again", () => run("up", { unchanged: 6 }), words);
  await step("refresh", () => run("refresh", { unchanged: 6 }), words);
  await pulumi("config", "set", "rpcName", "renamed-rpc");
  await step("rename", () => run("up", { updated: 1, unchanged: 5 }), words);
  const renamed = await objects(admin);
  demand(
    renamed.nodes.some(({ name }) => name === "renamed-rpc"),
    "no node on the platform has the new name",
  );

  await step("destroy", () => run("destroy", { deleted: 6 }), words);
  await step(
    "proof",
    async () => {
      const { projects, networks, nodes } = await objects(admin);
      const left = [...projects, ...networks, ...nodes].map(({ id }) => id);
      demand(left.length === 0, `the platform still holds ${left.join(", ")}`);
    },
    () => "no project, network or node is left on the platform",
  );
}

/** Runs one step and prints its line: name, outcome, time. */
async function step<T>(name: string, work: () => Promise<T>, outcome: (result: T) => string): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await work();
    console.log(
      `${name.padEnd(9)} ${outcome(result).padEnd(58)} ${seconds(performance.now() - startedAt).padStart(7)}`,
    );
    return result;
  } catch (error) {
    console.log(`${name.padEnd(9)} FAILED after ${seconds(performance.now() - startedAt)}`);
    throw error;
  }
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) {
    throw new DemoFailure(otherwise);
  }
}

async function readyLine(child: ChildProcess): Promise<Sandbox> {
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  for await (const line of lines) {
    return JSON.parse(line) as Sandbox;
  }
  throw new DemoFailure("the sandbox exited before it was ready");
}

async function objects(
  admin: string,
): Promise<Record<"projects" | "networks" | "nodes", { id: string; name: string }[]>> {
  const answer = await fetch(`${admin}/objects`);
  return (await answer.json()) as Record<"projects" | "networks" | "nodes", { id: string; name: string }[]>;
}

/**
 * Operation counts, from the engine's printed summary. Not from its JSON events: their debug lines contain every
 * response of the engine, with secrets in plain text.
 */
function resourceChanges(stdout: string): Readonly<Record<string, number>> {
  const summary = stdout.slice(stdout.lastIndexOf("\nResources:"));
  return Object.fromEntries(
    [...summary.matchAll(/(\d+) (created|updated|deleted|unchanged|replaced)/g)].map(([, count, verb]) => [
      verb,
      Number(count),
    ]),
  );
}

function sameCounts(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((op) => (a[op] ?? 0) === (b[op] ?? 0));
}

function words(changes: Readonly<Record<string, number>>): string {
  return Object.entries(changes)
    .map(([verb, count]) => `${count} ${verb}`)
    .join(", ");
}

function printTable({ report }: StackHealth): void {
  const table = tableOf(["name", "chain", "host", "verdict"], report.nodes);
  console.log(table.trimEnd().replaceAll(/^/gm, " ".repeat(10)));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

demo().catch((error: unknown) => {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
