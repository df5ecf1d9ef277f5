// Kills the real engine again and again while it creates nodes, and looks for objects that no later `up` would find:
// neither in the state nor under a claim. Exits with 0 only if every one of them had its rename on the way before the
// engine was dead.
import type { ChildProcess } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Sandbox, startSandbox } from "../sandbox/index";
import { openStack, type TestStack } from "../test/support/engine/stack";
import { descendantsOf, endNow, type ProcessRow } from "../test/support/process-table";
import { type Passing, type Relay, startRelay } from "../test/support/relay";
import { adminOf, type TestSandbox } from "../test/support/sandbox";
import { type Prng, prng } from "./plan/prng";

const usage = "npm run chaos:kills -- [--at post|rename] [--rounds N] [--seed S]";

const nodeCount = 4;
const program = resolve(__dirname, "../test/e2e/programs/many-nodes.cjs");

// A rename follows its POST within this time.
const renameWithinMs = 60;
// Provider processes end by themselves when their engine is gone.
const endWithinMs = 10_000;

/** One kill, and what it left. */
interface Outcome {
  /** Writes that arrived after the engine was dead. */
  readonly late: readonly string[];
  /** Objects that only `sweep` would find. */
  readonly lost: readonly string[];
  /** Those of them whose rename had not arrived when the engine was dead. */
  readonly unexplained: readonly string[];
  /** Objects under a claim: the next `up` resumes them. */
  readonly claimed: number;
}

/** When a kill comes: with the answer to a POST, or some time after it, around the rename. */
type Moment = "post" | "rename";

interface Held {
  readonly id: string;
  readonly name: string;
}

/** One engine after the other, on one scene. */
class Killing {
  readonly #moment: Moment;
  readonly #random: Prng;
  #sandbox: Sandbox | undefined;
  #stack: TestStack | undefined;
  #relay: Relay | undefined;
  #engine: ChildProcess | undefined;
  #started: readonly ProcessRow[] = [];
  #posts = 0;
  #deadlyPost = 0;
  #isDead = false;
  #late: string[] = [];
  #renamed = new Set<string>();
  #answer: () => void = () => undefined;
  /** Resolves with the answer that kills. */
  #answered: Promise<void> = Promise.resolve();

  constructor(moment: Moment, random: Prng) {
    this.#moment = moment;
    this.#random = random;
  }

  async open(): Promise<void> {
    this.#sandbox = await startSandbox({ settings: { nodeStart: "request" } });
    this.#relay = await startRelay(this.#sandbox.baseUrl, (passing) => this.#pass(passing));
    const env = {
      BLOCKCHAIN_NODES_BASE_URL: this.#relay.baseUrl,
      BLOCKCHAIN_NODES_API_KEY: this.#sandbox.apiKey,
      BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "200",
    };
    this.#stack = await openStack({ program, arguments: { count: nodeCount }, env });
  }

  async round(): Promise<Outcome> {
    const [sandbox, stack, relay] = [this.#sandbox, this.#stack, this.#relay];
    if (sandbox === undefined || stack === undefined || relay === undefined) {
      throw new Error("The scene is not open.");
    }
    const before = await mkdtemp(join(tmpdir(), "blockchain-nodes-kills-"));
    const { stateFolder } = stack.home;
    await cp(stateFolder, before, { recursive: true });
    this.#posts = 0;
    this.#deadlyPost = this.#random.integer(1, nodeCount);
    this.#isDead = false;
    this.#late = [];
    this.#renamed = new Set();
    this.#answered = new Promise((resolve) => {
      this.#answer = resolve;
    });
    const run = await stack.command(["up", "--yes", "--skip-preview"], {
      onSpawn: (child) => {
        this.#engine = child;
        child.once("exit", () => {
          this.#isDead = true;
        });
      },
    });
    if (run.code !== null) {
      throw new Error(`up was not killed:\n${run.stdout}${run.stderr}`);
    }
    for (const startedAt = Date.now(); (await relay.connections()) > 0; await delay(20)) {
      if (Date.now() - startedAt > endWithinMs) {
        throw new Error("A provider process has outlived its engine.");
      }
    }
    await endNow(this.#started);
    const outcome = await this.#judge(stack, adminOf(sandbox));
    await rm(stateFolder, { recursive: true });
    await cp(before, stateFolder, { recursive: true });
    await rm(before, { recursive: true });
    return outcome;
  }

  async close(): Promise<void> {
    this.#engine?.kill("SIGKILL");
    await endNow(this.#started);
    this.#relay?.close();
    await this.#sandbox?.close();
    await this.#stack?.dispose();
  }

  async #judge(stack: TestStack, admin: TestSandbox["admin"]): Promise<Outcome> {
    const state = await stack.storedState();
    const { projects, nodes } = await admin<Record<"projects" | "nodes", readonly Held[]>>("GET", "/objects");
    const unknown = [...projects, ...nodes].filter(({ id }) => !state.includes(`"${id}"`));
    const lost = unknown.filter(({ name }) => !name.startsWith("creating-"));
    for (const { id } of projects) {
      await admin("DELETE", `/objects/${id}`);
    }
    return {
      late: this.#late,
      lost: lost.map(({ id }) => id),
      unexplained: lost.filter(({ id }) => !this.#renamed.has(id)).map(({ id }) => id),
      claimed: unknown.length - lost.length,
    };
  }

  async #pass({ method, path, station }: Passing): Promise<void> {
    if (station === "arrival" && method !== "GET") {
      if (this.#isDead) {
        this.#late.push(`${method} ${path}`);
      } else if (method === "PATCH") {
        this.#renamed.add(path.split("/")[3] ?? "");
      }
    }
    if (method !== "POST" || !path.startsWith("/v2/nodes/")) {
      return;
    }
    if (station === "arrival") {
      this.#started = this.#engine?.pid === undefined ? [] : await descendantsOf(this.#engine.pid);
      return;
    }
    this.#posts += 1;
    if (this.#posts === this.#deadlyPost) {
      if (this.#moment === "post") {
        this.#engine?.kill("SIGKILL");
      } else {
        setTimeout(() => this.#engine?.kill("SIGKILL"), this.#random.integer(0, renameWithinMs));
      }
      this.#answer();
    }
    if (this.#moment === "post") {
      // Those before it would have been renamed by now.
      await this.#answered;
    }
  }
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      at: { type: "string", default: "post" },
      rounds: { type: "string", default: "100" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const { at, rounds, seed } = values;
  if ((at !== "post" && at !== "rename") || !/^\d+$/.test(rounds) || !/^\d+$/.test(seed)) {
    console.error(usage);
    return 2;
  }
  const killing = new Killing(at, prng(Number(seed)));
  const outcomes: Outcome[] = [];
  try {
    await killing.open();
    for (let round = 1; round <= Number(rounds); round += 1) {
      const outcome = await killing.round();
      outcomes.push(outcome);
      if (outcome.late.length > 0 || outcome.lost.length > 0) {
        console.log(`round ${round}: ${JSON.stringify(outcome)}`);
      }
    }
  } finally {
    await killing.close();
  }
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((all, outcome) => all + count(outcome), 0);
  console.log(
    `${outcomes.length} kills at ${at}, seed ${seed}: ${sum(({ claimed }) => claimed)} objects under claims, ` +
      `${sum(({ lost }) => lost.length)} lost, ${sum(({ unexplained }) => unexplained.length)} of them without a rename ` +
      `before the end of the engine, ${sum(({ late }) => late.length)} late writes`,
  );
  return outcomes.every(
    ({ late, unexplained, lost }) => late.length + (at === "post" ? lost : unexplained).length === 0,
  )
    ? 0
    : 1;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
