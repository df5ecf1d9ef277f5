import { expect } from "chai";
import { type FamilyScene, itProbesLikeEveryFamily, useFamily } from "../../support/health/family-cases.js";
import { expectCheck } from "../../support/health/stub-rest.js";

const [chain, latest, checkpoint] = [
  "sui_getChainIdentifier",
  "sui_getLatestCheckpointSequenceNumber",
  "sui_getCheckpoint",
] as const;

const sui: FamilyScene = {
  chain: "sui-mainnet",
  blockSeconds: 0.25,
  identity: { wire: "35834a8a", shown: "35834a8a" },
  otherIdentity: { wire: "4c78adac", shown: "4c78adac" },
  requests: { identity: [chain, latest], healthy: [chain, latest, checkpoint, latest, checkpoint] },
  hasSyncFlag: false,
  apis: ({ identity, head }) => ({
    rpc: {
      "/": {
        [chain]: () => ({ value: identity }),
        [latest]: () => ({ value: `${head().number}` }),
        [checkpoint]: ([id]) => {
          const { number, timeMs } = head();
          return id === `${number}`
            ? { value: { sequenceNumber: id, timestampMs: `${timeMs}`, transactions: [] } }
            : { error: { code: -32602, message: `Verified checkpoint not found for sequence number ${String(id)}` } };
        },
      },
    },
  }),
};

describe("probeEndpoints, Sui against stub nodes", () => {
  const probes = useFamily(sui);
  itProbesLikeEveryFamily(sui, probes);

  it("newest checkpoint not on the next backend: read again", async () => {
    const node = probes.node();
    const { rpc = {} } = sui.apis(node, probes.clock);
    let calls = 0;
    const ahead = () => {
      calls += 1;
      return { value: `${node.head().number + (calls === 1 ? 3 : 0)}` };
    };
    const report = await probes.probeApis({ rpc: { "/": { ...rpc["/"], [latest]: ahead } } });
    expect(report.verdict).to.equal("healthy");
    expect(probes.requests.slice(0, 5)).to.deep.equal([chain, latest, checkpoint, latest, checkpoint]);
    expect(report.checks.reduce((sum, { cost = 0 }) => sum + cost, 0)).to.equal(report.cost);
  });

  for (const value of [null, "ok", {}, { sequenceNumber: "7", timestampMs: null }]) {
    it(`checkpoint ${JSON.stringify(value)}: unknown`, async () => {
      const { rpc = {} } = probes.apis();
      const report = await probes.probeApis({ rpc: { "/": { ...rpc["/"], [checkpoint]: () => ({ value }) } } });
      expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
      expectCheck(report, "head", { cause: "shape" });
    });
  }

  it("number of the newest checkpoint unknown: unknown", async () => {
    const { rpc = {} } = probes.apis();
    const report = await probes.probeApis({ rpc: { "/": { ...rpc["/"], [latest]: () => ({ value: null }) } } });
    expect(report).to.include({ verdict: "unknown", decidedBy: "head", cost: 2 });
  });
});
