import { expect } from "chai";
import { type FamilyScene, itProbesLikeEveryFamily, useFamily } from "../../support/health/family-cases.js";
import { check } from "../../support/health/probe-scene.js";
import type { StubMethods } from "../../support/health/stub-chain.js";
import { expectCheck } from "../../support/health/stub-rest.js";

const [network, health, latest] = ["getNetwork", "getHealth", "getLatestLedger"] as const;
const [mainnet, testnet] = [
  "Public Global Stellar Network ; September 2015",
  "Test SDF Network ; September 2015",
] as const;

const stellar: FamilyScene = {
  chain: "stellar-mainnet",
  blockSeconds: 5,
  identity: { wire: mainnet, shown: mainnet },
  otherIdentity: { wire: testnet, shown: testnet },
  requests: { identity: [network, health], healthy: [network, health, latest, health, health] },
  hasSyncFlag: true,
  apis: ({ identity, isSyncing, head }) => ({
    rpc: {
      "/": {
        [network]: () => ({ value: { passphrase: identity, protocolVersion: 23 } }),
        [health]: () => ({
          value: {
            status: isSyncing ? "backfill in progress" : "healthy",
            latestLedger: head().number,
            oldestLedger: head().number - 17_280,
            ledgerRetentionWindow: 17_281,
          },
        }),
        [latest]: () => ({
          value: { id: "ab", protocolVersion: 23, sequence: head().number, closeTime: `${head().timeMs / 1000}` },
        }),
      },
    },
  }),
};

describe("probeEndpoints, Stellar against stub servers", () => {
  const probes = useFamily(stellar);
  itProbesLikeEveryFamily(stellar, probes);

  const methods = (more: StubMethods = {}, node = probes.node()) => {
    const { rpc = {} } = stellar.apis(node, probes.clock);
    return { rpc: { "/": { ...rpc["/"], ...more } } };
  };
  const error = (message: string) => () => ({ error: { code: -32603, message } });
  const untimed = (node = probes.node()): StubMethods => ({
    [latest]: () => ({ value: { sequence: node.head().number } }),
  });

  it("no ledger yet: syncing", async () => {
    const report = await probes.probeApis(methods({ [health]: error("data stores are not initialized") }));
    expect(report).to.include({ verdict: "syncing", decidedBy: "head", cost: 2 });
  });

  it("server reports an old ledger, and the ledger is old: unhealthy", async () => {
    const stale = error("latency (1h0m0s) since last known ledger closed is too high (>30s)");
    const report = await probes.probeApis(methods({ [health]: stale }, probes.node({ ageSeconds: 3600 })));
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    expect(check(report, "sync")?.why).to.include("latency (1h0m0s)");
  });

  it("server without getHealth: judged by its ledger", async () => {
    const { rpc } = methods();
    const { [health]: _, ...rest } = rpc["/"];
    const report = await probes.probeApis({ rpc: { "/": rest } });
    expect(report.verdict).to.equal("healthy");
    expect(check(report, "sync")).to.equal(undefined);
  });

  describe("ledger without its time, as on old servers", () => {
    it("it moves: healthy", async () => {
      const report = await probes.probeApis(methods(untimed()));
      expect(report).to.include({ verdict: "healthy", decidedBy: "head" });
      expect(report.why).to.match(/^ledger \d+ was followed by newer ones$/);
    });

    it("no time to watch it: healthy by the server's word", async () => {
      const report = await probes.probeApis(methods(untimed()), { maxWaitForAdvanceMs: 0 });
      expect(report.why).to.match(/^ledger \d+ is recent by the server$/);
    });

    it("it does not move: degraded", async () => {
      const frozen = probes.node().head();
      const node = probes.node({ head: () => frozen });
      const report = await probes.probeApis(methods(untimed(node), node));
      expect(report).to.include({ verdict: "degraded", decidedBy: "advance" });
    });

    it("server reports an old ledger: unhealthy", async () => {
      const stale = error("latency (33s) since last known ledger closed is too high (>30s)");
      const report = await probes.probeApis(methods({ ...untimed(), [health]: stale }));
      expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    });

    it("no health either: unknown", async () => {
      const report = await probes.probeApis(methods({ ...untimed(), [health]: () => ({ value: "ok" }) }));
      expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
      expectCheck(report, "sync", { cause: "shape" });
    });
  });

  it("latest ledger too large: its number from the health", async () => {
    const large = () => ({ value: { sequence: 7, metadataXdr: "A".repeat(2_100_000) } });
    const report = await probes.probeApis(methods({ [latest]: large }));
    expect(report.verdict).to.equal("healthy");
  });

  for (const value of [null, [], { sequence: null }, { sequence: 7, closeTime: "yesterday" }]) {
    it(`latest ledger ${JSON.stringify(value)}, no health: unknown`, async () => {
      const report = await probes.probeApis(
        methods({ [latest]: () => ({ value }), [health]: error("internal error") }),
      );
      expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
      expectCheck(report, "head", { cause: "shape" });
    });
  }

  it("capabilities: the oldest ledger, for one request unit", async () => {
    const report = await probes.probe({}, { depth: "capabilities", maxWaitForAdvanceMs: 0 });
    const oldest = probes.node().head().number - 17_280;
    expectCheck(report, "depth", { observed: `ledger ${oldest}`, value: oldest, cost: 1 });
    expect(report.cost).to.equal(4);
  });
});
