import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { CliResult } from "../../support/engine/pulumi";
import { descendantsOf, endNow, isAlive, isProvider, type ProcessRow } from "../../support/process-table";
import { type SceneStack, useScene } from "../scene";

const nodeCount = 2;

const up = ["up", "--yes", "--skip-preview"];

describe("interrupted up", function () {
  this.timeout(180_000);
  const { sandbox, ...scene } = useScene({ regionalSeconds: 3_600 });
  let stack: SceneStack;
  const engines: ChildProcess[] = [];
  /** Processes of the interrupted run: a killed engine leaves its language host behind. */
  const started: ProcessRow[] = [];

  beforeEach(async () => {
    stack = await scene.open("lifecycle/interrupted.cjs");
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) {
      engine.kill("SIGKILL");
    }
    await endNow(started.splice(0));
  });

  const nodes = async () => (await stack.objects()).nodes;

  /**
   * Starts an `up`, interrupts it when both nodes are being waited for, and waits until the command and both provider
   * processes have ended; the nodes would take an hour, longer than a test.
   */
  async function interrupt(act: (engine: ChildProcess) => Promise<void> | void): Promise<CliResult> {
    const running = stack.command(up, { onSpawn: (child) => engines.push(child) });
    let isOver = false;
    const ended = running.finally(() => {
      isOver = true;
    });
    while (!isOver && !(await isWaiting())) {
      await delay(50);
    }
    const engine = engines.at(-1);
    if (engine?.pid === undefined || isOver) {
      throw new Error(`up ended too early:\n${(await running).stdout}`);
    }
    const all = await descendantsOf(engine.pid);
    started.push(...all);
    const providers = all.filter(isProvider).map(({ pid }) => pid);
    expect(providers).to.have.length(2);
    await act(engine);
    while (providers.some(isAlive)) {
      await delay(20);
    }
    return ended;
  }

  async function isWaiting(): Promise<boolean> {
    const reads = await sandbox.admin<{ path: string }[]>("GET", "/requests?operation=retrieveNodeV2");
    return new Set(reads.map(({ path }) => path)).size === nodeCount;
  }

  /** Lets the nodes run, and expects that the next `up` ends with these, and the one after it with no change. */
  async function expectToGoOn(): Promise<void> {
    const before = await nodes();
    expect(before).to.have.length(nodeCount);
    for (const { id } of before) {
      await sandbox.admin("PATCH", `/nodes/${id}`, { status: "running" });
    }
    // A second one, that an `up` makes by mistake, is to be ready at once.
    await sandbox.change({ regionalSeconds: 0 });
    const next = await stack.command(up);
    expect(next.ok, next.stdout + next.stderr).to.equal(true);
    expect((await nodes()).map(({ id }) => id)).to.deep.equal(before.map(({ id }) => id));
    const same = await stack.command([...up, "--expect-no-changes"]);
    expect(same.ok, same.stdout + same.stderr).to.equal(true);
    expect(await nodes()).to.have.length(nodeCount);
  }

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`one ${signal}: ends with the reason; the next up resumes`, async () => {
      const run = await interrupt((engine) => void engine.kill(signal));
      expect(run.ok).to.equal(false);
      expect(run.stdout).to.match(/Interrupted\. .*`pulumi up` resumes/);
      await expectToGoOn();
    });
  }

  it("two SIGINT: ends; the next up resumes", async () => {
    const run = await interrupt(async (engine) => {
      engine.kill("SIGINT");
      // Two signals at the same moment are one.
      await delay(5);
      engine.kill("SIGINT");
    });
    expect(run.ok).to.equal(false);
    await expectToGoOn();
  });

  it("engine killed: no provider process remains; the next up resumes", async () => {
    await interrupt((engine) => void engine.kill("SIGKILL"));
    const { length } = await sandbox.admin<unknown[]>("GET", "/requests");
    const locked = await stack.command(up);
    expect(locked.ok).to.equal(false);
    expect(locked.stderr).to.include("locked");
    expect((await stack.command(["cancel", "--yes"])).ok).to.equal(true);
    expect(await sandbox.admin<unknown[]>("GET", "/requests")).to.have.length(length);
    await expectToGoOn();
  });
});
