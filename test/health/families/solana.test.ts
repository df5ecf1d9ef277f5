import { expect } from "chai";
import { probeEndpoints } from "../../../provider/health/probe.js";
import { callsOf, replaced, without } from "../../support/health/family-case.js";
import { describeFamily } from "../../support/health/family-suite.js";
import { type HeadOptions, pretendedHead } from "../../support/health/pretended-head.js";
import { check } from "../../support/health/probe-scene.js";
import {
  solanaMainnet as mainnet,
  solanaMethods as node,
  solanaSlotMs as slotMs,
} from "../../support/health/solana-node.js";

const first = ["getGenesisHash", "getHealth", "getSlot", "getSlot", "getMaxShredInsertSlot"];
const skipped = { code: -32004, message: "Block not available for slot 299999968" };

describeFamily(
  {
    name: "Solana",
    chain: "solana-mainnet",
    blockMs: slotMs,
    identity: mainnet,
    otherIdentity: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
    methods: node,
    calls: [first, ["getBlockTime"], ["getSlot"]],
    decisive: ["getGenesisHash", "getSlot", "getBlockTime"],
    failMs: 60_000 - 32 * slotMs - 1_000,
    isTimed: false,
    pausesMs: 1_000,
    hasSyncFlag: true,
    oddities: [
      ["getGenesisHash", null, "unknown", "identity", "shape"],
      ["getGenesisHash", {}, "unknown", "identity", "shape"],
      ["getHealth", "behind", "healthy", "sync", "shape"],
      ["getHealth", null, "healthy", "sync", "shape"],
      ["getHealth", { status: "healthy", latestLedger: 7, oldestLedger: 1 }, "healthy", "sync", "shape"],
      ["getSlot", null, "unhealthy", "head", "no-head"],
      ["getSlot", { slot: 7 }, "unknown", "head", "shape"],
      ["getMaxShredInsertSlot", null, "healthy", "sync", "shape"],
      ["getBlockTime", null, "unknown", "head", "shape"],
      ["getBlockTime", { time: 7 }, "unknown", "head", "shape"],
      ["getBlockTime", 9_007_199_254_740_991, "unknown", "head", "shape"],
    ],
  },
  ({ clock, run }) => {
    const head = (options?: HeadOptions) => pretendedHead(clock(), slotMs, options);
    const at = (options?: HeadOptions) => node(head(options), mainnet);

    it("finalized slot: 60 s old at most, never only warned about", async () => {
      const { report } = await run(at({ ageMs: 45_000 }), { maxWaitForAdvanceMs: 0 });
      expect(check(report, "head")).to.include({ verdict: "healthy", threshold: "60 s" });
    });

    it("at most five calls in any second, as the smallest plan allows", async () => {
      const times: number[] = [];
      const timed = Object.fromEntries(
        Object.entries(at()).map(([name, answer]) => [
          name,
          (params: readonly unknown[]) => {
            times.push(clock().nowMs);
            return name === "getBlockTime" && times.length === 6 ? { error: skipped } : answer(params);
          },
        ]),
      );
      expect((await run(timed)).report).to.include({ verdict: "healthy" });
      for (const startMs of times) {
        expect(times.filter((ms) => ms >= startMs && ms < startMs + 1_000).length).to.be.at.most(5);
      }
    });

    for (const [gap, verdict, isListed] of [
      [0, "healthy", false],
      [100, "healthy", false],
      [101, "degraded", true],
      [1_000, "degraded", true],
      [1_001, "syncing", true],
      [5_000, "syncing", true],
    ] as const) {
      it(`health ok and data ${gap} slots ahead of the processed slot, fresh: ${verdict}`, async () => {
        const { report } = await run({ ...at(), getMaxShredInsertSlot: () => ({ value: head().number() + gap }) });
        expect(report).to.include({ verdict, decidedBy: isListed ? "lag" : "head" });
        expect(check(report, "lag")).to.include({ observed: `${gap} slots`, value: gap, threshold: "100 slots" });
      });
    }

    it("health ok, data 5000 slots ahead, an old finalized slot: syncing, and says why", async () => {
      const old = at({ ageMs: 1_800_000 });
      const { report } = await run({ ...old, getMaxShredInsertSlot: () => ({ value: head().number() + 5_000 }) });
      expect(report).to.include({ verdict: "syncing" });
      expect(check(report, "head")?.why).to.include("received data 5000 slots ahead of what it has processed");
    });

    it("received less than processed: no gap", async () => {
      const { report } = await run({ ...at(), getMaxShredInsertSlot: () => ({ value: 7 }) });
      expect(check(report, "lag")).to.include({ verdict: "healthy", observed: "0 slots" });
    });

    it("health -32005 without the number of slots: syncing too", async () => {
      const error = { code: -32005, message: "Node is unhealthy", data: { numSlotsBehind: null } };
      const { report } = await run({ ...at({ ageMs: 1_800_000 }), getHealth: () => ({ error }) });
      expect(report).to.include({ verdict: "syncing", decidedBy: "head" });
      expect(report.why).to.include("Node is unhealthy");
    });

    for (const code of [-32004, -32007, -32009]) {
      it(`finalized slot without a block (${code}): the time of one below it`, async () => {
        const asked: unknown[] = [];
        const { report, stub } = await run({
          ...at(),
          getBlockTime: ([slot]) => {
            asked.push(slot);
            const isSkipped = Number(slot) > 299_999_964;
            return isSkipped ? { error: { ...skipped, code } } : { value: Math.floor(clock().nowMs / 1_000) - 14 };
          },
        });
        expect(report).to.include({ verdict: "healthy" });
        expect(asked).to.deep.equal([299_999_968, 299_999_967, 299_999_966, 299_999_964, 299_999_960]);
        expect(callsOf(stub)[2]).to.deep.equal(["getBlockTime", "getBlockTime", "getBlockTime", "getBlockTime"]);
      });
    }

    it("no block near the finalized slot: unknown, after a bounded search", async () => {
      const { report, stub } = await run({ ...at(), getBlockTime: () => ({ error: skipped }) });
      expect(report).to.include({ verdict: "unknown", decidedBy: "head", cost: 10 });
      expect(report.why).to.include("Block not available");
      expect(callsOf(stub).length).to.equal(3);
    });

    it("time withheld for another reason: unknown, without a search", async () => {
      const error = { code: -32000, message: "internal error" };
      const { report } = await run({ ...at(), getBlockTime: () => ({ error }) });
      expect(report).to.include({ verdict: "unknown", decidedBy: "head", cost: 6 });
    });

    it("processed slot not to be had: the finalized one is watched", async () => {
      const moving = head();
      const { report } = await run({
        ...node(moving, mainnet),
        getSlot: ([options]) =>
          (options as { commitment: string }).commitment === "processed"
            ? { error: { code: -32000, message: "no" } }
            : { value: moving.number() - 32 },
      });
      expect(report).to.include({ verdict: "healthy" });
      expect(check(report, "advance")?.verdict).to.equal("healthy");
    });

    it("slots of a young chain: numbers below 0 are not asked for", async () => {
      const asked: unknown[] = [];
      await run({
        ...replaced(at(), "getSlot", 3),
        getBlockTime: ([slot]) => {
          asked.push(slot);
          return { error: skipped };
        },
      });
      expect(asked).to.deep.equal([3, 2, 1, 0]);
    });

    it("capabilities: oldest block and version recorded, in one batch", async () => {
      const { report, stub } = await run(at(), { depth: "capabilities" });
      expect(report).to.include({ verdict: "healthy", cost: 9 });
      expect(check(report, "depth")).to.include({ verdict: "healthy", observed: "slot 299000000", value: 299_000_000 });
      expect(check(report, "client")?.observed).to.equal("2.0.14");
      expect(check(report, "websocket")).to.equal(undefined);
      expect(callsOf(stub).at(-1)).to.deep.equal(["getFirstAvailableBlock", "getVersion"]);
    });

    it("capabilities not offered: nothing recorded; of another shape: unknown; both healthy", async () => {
      const names = ["getFirstAvailableBlock", "getVersion"];
      const absent = (await run(without(at(), ...names), { depth: "capabilities" })).report;
      expect([absent.verdict, check(absent, "depth"), check(absent, "client")]).to.deep.equal([
        "healthy",
        undefined,
        undefined,
      ]);
      const odd = await run(replaced(replaced(at(), "getVersion", "2"), "getFirstAvailableBlock", -1), {
        depth: "capabilities",
      });
      expect(odd.report).to.include({ verdict: "healthy" });
      expect([check(odd.report, "depth")?.cause, check(odd.report, "client")?.cause]).to.deep.equal(["shape", "shape"]);
    });

    it("WebSocket endpoint that is no URL: unknown, and costs no other evidence", async () => {
      const { stub } = await run(at());
      const endpoints = { https: stub.url, wss: "nonsense" };
      const target = { endpoints, chain: "solana-mainnet" };
      const report = await probeEndpoints(target, { clock: clock(), depth: "capabilities" });
      expect(report).to.include({ verdict: "healthy", decidedBy: "head" });
      expect(check(report, "websocket")).to.include({ verdict: "unknown", cause: "config" });
    });
  },
);
