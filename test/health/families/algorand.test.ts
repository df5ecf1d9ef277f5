import { expect } from "chai";
import { type FamilyScene, itProbesLikeEveryFamily, useFamily } from "../../support/health/family-cases.js";
import { expectCheck, type StubPaths } from "../../support/health/stub-rest.js";

const [versions, status] = ["/versions", "/v2/status"] as const;
const block = (round: number) => `/v2/blocks/${round}`;

const algorand: FamilyScene = {
  chain: "algorand-mainnet",
  blockSeconds: 3,
  identity: { wire: "mainnet-v1.0", shown: "mainnet-v1.0" },
  otherIdentity: { wire: "testnet-v1.0", shown: "testnet-v1.0" },
  requests: {
    identity: [versions],
    // The first round in this scene.
    healthy: [versions, status, `${block(1_000_000)}?header-only=true`, status, status],
  },
  hasSyncFlag: true,
  apis: ({ identity, isSyncing, head }) => ({
    paths: new Proxy<StubPaths>(
      {
        [versions]: () => ({ body: { genesis_id: identity, genesis_hash_b64: "wGHE", versions: ["v1", "v2"] } }),
        [status]: () => ({
          body: {
            "last-round": head().number,
            "catchup-time": isSyncing ? 45_000_000_000 : 0,
            "time-since-last-round": 1_000_000_000,
            "stopped-at-unsupported-round": false,
          },
        }),
      },
      {
        get: (paths, path: string) =>
          path.startsWith("/v2/blocks/")
            ? () => ({ body: { block: { rnd: head().number, ts: Math.floor(head().timeMs / 1000), gen: identity } } })
            : paths[path],
      },
    ),
  }),
};

describe("probeEndpoints, Algorand against stub nodes", () => {
  const probes = useFamily(algorand);
  itProbesLikeEveryFamily(algorand, probes);

  const statusOf = (more: Readonly<Record<string, unknown>> = {}) => ({
    "last-round": 7,
    "catchup-time": 0,
    "time-since-last-round": 1_000_000_000,
    ...more,
  });
  /** A node without blocks. */
  const withoutBlocks = (more: Readonly<Record<string, unknown>> = {}): StubPaths => ({
    [versions]: () => ({ body: { genesis_id: "mainnet-v1.0" } }),
    [status]: () => ({ body: statusOf(more) }),
  });
  const look = { maxWaitForAdvanceMs: 0 };

  it("old round that has just arrived: unhealthy by its own time", async () => {
    const old = { block: { rnd: 7, ts: probes.clock.nowMs / 1000 - 86_400 } };
    const paths = { ...withoutBlocks(), [block(7)]: () => ({ body: old }) };
    expect(await probes.probeApis({ paths }, look)).to.include({ verdict: "unhealthy", decidedBy: "head" });
  });

  it("blocks not offered: by the time since the last round", async () => {
    expectCheck(await probes.probeApis({ paths: withoutBlocks() }, look), "head", { verdict: "healthy", value: 1 });
    const late = withoutBlocks({ "time-since-last-round": 86_400_000_000_000 });
    expectCheck(await probes.probeApis({ paths: late }, look), "head", { verdict: "unhealthy" });
  });

  it("node stopped before an upgrade: degraded, and says why", async () => {
    const paths = withoutBlocks({ "stopped-at-unsupported-round": true });
    const report = await probes.probeApis({ paths }, look);
    expect(report).to.include({ verdict: "degraded", decidedBy: "sync" });
    expect(report.why).to.equal("the node has stopped: it is too old for the next round");
  });

  it("catching up: says for how long", async () => {
    const paths = withoutBlocks({ "catchup-time": "45000000000", "time-since-last-round": "90000000000" });
    const report = await probes.probeApis({ paths }, look);
    expect(report.verdict).to.equal("syncing");
    expect(report.why).to.include("the node has been catching up for 45 s");
  });

  for (const more of [{ "last-round": null }, { "catchup-time": "long" }, { "time-since-last-round": undefined }]) {
    it(`status with ${JSON.stringify(more)}: unknown`, async () => {
      const report = await probes.probeApis({ paths: withoutBlocks(more) });
      expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
      expectCheck(report, "head", { cause: "shape" });
    });
  }
});
