import { expect } from "chai";
import { probeEndpoints } from "../../../provider/health/probe.js";
import type { ProbeOptions } from "../../../provider/health/session/options.js";
import { type StubNode, startStub } from "../nodes/nodes.js";
import { callsOf, type FamilyCase, type FamilyScene, replaced } from "./family-case.js";
import { mapNumbers, mapStrings } from "./mapped-answers.js";
import { check } from "./probe-scene.js";
import { answerRpc, type StubMethods } from "./stub-chain.js";

/** Responses of other shapes, and hostile ones. */
export function testShapes(family: FamilyCase, { run }: FamilyScene, healthy: () => StubMethods): void {
  it("numbers as strings: healthy", async () => {
    const { report } = await run(mapNumbers(healthy(), String));
    expect(report).to.include({ verdict: "healthy" });
  });

  it("times in milliseconds: healthy", async () => {
    const isSeconds = (value: number) => value > 1e9 && value < 1e11;
    const { report } = await run(mapNumbers(healthy(), (value) => (isSeconds(value) ? value * 1_000 : value)));
    expect(report).to.include({ verdict: "healthy" });
  });

  for (const [method, value, verdict, name, cause] of family.oddities) {
    it(`${method} returns ${JSON.stringify(value)}: ${verdict} by ${name}`, async () => {
      const { report } = await run(replaced(healthy(), method, value));
      expect(report).to.include({ verdict });
      const result = report.checks.find((found) => found.check === name && found.cause === cause);
      expect(result, JSON.stringify(report.checks)).to.not.equal(undefined);
      expect(cause === "shape" ? result?.observed : "", "the shape is evidence").to.be.a("string");
    });
  }

  it("any method returns anything: never unhealthy, except for a missing head or another chain", async () => {
    for (const method of Object.keys(healthy())) {
      for (const value of [null, {}, [], "", "ok", true, 7, -1, 1.5, { chain_id: {} }, [null]]) {
        const { report } = await run(replaced(healthy(), method, value), { maxWaitForAdvanceMs: 0 });
        const isFair =
          report.verdict !== "unhealthy" ||
          report.isWrongChain ||
          ["no-head", "stale"].includes(String(check(report, "head")?.cause));
        expect(isFair, `${method} ${JSON.stringify(value)}: ${report.why}`).to.equal(true);
      }
    }
  });

  it("hostile text in any place: one short line each", async () => {
    const evil = `\u001b[2J\u001b]0;x\u0007${"evil\r\n\u202e ".repeat(100_000)}`;
    for (const method of Object.keys(healthy())) {
      for (const methods of [
        mapStrings(healthy(), method, evil),
        { ...healthy(), [method]: () => ({ error: { code: -32000, message: evil } }) },
      ]) {
        const { report } = await run(methods, { depth: "capabilities", maxWaitForAdvanceMs: 0 });
        const text = JSON.stringify(report);
        expect(text).to.not.match(/\\u001b|\\u0007|\\r|\\n|\u202e/);
        expect(text.length).to.be.below(10_000);
      }
    }
  }).timeout(60_000);
}

/** Failed calls, throttling, budgets. */
export function testFailures(
  family: FamilyCase,
  { clock, run, started }: FamilyScene,
  healthy: () => StubMethods,
): void {
  const { chain } = family;
  const probe = (stub: StubNode, options: ProbeOptions = {}) =>
    probeEndpoints({ endpoints: { https: stub.url }, chain }, { clock: clock(), ...options });

  for (const [status, cause, isUnreachable] of [
    [401, "auth", true],
    [403, "auth", true],
    [429, "throttled", false],
  ] as const) {
    it(`HTTP ${status}: unknown, after one request`, async () => {
      const stub = await started(
        startStub((_, response) => void response.writeHead(status, { "retry-after": "7" }).end()),
      );
      const report = await probe(stub, { depth: "capabilities" });
      expect(report).to.include({ verdict: "unknown", decidedBy: "identity", isUnreachable });
      expect(report.checks[0]?.cause).to.equal(cause);
      expect(report.retryAfterMs).to.equal(status === 429 ? 7_000 : undefined);
      expect(stub.seen.length).to.equal(1);
    });
  }

  it("every call throttled in a response of status 200: unknown, with the requested wait", async () => {
    const throttled = () => ({ error: { code: -32005, message: "rate limit", data: { try_again_in: "123.4ms" } } });
    const { report } = await run(Object.fromEntries(Object.keys(healthy()).map((method) => [method, throttled])));
    expect(report).to.include({ verdict: "unknown", decidedBy: "identity", retryAfterMs: 123.4, isUnreachable: false });
  });

  it("one supporting call throttled: that check is unknown, the node healthy", async () => {
    const { calls, decisive, needed = decisive } = family;
    for (const method of new Set(calls.flat().filter((name) => !needed.includes(name)))) {
      const throttled = () => ({ error: { code: -32005, message: "rate limit" } });
      const { report } = await run({ ...healthy(), [method]: throttled });
      expect(report, method).to.include({ verdict: "healthy" });
      expect(report.checks.filter(({ cause }) => cause === "throttled").map(({ verdict }) => verdict)).to.deep.equal([
        "unknown",
      ]);
    }
  });

  it("server that refuses batches: healthy, by single calls", async () => {
    const methods = healthy();
    const stub = await started(
      startStub((seen, response) => {
        if (seen.isBatch) {
          response.writeHead(400, { "content-type": "application/json" });
          response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not supported"}}');
        } else {
          answerRpc(methods, seen, response);
        }
      }),
    );
    expect(await probe(stub)).to.include({ verdict: "healthy" });
  });

  it("any smaller budget: never exceeded; healthy only if identity and head were read", async () => {
    const { cost } = (await run(healthy())).report;
    for (let maxCost = 0; maxCost < cost; maxCost += 1) {
      const { report, stub } = await run(healthy(), { maxCost });
      expect(report.cost).to.be.at.most(maxCost).and.to.equal(callsOf(stub).flat().length);
      if (report.verdict === "healthy") {
        // Too few looks to tell whether it moves.
        expect(report.checks.map(({ check: name }) => name)).to.include.members(["identity", "head"]);
        expect(check(report, "advance")?.cause ?? "budget").to.equal("budget");
      } else {
        expect(report, String(maxCost)).to.include({ verdict: "unknown", maxCost });
        expect(report.checks.find(({ check: name }) => name === report.decidedBy)?.cause).to.equal("budget");
      }
    }
    expect((await run(healthy(), { maxCost: cost })).report).to.include({ verdict: "healthy", cost });
  });
}
