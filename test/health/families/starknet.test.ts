import { expect } from "chai";
import { replaced } from "../../support/health/family-case.js";
import { describeFamily } from "../../support/health/family-suite.js";
import { type PretendedHead, pretendedHead } from "../../support/health/pretended-head.js";
import { check } from "../../support/health/probe-scene.js";
import type { StubMethods } from "../../support/health/stub-chain.js";

const mainnet = "0x534e5f4d41494e";

function node(head: PretendedHead, identity: string): StubMethods {
  const behind = { starting_block_num: 1, current_block_num: head.number(), highest_block_num: head.number() + 4_000 };
  return {
    starknet_chainId: () => ({ value: identity }),
    starknet_syncing: () => ({ value: head.isSyncing ? behind : false }),
    starknet_getBlockWithTxHashes: () => ({ value: block(head) }),
  };
}

function block(head: PretendedHead) {
  return {
    status: "ACCEPTED_ON_L2",
    block_hash: "0x59c29817b8d4f71fd355180aad76785a801d54eb08fdd2945d1eec8c1dfcd0b",
    block_number: head.number(),
    timestamp: Math.floor(head.timeMs() / 1_000),
    transactions: ["0x1", "0x2"],
  };
}

const calls = ["starknet_chainId", "starknet_syncing", "starknet_getBlockWithTxHashes"];
const getBlock = "starknet_getBlockWithTxHashes";
const seconds = Date.parse("2026-03-04T11:59:30Z") / 1_000;

describeFamily(
  {
    name: "Starknet",
    chain: "starknet-mainnet",
    blockMs: 20_000,
    identity: mainnet,
    otherIdentity: "0x534e5f5345504f4c4941",
    methods: node,
    calls: [calls],
    decisive: ["starknet_chainId", getBlock],
    failMs: 300_000,
    hasSyncFlag: true,
    oddities: [
      ["starknet_chainId", null, "unknown", "identity", "shape"],
      ["starknet_chainId", "SN_MAIN", "unknown", "identity", "shape"],
      ["starknet_chainId", "0x00534E5F4D41494E", "healthy", "identity", undefined],
      ["starknet_syncing", null, "healthy", "sync", "shape"],
      ["starknet_syncing", true, "healthy", "sync", "shape"],
      ["starknet_syncing", {}, "healthy", "sync", "shape"],
      [getBlock, null, "unhealthy", "head", "no-head"],
      [getBlock, {}, "unknown", "head", "shape"],
      [getBlock, { block_number: 7, timestamp: "soon" }, "unknown", "head", "shape"],
      [getBlock, { block_number: 7, timestamp: 9_007_199_254_740_991 }, "unknown", "head", "shape"],
      // The pending block has no number.
      [getBlock, { parent_hash: "0x1", timestamp: seconds, transactions: [] }, "healthy", "head", undefined],
      [getBlock, { block_number: null, timestamp: seconds }, "healthy", "head", undefined],
    ],
  },
  ({ clock, run }) => {
    const healthy = () => node(pretendedHead(clock(), 20_000), mainnet);
    const sync = (current: unknown, highest: unknown) => ({ current_block_num: current, highest_block_num: highest });

    it("sync state with a small gap, as number and as hex: healthy", async () => {
      for (const state of [sync(4_505, 4_507), sync("0x1199", "0x119b")]) {
        const { report } = await run(replaced(healthy(), "starknet_syncing", state));
        expect(report).to.include({ verdict: "healthy" });
        expect(check(report, "sync")).to.include({ observed: "2 blocks", value: 2, threshold: "5 blocks" });
      }
    });

    it("sync state without a gap and an old head: unhealthy, since it explains nothing", async () => {
      const old = node(pretendedHead(clock(), 20_000, { ageMs: 86_400_000 }), mainnet);
      const { report } = await run(replaced(old, "starknet_syncing", sync(7, 7)));
      expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    });

    it("no head while the node syncs: syncing", async () => {
      const { report } = await run({
        ...replaced(healthy(), "starknet_syncing", sync(1, 4_000)),
        [getBlock]: () => ({ value: null }),
      });
      expect(report).to.include({ verdict: "syncing", decidedBy: "head" });
    });

    it("no blocks yet, as an error: unknown", async () => {
      const error = { code: 32, message: "There are no blocks" };
      const { report } = await run({ ...healthy(), [getBlock]: () => ({ error }) });
      expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
    });
  },
);
