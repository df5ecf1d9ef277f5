import { expect } from "chai";
import type { Clock } from "../../provider/base/clock.js";
import { probeEndpoints } from "../../provider/health/probe.js";
import type { NodeReport } from "../../provider/health/verdict.js";
import { wallClock } from "../../sandbox/base/clock";
import { type Json, type ManagementScene, openManagement } from "../support/sandbox/management-scene";
import { recordedSamples } from "../support/sandbox/recorded-chains";

/** Verdicts of a node whose head is old: with evidence that it catches up, and without. */
const old = ["syncing", "unhealthy"];

describe("probes of a stack with a chain of every family", () => {
  let scene: ManagementScene;
  let project: string;
  let passedMs = 0;
  before(async () => {
    scene = await openManagement();
    project = await scene.project();
  });
  after(() => scene.sandbox.close());

  const pass = (ms: number) => {
    passedMs += ms;
    scene.pass(ms);
  };
  /** One time for both sides: what a probe sleeps, the chains live. */
  const clock: Clock = {
    now: () => wallClock() + passedMs,
    monotonicMs: () => performance.now() + passedMs,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      pass(ms);
    },
  };

  for (const { chain, blockchain, identity } of recordedSamples) {
    describe(chain, () => {
      let node: Json;
      before(async () => {
        node = await scene.node(project, blockchain);
      });
      afterEach(async () => {
        await scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "normal" });
        await scene.admin("DELETE", `/nodes/${node.id}/lies`);
      });

      const probe = (expected?: string): Promise<NodeReport> => {
        const { https_endpoint: https = "", wss_endpoint: wss } = node.details ?? ({} as Json);
        const endpoints = { https, ...(wss === undefined ? {} : { wss }) };
        return probeEndpoints({ endpoints, chain, expected }, { clock });
      };
      const set = (mode: string, more: object = {}) => scene.admin("POST", `/nodes/${node.id}/rpc`, { mode, ...more });
      const tell = (...lies: readonly string[]) => scene.admin("POST", `/nodes/${node.id}/lies`, { lies });

      it("normal: healthy", async () => {
        expect(await probe()).to.include({ verdict: "healthy" });
      });

      it("stale for two days: unhealthy, or syncing with evidence; never healthy", async () => {
        await set("stale", { ageSeconds: 172_800 });
        expect((await probe()).verdict).to.be.oneOf(old);
      });

      it("behind by two days: syncing or unhealthy", async () => {
        await set("behind", { ageSeconds: 172_800 });
        expect((await probe()).verdict).to.be.oneOf(old);
      });

      it("wrong-chain: unhealthy for that reason", async () => {
        await set("wrong-chain");
        const report = await probe();
        expect(report.verdict).to.equal("unhealthy");
        expect(report.checks.some(({ cause }) => cause === "wrong-chain")).to.equal(true);
      });

      it("the expected identity given: healthy", async () => {
        expect(await probe(String(identity))).to.include({ verdict: "healthy" });
      });

      for (const lie of ["result-null", "wrong-shape", "null-fields", "html-page", "rate-limit", "wrong-id"]) {
        it(`${lie}: never healthy, and no exception`, async () => {
          if ((await tell(lie)).status === 200) {
            expect((await probe()).verdict).to.not.be.oneOf(["healthy", "degraded"]);
          }
        });
      }

      it("numbers-as-text: healthy", async () => {
        await tell("numbers-as-text");
        expect(await probe()).to.include({ verdict: "healthy" });
      });

      it("refusing: unknown", async () => {
        await set("refusing");
        expect(await probe()).to.include({ verdict: "unknown" });
      });
    });
  }
});
