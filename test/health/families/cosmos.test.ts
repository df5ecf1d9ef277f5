import { expect } from "chai";
import { probeEndpoints } from "../../../provider/health/probe.js";
import { callsOf, without } from "../../support/health/family-case.js";
import { describeFamily } from "../../support/health/family-suite.js";
import { type PretendedHead, pretendedHead } from "../../support/health/pretended-head.js";
import { check } from "../../support/health/probe-scene.js";
import { cosmosStatus } from "../../support/health/statuses.js";
import { type StubMethods, startRpcStub } from "../../support/health/stub-chain.js";

function node(head: PretendedHead, identity: string, peers = "7"): StubMethods {
  return {
    status: () => ({ value: cosmosStatus(head, identity) }),
    net_info: () => ({ value: { listening: true, n_peers: peers, peers: [] } }),
  };
}

const status = (sync: Readonly<Record<string, unknown>>) => ({
  node_info: { network: "cosmoshub-4" },
  sync_info: { latest_block_time: "2026-03-04T11:59:59Z", catching_up: false, ...sync },
});

describeFamily(
  {
    name: "Cosmos",
    chain: "cosmos-mainnet",
    blockMs: 6_000,
    identity: "cosmoshub-4",
    otherIdentity: "theta-testnet-001",
    methods: node,
    calls: [["status"], ["status"], ["status"]],
    decisive: ["status"],
    failMs: 90_000,
    hasSyncFlag: true,
    oddities: [
      ["status", null, "unknown", "identity", "shape"],
      ["status", { node_info: {}, sync_info: {} }, "unknown", "identity", "shape"],
      ["status", status({ catching_up: null }), "unknown", "identity", "shape"],
      ["status", status({ latest_block_height: "many" }), "unknown", "identity", "shape"],
      ["status", status({}), "healthy", "head", undefined],
      // A node without any block yet writes Go's zero time.
      ["status", status({ latest_block_time: "0001-01-01T00:00:00Z" }), "unhealthy", "head", "stale"],
      [
        "status",
        status({ latest_block_time: "0001-01-01T00:00:00Z", catching_up: true }),
        "syncing",
        "head",
        "syncing",
      ],
    ],
  },
  ({ clock, run, started }) => {
    const head = () => pretendedHead(clock(), 6_000);

    it("version and depth: recorded without further calls", async () => {
      const { report, stub } = await run(node(head(), "cosmoshub-4"), { depth: "capabilities" });
      expect(check(report, "client")?.observed).to.equal("0.38.17");
      expect(check(report, "depth")).to.include({ observed: "block 1262196", value: 1_262_196 });
      expect(callsOf(stub).flat()).to.deep.equal(["status", "status", "status"]);
    });

    it("app chain outside the table: identified by its network as expected by the user, else unknown", async () => {
      const stub = await started(startRpcStub(node(head(), "celestia")));
      const target = { endpoints: { https: stub.url }, chain: "osmosis-testnet" };
      const probe = (expected?: string) => probeEndpoints({ ...target, expected }, { clock: clock() });
      expect(await probe("celestia")).to.include({ verdict: "healthy", observedIdentity: "celestia" });
      expect(await probe("osmo-test-5")).to.include({ verdict: "unhealthy", isWrongChain: true });
      expect(await probe()).to.include({ verdict: "unknown", decidedBy: "identity", observedIdentity: "celestia" });
    });

    it("peers: counted on dedicated nodes alone, none is a warning", async () => {
      for (const [peers, isDedicated, verdict] of [
        ["7", true, "healthy"],
        ["0", true, "degraded"],
        ["0", false, undefined],
      ] as const) {
        const stub = await started(startRpcStub(node(head(), "cosmoshub-4", peers)));
        const target = { endpoints: { https: stub.url }, chain: "cosmos-mainnet", isDedicated };
        const report = await probeEndpoints(target, { clock: clock(), depth: "capabilities" });
        expect(check(report, "peers")?.verdict, `${peers} ${isDedicated}`).to.equal(verdict);
        expect(report.verdict).to.equal(verdict ?? "healthy");
        expect(callsOf(stub).flat()).to.deep.equal([
          "status",
          "status",
          "status",
          ...(isDedicated ? ["net_info"] : []),
        ]);
      }
    });

    it("dedicated node without the method for peers: nothing recorded, healthy", async () => {
      const stub = await started(startRpcStub(without(node(head(), "cosmoshub-4"), "net_info")));
      const target = { endpoints: { https: stub.url }, chain: "cosmos-mainnet", isDedicated: true };
      const report = await probeEndpoints(target, { clock: clock(), depth: "capabilities" });
      expect(report).to.include({ verdict: "healthy" });
      expect(check(report, "peers")).to.equal(undefined);
    });
  },
);
