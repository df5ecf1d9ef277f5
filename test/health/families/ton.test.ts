import { expect } from "chai";
import { callsOf, replaced } from "../../support/health/family-case.js";
import { describeFamily } from "../../support/health/family-suite.js";
import { type HeadOptions, type PretendedHead, pretendedHead } from "../../support/health/pretended-head.js";
import { check } from "../../support/health/probe-scene.js";
import type { StubMethods } from "../../support/health/stub-chain.js";

const mainnet = "F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=";
const shard = "-9223372036854775808";

// The stub shows parameters by position; by name they are passed as they are.
const named = (answer: (params: Readonly<Record<string, unknown>>) => ReturnType<StubMethods[string]>) =>
  ((params: unknown) => answer(params as Readonly<Record<string, unknown>>)) as StubMethods[string];

function utime(head: PretendedHead, seqno: number): number {
  return Math.floor(head.timeMs(seqno) / 1_000);
}

function info(seqno: number, rootHash: string): unknown {
  return {
    "@type": "blocks.masterchainInfo",
    last: { "@type": "ton.blockIdExt", workchain: -1, shard, seqno, root_hash: "u6Gd", file_hash: "BTvD" },
    init: { "@type": "ton.blockIdExt", workchain: -1, shard: "0", seqno: 0, root_hash: rootHash, file_hash: "XplP" },
  };
}

function methods(head: PretendedHead, identity: string): StubMethods {
  return {
    getMasterchainInfo: () => ({ value: info(head.number(), identity) }),
    getBlockHeader: named(({ seqno }) => ({
      value: { "@type": "blocks.header", gen_utime: utime(head, Number(seqno)), end_lt: "47790386000001" },
    })),
  };
}

const last = { workchain: -1, seqno: 300_000_000 };

describeFamily(
  {
    name: "TON",
    chain: "ton-mainnet",
    blockMs: 1_000,
    identity: mainnet,
    otherIdentity: "gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=",
    methods,
    calls: [["getMasterchainInfo"], ["getBlockHeader"], ["getMasterchainInfo"], ["getMasterchainInfo"]],
    decisive: ["getMasterchainInfo", "getBlockHeader"],
    failMs: 60_000,
    hasSyncFlag: false,
    oddities: [
      ["getMasterchainInfo", null, "unknown", "identity", "shape"],
      ["getMasterchainInfo", { last: null }, "unknown", "identity", "shape"],
      ["getMasterchainInfo", { last: { workchain: -1, seqno: "many" } }, "unknown", "identity", "shape"],
      ["getMasterchainInfo", { last }, "unknown", "identity", "shape"],
      ["getMasterchainInfo", { last, init: { root_hash: null } }, "unknown", "identity", "shape"],
      ["getBlockHeader", null, "unknown", "head", "shape"],
      ["getBlockHeader", { gen_utime: null }, "unknown", "head", "shape"],
      ["getBlockHeader", { gen_utime: 9_007_199_254_740_991 }, "unknown", "head", "shape"],
    ],
  },
  ({ clock, run }) => {
    const at = (options?: HeadOptions) => methods(pretendedHead(clock(), 1_000, options), mainnet);

    it("parameters: by name, an empty object where there are none", async () => {
      const { stub } = await run(at(), { maxWaitForAdvanceMs: 0 });
      expect(stub.seen.map(({ isBatch }) => isBatch)).to.deep.equal([false, false]);
      expect(stub.seen.map(({ body }) => (JSON.parse(body) as { params: unknown }).params)).to.deep.equal([
        {},
        { workchain: -1, shard, seqno: 300_000_000 },
      ]);
    });

    it("newest block unknown to another backend: the time of one just below it", async () => {
      const head = pretendedHead(clock(), 1_000);
      const seen: unknown[] = [];
      const { report } = await run({
        ...at(),
        getBlockHeader: named(({ seqno }) => {
          seen.push(seqno);
          return seqno === head.number()
            ? { error: { code: 500, message: "LITE_SERVER_NOTREADY: ltdb: block not found" } }
            : { value: { gen_utime: utime(head, Number(seqno)) } };
        }),
      });
      expect(report).to.include({ verdict: "healthy" });
      expect(seen).to.deep.equal([300_000_000, 299_999_997]);
    });

    it("header refused twice: unknown, with what the node said", async () => {
      const error = { code: 500, message: "LITE_SERVER_NETWORK: timeout" };
      const { report, stub } = await run({ ...at(), getBlockHeader: () => ({ error }) });
      expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
      expect(report.why).to.include("LITE_SERVER_NETWORK: timeout");
      expect(callsOf(stub)).to.deep.equal([["getMasterchainInfo"], ["getBlockHeader"], ["getBlockHeader"]]);
    });

    it("workchain and number as strings: healthy", async () => {
      const text = { last: { workchain: "-1", seqno: "300000000" }, init: { root_hash: mainnet } };
      const { report } = await run(replaced(at(), "getMasterchainInfo", text), { maxWaitForAdvanceMs: 0 });
      expect(report).to.include({ verdict: "healthy" });
      expect(check(report, "identity")?.observed).to.equal(mainnet);
    });

    it("envelope with an error as text, as the API writes it: unknown", async () => {
      const { report } = await run({ ...at(), getMasterchainInfo: () => ({ error: "LITE_SERVER_NETWORK" }) });
      expect(report).to.include({ verdict: "unknown", decidedBy: "identity" });
    });
  },
);
