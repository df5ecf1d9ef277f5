import { expect } from "chai";
import { callsOf, replaced, without } from "../../support/health/family-case.js";
import { describeFamily } from "../../support/health/family-suite.js";
import { type HeadOptions, type PretendedHead, pretendedHead } from "../../support/health/pretended-head.js";
import { check } from "../../support/health/probe-scene.js";
import { hex, type StubMethods } from "../../support/health/stub-chain.js";

const timestampKey = "0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb";

function node(head: PretendedHead, identity: string): StubMethods {
  return {
    system_chain: () => ({ value: identity }),
    system_health: () => ({ value: { peers: 31, isSyncing: head.isSyncing, shouldHavePeers: true } }),
    system_version: () => ({ value: "1.16.2-4a1c93ee" }),
    chain_getHeader: () => ({ value: { number: hex(head.number()), parentHash: `0x${"ab".repeat(32)}` } }),
    state_getStorage: ([key]) => ({ value: key === timestampKey ? littleEndian(head.timeMs()) : null }),
  };
}

function littleEndian(ms: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(ms));
  return `0x${bytes.toString("hex")}`;
}

const first = ["system_chain", "system_health", "system_version", "chain_getHeader", "state_getStorage"];

describeFamily(
  {
    name: "Polkadot",
    chain: "polkadot-mainnet",
    blockMs: 6_000,
    identity: "Polkadot",
    otherIdentity: "Westend",
    methods: node,
    calls: [first, ["chain_getHeader"], ["chain_getHeader"]],
    decisive: ["system_chain", "chain_getHeader"],
    needed: ["system_chain", "chain_getHeader", "state_getStorage"],
    failMs: 90_000,
    hasSyncFlag: true,
    oddities: [
      ["system_chain", null, "unknown", "identity", "shape"],
      ["system_health", null, "healthy", "sync", "shape"],
      ["system_health", { peers: 7, isSyncing: "no", shouldHavePeers: true }, "healthy", "sync", "shape"],
      ["system_health", { peers: 0, isSyncing: false, shouldHavePeers: true }, "degraded", "peers", "no-peers"],
      ["system_health", { peers: "7", isSyncing: false, shouldHavePeers: true }, "healthy", "peers", undefined],
      ["system_version", 7, "healthy", "client", "shape"],
      ["chain_getHeader", null, "unhealthy", "head", "no-head"],
      ["chain_getHeader", { number: null }, "unknown", "head", "shape"],
      ["chain_getHeader", [], "unknown", "head", "shape"],
    ],
  },
  ({ clock, run }) => {
    const at = (options?: HeadOptions) => node(pretendedHead(clock(), 6_000, options), "Polkadot");

    it("network of one node: no peers are normal", async () => {
      const alone = { peers: 0, isSyncing: false, shouldHavePeers: false };
      const { report } = await run(replaced(at(), "system_health", alone));
      expect(report).to.include({ verdict: "healthy" });
      expect(check(report, "peers")).to.equal(undefined);
    });

    it("time of the newest block: eight bytes, little-endian", async () => {
      // 0x019cb8b4bb80 ms, 2026-03-04T12:00:00Z less 30 s.
      const bytes = littleEndian(Date.parse("2026-03-04T11:59:30Z"));
      expect(bytes).to.match(/^0x[0-9a-f]{12}0000$/);
      const { report } = await run(replaced(at(), "state_getStorage", bytes), { maxWaitForAdvanceMs: 0 });
      expect(check(report, "head")).to.include({ value: 30 });
    });

    for (const [what, value] of [
      ["null", null],
      ["four bytes", "0x00112233"],
      ["nine bytes", `0x${"01".repeat(9)}`],
      ["zero", `0x${"00".repeat(8)}`],
      ["a time in the far future", `0x${"ff".repeat(8)}`],
      ["a time in seconds", littleEndian(1_772_625_600)],
      ["a text", "now"],
    ] as const) {
      it(`storage holds ${what} in place of the time: the moving head suffices`, async () => {
        const { report } = await run(replaced(at(), "state_getStorage", value));
        expect(report).to.include({ verdict: "healthy", decidedBy: "head" });
        expect(report.why).to.equal("the head moved by 1 in 7 s; its age is unknown");
        const looked = (await run(replaced(at(), "state_getStorage", value), { maxWaitForAdvanceMs: 0 })).report;
        expect(looked).to.include({ verdict: "unknown", decidedBy: "head" });
        expect(check(looked, "head")?.cause).to.equal("shape");
      });
    }

    it("storage not offered, or not in the plan, and the head does not move: unhealthy", async () => {
      const frozen = without(at({ speed: 0 }), "state_getStorage");
      const gated = () => ({ error: { code: -32612, message: "not included in your current plan" } });
      for (const methods of [frozen, { ...frozen, state_getStorage: gated }]) {
        clock().slept.length = 0;
        const { report } = await run(methods);
        expect(report).to.include({ verdict: "unhealthy", decidedBy: "head", why: "no new block in 18 s" });
        expect(check(report, "head")?.cause).to.equal("frozen");
      }
    });

    it("storage not offered, the head does not move, and the node syncs: syncing", async () => {
      const { report } = await run(without(at({ speed: 0, isSyncing: true }), "state_getStorage"));
      expect(report).to.include({ verdict: "syncing", decidedBy: "head" });
    });

    it("storage throttled: unknown, without watching", async () => {
      const throttled = () => ({ error: { code: -32005, message: "rate limit" } });
      const { report, stub } = await run({ ...at(), state_getStorage: throttled });
      expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
      expect(callsOf(stub)).to.deep.equal([first]);
    });

    it("storage not offered, and later looks fail: unknown", async () => {
      let looks = 0;
      const { report } = await run({
        ...without(at(), "state_getStorage"),
        chain_getHeader: () => {
          looks += 1;
          return looks === 1 ? { value: { number: "0x7" } } : { error: { code: -32005, message: "rate limit" } };
        },
      });
      expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
      expect(looks).to.equal(2);
    });
  },
);
