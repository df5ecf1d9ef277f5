import { expect } from "chai";
import { callsOf, replaced } from "../../support/health/family-case.js";
import { describeFamily } from "../../support/health/family-suite.js";
import { type HeadOptions, type PretendedHead, pretendedHead } from "../../support/health/pretended-head.js";
import { check } from "../../support/health/probe-scene.js";
import { nearStatus } from "../../support/health/statuses.js";
import type { StubMethods } from "../../support/health/stub-chain.js";

function node(head: PretendedHead, identity: string, more: Readonly<Record<string, unknown>> = {}): StubMethods {
  return {
    status: () => ({ value: nearStatus(head, identity, more) }),
    network_info: () => ({ value: { num_active_peers: 31, peer_max_count: 40, active_peers: [] } }),
  };
}

const status = (sync: Readonly<Record<string, unknown>>) => ({
  chain_id: "mainnet",
  sync_info: { latest_block_time: "2026-03-04T11:59:59Z", latest_block_height: 7, syncing: false, ...sync },
});

describeFamily(
  {
    name: "NEAR",
    chain: "near-mainnet",
    blockMs: 1_000,
    identity: "mainnet",
    otherIdentity: "testnet",
    methods: node,
    calls: [["status"], ["status"], ["status"]],
    decisive: ["status"],
    failMs: 60_000,
    hasSyncFlag: true,
    oddities: [
      ["status", null, "unknown", "identity", "shape"],
      ["status", {}, "unknown", "identity", "shape"],
      ["status", status({ latest_block_time: null }), "unknown", "identity", "shape"],
      ["status", status({ latest_block_time: "yesterday" }), "unknown", "identity", "shape"],
      ["status", status({ syncing: "no" }), "unknown", "identity", "shape"],
      // Without a number there is nothing to watch.
      ["status", status({ latest_block_height: undefined }), "healthy", "head", undefined],
      ["status", status({ earliest_block_height: null }), "degraded", "advance", "frozen"],
    ],
  },
  ({ clock, run }) => {
    const at = (options?: HeadOptions) => pretendedHead(clock(), 1_000, options);

    it("status: version and sync flag recorded, the depth only where capabilities are wanted", async () => {
      const basic = (await run(node(at(), "mainnet"))).report;
      expect(check(basic, "client")?.observed).to.equal("2.6.3");
      expect(check(basic, "depth")).to.equal(undefined);
      const { report, stub } = await run(node(at(), "mainnet"), { depth: "capabilities" });
      expect(check(report, "depth")).to.include({ verdict: "healthy", observed: "block 9820210", value: 9_820_210 });
      expect(callsOf(stub).flat()).to.deep.equal(["status", "status", "status"]);
    });

    it("version of another shape: not recorded, and no fault", async () => {
      const { report } = await run(node(at(), "mainnet", { version: 7 }));
      expect(report).to.include({ verdict: "healthy" });
      expect(check(report, "client")).to.equal(undefined);
    });

    it("time with nanoseconds: read to the millisecond", async () => {
      const head = at();
      const iso = new Date(head.timeMs() - 30_000).toISOString().replace("Z", "456789Z");
      const { report } = await run(replaced(node(head, "mainnet"), "status", status({ latest_block_time: iso })), {
        maxWaitForAdvanceMs: 0,
      });
      expect(check(report, "head")).to.include({ verdict: "degraded", cause: "stale", value: 30 });
    });
  },
);
