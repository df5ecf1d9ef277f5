import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { LogEntry } from "../../../sandbox/index";
import { changesOf, saidBy, stepsOf } from "../../support/engine/run";
import { plain } from "../../support/engine/stack";
import { wiringOf } from "../composition/whole-life";
import { type Scene, type SceneStack, useScene } from "../scene";

const token = "pulumi-nodejs:dynamic/blockchain-nodes:NodeHealth";

/** Requests to nodes so far, oldest first. */
const probesOf = ({ sandbox }: Scene) => sandbox.admin<readonly LogEntry[]>("GET", "/requests?kind=rpc");

async function nodeIdOf(stack: SceneStack): Promise<string> {
  const { id = "" } = await stack.stateOf("rpc");
  return id;
}

const modeOf = async ({ sandbox }: Scene, stack: SceneStack, mode: string) =>
  sandbox.admin("POST", `/nodes/${await nodeIdOf(stack)}/rpc`, { mode });

const namesOf = async (stack: SceneStack) => (await stack.entries()).map(({ urn }) => urn.split("::").at(-1));

/** Every credential in the endpoints of the stack's node. */
async function credentialsOf(stack: SceneStack): Promise<readonly string[]> {
  const { endpoints } = plain<Record<string, Record<string, string>>>((await stack.stateOf("rpc")).outputs);
  const tokens = Object.values(endpoints ?? {}).flatMap((value) => value.match(/[0-9a-f]{28,}/g) ?? []);
  const found = [...new Set([...tokens, endpoints?.password ?? ""])].filter((text) => text !== "");
  expect(found).not.to.deep.equal([]);
  return found;
}

describe("NodeHealth as a gate", function () {
  this.timeout(240_000);
  const scene = useScene();
  let stack: SceneStack;

  before(async () => {
    stack = await scene.open("health/gate.cjs");
    await stack.up();
  });

  it("preview: no probe; the dependent is planned", async () => {
    stack.setArguments({ timeout: "3m" });
    const run = await stack.preview();
    expect(changesOf(run)).to.deep.equal({ gate: ["create"], dependent: ["create"] });
    expect(await probesOf(scene)).to.deep.equal([]);
  });

  it("node behind: up waits, and creates the dependent after the node has caught up", async () => {
    await modeOf(scene, stack, "behind");
    await scene.sandbox.forget();
    let isOver = false;
    const running = stack.up().finally(() => {
      isOver = true;
    });
    while (!isOver && (await probesOf(scene)).length === 0) {
      await delay(50);
    }
    expect(isOver).to.equal(false);
    await modeOf(scene, stack, "normal");
    const caughtUpMs = Date.now();
    const run = await running;
    expect(changesOf(run)).to.deep.equal({ gate: ["create"], dependent: ["create"] });
    const log = await scene.sandbox.admin<readonly LogEntry[]>("GET", "/requests?kind=all");
    const created = log.findIndex(({ method, path }) => method === "POST" && path.endsWith("/projects/"));
    expect(Date.parse(log[created]?.time ?? "")).to.be.above(caughtUpMs);
    expect(log.slice(created).filter(({ kind }) => kind === "rpc")).to.deep.equal([]);
    const { gate } = await wiringOf(stack);
    expect(gate).to.deep.equal({ endpoints: ["rpc"], node: ["rpc"] });
  });

  it("outputs: the verdict with its evidence, not secret; endpoints secret", async () => {
    const { outputs = {}, id, type } = await stack.stateOf("gate");
    expect(type).to.equal(token);
    expect(id).to.match(/^health-[0-9a-f]{16}$/);
    expect(outputs.verdict).to.equal("healthy");
    expect(outputs.report).to.include({ chain: "base-mainnet", verdict: "healthy", decidedBy: "head" });
    expect(outputs.endpoints).to.have.property("plaintext");
    expect(outputs.node).to.include({ id: await nodeIdOf(stack), chain: "base-mainnet" });
    expect(JSON.stringify(outputs).length).to.be.below(4_000);
    expect((await stack.outputs()).report?.secret).to.equal(false);
  });

  it("unchanged program: no change, in preview neither; no probe", async () => {
    await stack.preview({ flags: ["--expect-no-changes"] });
    await stack.up({ flags: ["--expect-no-changes"] });
    expect(await probesOf(scene)).to.deep.equal([]);
  });

  it("renamed node: planned as an update of the gate, but no change in the up; no probe", async () => {
    stack.setArguments({ timeout: "3m", name: "second" });
    expect(changesOf(await stack.preview())).to.deep.include({ rpc: ["update"], gate: ["update"] });
    expect(changesOf(await stack.up())).to.deep.equal({ rpc: ["update"] });
    expect(await probesOf(scene)).to.deep.equal([]);
    stack.setArguments({ timeout: "3m" });
    await stack.up();
  });

  it("refresh: the recorded result, no probe even of a node that fails", async () => {
    await modeOf(scene, stack, "stale");
    await scene.sandbox.forget();
    const before = await stack.stateOf("gate");
    await stack.refresh({ flags: ["--expect-no-changes"] });
    expect((await stack.stateOf("gate")).outputs).to.deep.equal(before.outputs);
    expect(await probesOf(scene)).to.deep.equal([]);
  });

  it("changed trigger, stale node: up fails with the evidence and keeps the old result", async () => {
    const before = await stack.stateOf("gate");
    stack.setArguments({ timeout: "1s", release: "2" });
    const run = await stack.up({ expectFailure: true });
    expect(saidBy(run)).to.match(
      /Node ND-\S+ \(base-mainnet at [\d.:]+\) did not pass within \d+ s: unhealthy by check head: head \S+ is \d+ (s|min) old, limit \d+ s\. Check the node/,
    );
    expect(stepsOf(run.failed, "gate")).to.have.length(1);
    expect((await stack.stateOf("gate")).outputs).to.deep.equal(before.outputs);
  });

  it("failed update, refreshed: the next up probes again and stores the result", async () => {
    await modeOf(scene, stack, "normal");
    await stack.refresh();
    await scene.sandbox.forget();
    stack.setArguments({ timeout: "1m", release: "2" });
    expect(changesOf(await stack.up())).to.deep.equal({ gate: ["update"] });
    expect(await probesOf(scene)).not.to.deep.equal([]);
    expect((await stack.stateOf("gate")).outputs?.triggers).to.deep.equal({ release: "2" });
  });

  it("timeouts alone: stored, no probe", async () => {
    stack.setArguments({ timeout: "2m", release: "2" });
    expect(changesOf(await stack.up())).to.deep.equal({ gate: ["update"] });
    expect(await probesOf(scene)).to.deep.equal([]);
    expect((await stack.stateOf("gate")).outputs?.timeouts).to.deep.equal({ create: "2m", update: "2m" });
  });

  it("rotated token: no change of the gate, no probe", async () => {
    const before = await credentialsOf(stack);
    await scene.sandbox.admin("POST", `/nodes/${await nodeIdOf(stack)}/rotate`, {});
    await stack.refresh();
    expect(await credentialsOf(stack)).not.to.deep.equal(before);
    await scene.sandbox.forget();
    await stack.up({ flags: ["--expect-no-changes"] });
    expect(await probesOf(scene)).to.deep.equal([]);
  });

  it("state: no credential in cleartext", async () => {
    const state = await stack.storedState();
    expect((await credentialsOf(stack)).filter((credential) => state.includes(credential))).to.deep.equal([]);
  });

  it("destroy: no probe, nothing remains", async () => {
    await stack.destroy();
    expect(await probesOf(scene)).to.deep.equal([]);
    expect(await stack.entries()).to.deep.equal([]);
  });
});

describe("NodeHealth of a stale node", function () {
  this.timeout(240_000);
  const scene = useScene();
  let stack: SceneStack;
  let messages: string;

  before(async () => {
    stack = await scene.open("health/gate.cjs");
    await stack.up();
    await modeOf(scene, stack, "stale");
    stack.setArguments({ timeout: "1s" });
    const run = await stack.up({ expectFailure: true, flags: ["--diff"] });
    messages = saidBy(run) + run.stdout + run.stderr;
  });

  it("create: fails with the evidence and what to do", () => {
    expect(messages).to.match(/did not pass within \d+ s: unhealthy by check head: head .* old, limit \d+ s\. Check/);
  });

  it("state and platform: neither the gate nor its dependent", async () => {
    expect(await namesOf(stack)).to.have.members(["apps", "rpc"]);
    expect((await scene.namesOf(stack.account)).filter((name) => name.startsWith("dependent"))).to.deep.equal([]);
  });

  it("messages: no credential", async () => {
    expect((await credentialsOf(stack)).filter((credential) => messages.includes(credential))).to.deep.equal([]);
  });

  it("next up with a node at its head: creates both", async () => {
    await modeOf(scene, stack, "normal");
    stack.setArguments({ timeout: "1m" });
    expect(changesOf(await stack.up())).to.deep.equal({ gate: ["create"], dependent: ["create"] });
  });

  it("wrong chain: fails at once, whatever the deadline", async () => {
    await modeOf(scene, stack, "wrong-chain");
    await scene.sandbox.forget();
    stack.setArguments({ timeout: "6h", release: "2" });
    const run = await stack.up({ expectFailure: true });
    expect(saidBy(run)).to.match(
      /did not pass: unhealthy by check identity: wrong chain: chain id 8454, expected 8453\. Correct/,
    );
    expect(await probesOf(scene)).to.have.length(1);
  });
});

describe("NodeHealth in other programs", function () {
  this.timeout(240_000);
  const scene = useScene();
  let source: SceneStack;
  let endpoints: Readonly<Record<string, string>>;

  before(async () => {
    source = await scene.open("health/gate.cjs");
    await source.up();
    endpoints = plain((await source.stateOf("rpc")).outputs?.endpoints);
  });

  it("component, child of the node, explicit provider: exactly the dependencies in the program", async () => {
    const stack = await scene.open("health/composed.mjs", { arguments: { endpoints } });
    await stack.up({ previewFirst: true });
    const wiring = await wiringOf(stack);
    expect(wiring).to.deep.include({
      gate: { endpoints: ["node"], node: ["node"] },
      "child-gate": { endpoints: ["node"], node: ["node"] },
      dependent: { dependsOn: ["gate"] },
      "by-endpoints": {},
    });
    const { outputs } = await stack.stateOf("by-endpoints");
    expect(outputs?.verdict).to.equal("healthy");
    expect(outputs?.endpoints).to.have.property("plaintext");
    await stack.refresh({ flags: ["--expect-no-changes"] });
    await stack.destroy();
  });

  it("stack without settings: probes, and keeps the endpoints secret", async () => {
    const stack = await scene.open("health/endpoints.cjs", { arguments: { endpoints }, env: {} });
    const run = await stack.up({ previewFirst: true });
    const stored = await stack.storedState();
    const leaks = (text: string) =>
      [endpoints.key, endpoints.password].filter((it) => it !== undefined && text.includes(it));
    expect((await stack.outputs()).verdict).to.deep.equal({ value: "healthy", secret: false });
    expect(leaks(stored)).to.deep.equal([]);
    expect(leaks(run.stdout + run.stderr)).to.deep.equal([]);
    await stack.refresh({ flags: ["--expect-no-changes"] });
    await stack.destroy();
  });
});
