import { expect } from "chai";
import { type FamilyScene, itProbesLikeEveryFamily, useFamily } from "../../support/health/family-cases.js";
import { check } from "../../support/health/probe-scene.js";
import { expectCheck } from "../../support/health/stub-rest.js";

const ledger = (identity: unknown, number: number, timeMs: number, oldest: unknown = "0") => ({
  chain_id: identity,
  epoch: "487",
  ledger_version: `${number * 10}`,
  oldest_ledger_version: oldest,
  ledger_timestamp: `${timeMs * 1000}`,
  node_role: "full_node",
  oldest_block_height: "0",
  block_height: `${number}`,
});

const aptos: FamilyScene = {
  chain: "aptos-mainnet",
  blockSeconds: 0.1,
  identity: { wire: 1, shown: "1" },
  otherIdentity: { wire: 2, shown: "2" },
  requests: { identity: ["/v1"], healthy: ["/v1", "/v1"] },
  hasSyncFlag: false,
  apis: ({ identity, head }) => ({
    paths: { "/v1": () => ({ body: ledger(identity, head().number, head().timeMs) }) },
  }),
};

describe("probeEndpoints, Aptos against stub nodes", () => {
  const probes = useFamily(aptos);
  itProbesLikeEveryFamily(aptos, probes);

  for (const [name, more] of [
    ["timestamp null", { ledger_timestamp: null }],
    ["timestamp beyond any date", { ledger_timestamp: "9".repeat(30) }],
    ["height missing", { block_height: undefined }],
  ] as const) {
    it(`${name}: unknown`, async () => {
      const { number, timeMs } = probes.node().head();
      const body = { ...ledger(1, number, timeMs), ...more };
      const report = await probes.probeApis({ paths: { "/v1": () => ({ body }) } });
      expect(report).to.include({ verdict: "unknown", decidedBy: "identity", cost: 1 });
      expectCheck(report, "identity", { cause: "shape" });
    });
  }

  it("block height and version as numbers: read", async () => {
    const { number, timeMs } = probes.node().head();
    const body = { ...ledger("1", number, timeMs), block_height: number, oldest_ledger_version: 0 };
    const report = await probes.probeApis({ paths: { "/v1": () => ({ body }) } }, { maxWaitForAdvanceMs: 0 });
    expect(report.verdict).to.equal("healthy");
  });

  for (const [oldest, why] of [
    ["0", "the node has every ledger version"],
    ["2287593", "the oldest ledger version on the node is 2287593"],
  ] as const) {
    it(`capabilities, oldest version ${oldest}: recorded, for one request unit`, async () => {
      const { number, timeMs } = probes.node().head();
      const paths = { "/v1": () => ({ body: ledger(1, number, timeMs, oldest) }) };
      const report = await probes.probeApis({ paths }, { depth: "capabilities", maxWaitForAdvanceMs: 0 });
      expect(report).to.include({ verdict: "healthy", cost: 2 });
      expectCheck(report, "depth", { observed: `version ${oldest}`, value: Number(oldest), why, cost: 1 });
    });
  }

  it("wrong chain: no depth", async () => {
    const report = await probes.probe({ identity: 2 }, { depth: "capabilities" });
    expect(check(report, "depth")).to.equal(undefined);
    expect(report.cost).to.equal(1);
  });
});
