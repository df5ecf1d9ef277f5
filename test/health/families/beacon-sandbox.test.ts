import { expect } from "chai";
import { probeEndpoints } from "../../../provider/health/probe.js";
import type { NodeReport } from "../../../provider/health/verdict.js";
import { expectCheck } from "../../support/health/stub-rest.js";
import { type Json, type ManagementScene, openManagement } from "../../support/sandbox/management-scene.js";

describe("probeEndpoints, beacon endpoint of the sandbox", () => {
  let scene: ManagementScene;
  let node: Json;
  let beacon: string;
  before(async () => {
    scene = await openManagement();
    node = await scene.node(await scene.project());
    beacon = node.details?.beacon_endpoint ?? "";
  });
  after(() => scene.sandbox.close());

  const set = (mode: string, more: object = {}) => scene.admin("POST", `/nodes/${node.id}/rpc`, { mode, ...more });
  const probe = (): Promise<NodeReport> =>
    probeEndpoints({ endpoints: { beacon }, chain: "ethereum-mainnet" }, { depth: "capabilities" });

  it("normal: healthy, with attestation data", async () => {
    const report = await probe();
    expect(report, report.why).to.include({ verdict: "healthy", decidedBy: "beacon-head", cost: 6 });
    expectCheck(report, "attestation", { verdict: "healthy" });
  });

  for (const [mode, more] of [
    ["behind", { ageSeconds: 600 }],
    ["stale", { ageSeconds: 1200 }],
  ] as const) {
    it(`${mode}: syncing, although its health is always 200`, async () => {
      await set(mode, more);
      const report = await probe();
      expect(report).to.include({ verdict: "syncing", decidedBy: "beacon-sync" });
      expectCheck(report, "beacon-head", { verdict: "syncing" });
      expectCheck(report, "attestation", { verdict: "syncing", cause: "starting" });
    });
  }

  it("wrong-chain: unhealthy at once", async () => {
    await set("wrong-chain");
    expect(await probe()).to.include({ verdict: "unhealthy", isWrongChain: true, cost: 1 });
  });

  it("refusing: unknown, unreachable", async () => {
    await set("refusing");
    expect(await probe()).to.include({ verdict: "unknown", isUnreachable: true, cost: 1 });
  });

  it("normal again: healthy", async () => {
    await set("normal");
    expect((await probe()).verdict).to.equal("healthy");
  });
});
