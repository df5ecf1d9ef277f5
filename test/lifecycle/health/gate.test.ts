import { expect } from "chai";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import type { StubMethods } from "../../support/health/stub-chain";
import { evmMethods, startRpcStub, steadyChain, TestClock } from "../../support/health/stub-chain";
import { healthContext, healthInputs, healthOperations } from "../../support/lifecycle/health-scene";
import { partialFailureOf } from "../../support/lifecycle/operations-scene";
import type { SeenRequest, StubNode } from "../../support/nodes/nodes";

const token = "0123456789abcdef0123456789abcdef";

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) {
    throw new Error("It did not fail.");
  }
  return outcome;
}

describe("NodeHealth operations", () => {
  const stubs: StubNode[] = [];
  afterEach(() => Promise.all(stubs.splice(0).map((stub) => stub.stop())));

  /** A base node whose head is so old, by the clock. */
  async function startNode(
    clock: TestClock,
    age: () => number,
    more: StubMethods = {},
    status?: (seen: SeenRequest) => number,
  ) {
    const steady = steadyChain(clock, 8453, 2);
    const methods = evmMethods({ ...steady, timeOf: (block) => steady.timeOf(block) - age() });
    const stub = await startRpcStub({ ...methods, ...more }, status);
    stubs.push(stub);
    const inputs = (args: Properties = {}) =>
      healthInputs({
        node: { id: "ND-1-2-3", chain: "base-mainnet" },
        endpoints: { https: `${stub.url}/${token}`, key: token },
        ...args,
      });
    return { stub, inputs };
  }

  it("create, healthy node: the result at once, one probe", async () => {
    const clock = new TestClock();
    const { stub, inputs } = await startNode(clock, () => 0);
    const context = healthContext(clock);
    const { id, outs } = await healthOperations.create(inputs({ triggers: ["1"] }), context);
    expect(id).to.match(/^health-[0-9a-f]{16}$/);
    expect(outs).to.deep.include({ triggers: ["1"], verdict: "healthy" });
    const report = outs.report as Properties;
    expect(report).to.include({
      chain: "base-mainnet",
      host: new URL(stub.url).host,
      verdict: "healthy",
      decidedBy: "head",
    });
    expect(report).to.have.all.keys("chain", "host", "verdict", "decidedBy", "why", "checks", "cost");
    expect(context.lines).to.deep.equal([]);
    expect(stub.seen.filter(({ isBatch }) => isBatch)).to.have.length(1);
  });

  it("create, stale node that catches up: waits, confirms, shows progress", async () => {
    const clock = new TestClock();
    const startMs = clock.monotonicMs();
    const { inputs } = await startNode(clock, () => (clock.monotonicMs() - startMs < 120_000 ? 3_600 : 0));
    const context = healthContext(clock);
    const { outs } = await healthOperations.create(inputs(), context);
    expect(outs.verdict).to.equal("healthy");
    expect(clock.monotonicMs() - startMs).to.be.within(120_000, 200_000);
    expect(context.lines[0]).to.match(
      /^unhealthy: head .* is 60 min old, limit \d+ s, .*\(\d+ s\)$|^unhealthy: head .* is 60 min old, limit \d+ s \(\d+ s\)$/,
    );
    expect(context.lines.at(-1)).to.match(/^healthy, looking once more/);
  });

  it("create, stale until the deadline: fails with evidence and next step, as not created", async () => {
    const clock = new TestClock();
    const { inputs } = await startNode(clock, () => 900);
    const error = await failureOf(
      healthOperations.create(inputs({ timeouts: { create: "2m" } }), healthContext(clock)),
    );
    expect(error.name).to.equal("NotReadyError");
    expect(error.message).to.match(
      /^Node ND-1-2-3 \(base-mainnet at 127\.0\.0\.1:\d+\) did not pass within 2 min[^:]*: unhealthy by check head: head \S+ is 15 min old, limit \d+ s\. Check the node on the platform, or replace it; /,
    );
    expect(error.message).not.to.include(token);
  });

  it("create, wrong chain: fails at once after one request", async () => {
    const clock = new TestClock();
    const { stub, inputs } = await startNode(clock, () => 0, { eth_chainId: () => ({ value: "0x1" }) });
    const error = await failureOf(healthOperations.create(inputs(), healthContext(clock)));
    expect(error.message).to.match(
      /did not pass: unhealthy by check identity: wrong chain: chain id 1, expected 8453\. Correct expect/,
    );
    expect(stub.seen).to.have.length(1);
    expect(clock.slept).to.deep.equal([]);
  });

  it("expect.chain and expect.identity: override those of the node", async () => {
    const clock = new TestClock();
    const { inputs } = await startNode(clock, () => 0, { eth_chainId: () => ({ value: "0x4d" }) });
    const expected = { chain: "newchain-mainnet", identity: "77" };
    const { outs } = await healthOperations.create(inputs({ expect: expected }), healthContext(clock));
    expect(outs.verdict).to.equal("healthy");
    expect((outs.report as Properties).chain).to.equal("newchain-mainnet");
    const { identity: _, ...unnamed } = expected;
    const error = await failureOf(healthOperations.create(inputs({ expect: unnamed }), healthContext(clock)));
    expect(error.message).to.match(
      /chain id 77, but the expected one is unknown.*set expect\.identity to the observed value/,
    );
  });

  it("unreachable node: waits until the deadline, the error does not blame it", async () => {
    const clock = new TestClock();
    const inputs = healthInputs({
      endpoints: { https: `http://127.0.0.1:1/${token}` },
      expect: { chain: "base-mainnet" },
      timeouts: { create: "1m" },
    });
    const error = await failureOf(healthOperations.create(inputs, healthContext(clock)));
    expect(error.message).to.match(
      /^The node \(base-mainnet at 127\.0\.0\.1:1\) did not pass within 1 min.*unknown by check .*This says nothing about the node/,
    );
    expect(error.message).not.to.include(token);
  });

  for (const [accepted, passes] of [
    [undefined, true],
    ["degraded", true],
    ["healthy", false],
  ] as const) {
    it(`degraded node, expect.verdict ${accepted}: ${passes ? "passes with a warning" : "fails"}`, async () => {
      const clock = new TestClock();
      const { inputs } = await startNode(clock, () => 20);
      const context = healthContext(clock);
      const args = {
        timeouts: { create: "10s" },
        ...(accepted === undefined ? {} : { expect: { verdict: accepted } }),
      };
      const outcome = await healthOperations.create(inputs(args), context).catch((error: unknown) => error);
      if (passes) {
        expect(outcome).to.have.nested.property("outs.verdict", "degraded");
        expect(context.lines).to.have.length(1);
        expect(context.lines[0]).to.match(/^Passes as degraded: head: head .* old/);
      } else {
        expect(String(outcome)).to.match(
          /degraded by check head: .*\. The argument expect\.verdict accepts nothing worse\.$/,
        );
      }
    });
  }

  for (const [what, expected] of [
    ["mode archive", { mode: "archive" }],
    ["namespace debug", { apiNamespaces: ["debug"] }],
  ] as const) {
    it(`demand for ${what} that a full node without debug breaks: fails; what the platform states only warns`, async () => {
      const clock = new TestClock();
      // eth_getBalance and debug_traceBlockByNumber: no state of old blocks, and no such method.
      const pruned = { eth_getBalance: () => ({ error: { code: -32_000, message: "missing trie node" } }) };
      const { inputs } = await startNode(clock, () => 0, pruned);
      const error = await failureOf(
        healthOperations.create(inputs({ expect: expected, timeouts: { create: "5s" } }), healthContext(clock)),
      );
      expect(error.message).to.match(
        /did not pass within .*: degraded by check promise: .*change expect, or the node\./,
      );
      const stated = { id: "ND-1-2-3", chain: "base-mainnet", ...expected };
      const depth = { depth: "capabilities" };
      const { outs } = await healthOperations.create(inputs({ node: stated, expect: depth }), healthContext(clock));
      expect(outs.verdict).to.equal("degraded");
    });
  }

  it("interrupted: ends with the reason of the signal", async () => {
    const clock = new TestClock();
    const { inputs } = await startNode(clock, () => 900);
    const interruption = new AbortController();
    clock.onSleep = () => interruption.abort(new Error("stopped"));
    const error = await failureOf(healthOperations.create(inputs(), healthContext(clock, interruption.signal)));
    expect(error.message).to.equal("stopped");
  });

  describe("after a create", () => {
    async function created() {
      const clock = new TestClock();
      const condition = { ageSeconds: 0 };
      const { stub, inputs } = await startNode(clock, () => condition.ageSeconds);
      const { id, outs } = await healthOperations.create(inputs({ triggers: ["1"] }), healthContext(clock));
      const seen = stub.seen.length;
      return { id, outs, inputs, condition, context: healthContext(clock), probes: () => stub.seen.length - seen };
    }

    it("update by a trigger: probes again", async () => {
      const { id, outs, inputs, context, probes } = await created();
      const updated = await healthOperations.update(id, outs, inputs({ triggers: ["2"] }), context);
      expect(updated).to.deep.include({ triggers: ["2"], verdict: "healthy" });
      expect(probes()).to.be.above(0);
    });

    it("update of timeouts and token: stores them, no probe", async () => {
      const { id, outs, inputs, context, probes } = await created();
      const endpoints = { ...(outs.endpoints as Properties), key: "f".repeat(32) };
      const news = inputs({ triggers: ["1"], timeouts: { create: "1h" }, endpoints });
      const updated = await healthOperations.update(id, outs, news, context);
      expect(updated).to.deep.include({
        endpoints,
        timeouts: { create: "1h" },
        report: outs.report,
        verdict: "healthy",
      });
      expect(probes()).to.equal(0);
    });

    it("update of a node that became stale: partial failure with the old result, which still differs", async () => {
      const { id, outs, inputs, condition, context } = await created();
      condition.ageSeconds = 900;
      const news = inputs({ triggers: ["2"], timeouts: { update: "30s" } });
      const failure = await partialFailureOf(healthOperations.update(id, outs, news, context));
      expect(failure.message).to.match(/did not pass within .*Check the node/);
      const { __set: _, ...kept } = failure.outs;
      const { __set: __, ...before } = outs;
      expect(kept).to.deep.equal(before);
      expect(healthOperations.diff(failure.outs, news).changes).to.equal(true);
    });

    it("read: the recorded result and its inputs, no probe", async () => {
      const { id, outs, inputs, condition, context, probes } = await created();
      condition.ageSeconds = 900;
      const { __provider: _, ...written } = inputs({ triggers: ["1"] });
      expect(await healthOperations.read(id, outs, context)).to.deep.equal({ outs, inputs: written });
      expect(probes()).to.equal(0);
    });

    it("delete: nothing", async () => {
      const { id, outs, context, probes } = await created();
      await healthOperations.remove(id, outs, context);
      expect(probes()).to.equal(0);
    });
  });

  it("read of an id alone: rejected", async () => {
    const error = await failureOf(healthOperations.read("health-1", { __owner: "acme/urn" }, healthContext()));
    expect(error.message).to.match(/^A NodeHealth cannot be read: .*new NodeHealth/);
  });
});
