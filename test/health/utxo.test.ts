import { expect } from "chai";
import { probeEndpoints } from "../../provider/health/probe.js";
import type { NodeReport } from "../../provider/health/verdict.js";
import { answerRpc, type StubMethods, startRpcStub, TestClock } from "../support/health/stub-chain.js";
import { type StubNode, startStub } from "../support/nodes/nodes.js";

const genesis = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
const bitcoinAtFork = "00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148";
const bitcoinCashAtFork = "000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec";

describe("probeEndpoints, Bitcoin's family against stub nodes", () => {
  const stubs: StubNode[] = [];
  const clock = new TestClock();
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
  });

  /** A node whose newest block is so many minutes old. */
  function node(ageMinutes: number, more: Readonly<Record<string, unknown>> = {}, atFork = bitcoinAtFork): StubMethods {
    const time = Math.floor(clock.nowMs / 1000) - ageMinutes * 60;
    const state = {
      chain: "main",
      blocks: 900_000,
      headers: 900_000,
      bestblockhash: "00ab",
      time,
      initialblockdownload: false,
      warnings: [],
    };
    return {
      getblockchaininfo: () => ({ value: { ...state, ...more } }),
      getblockhash: ([height]) => ({ value: height === 0 ? genesis : atFork }),
      getblockheader: ([hash]) =>
        hash === "00ab" ? { value: { time } } : { error: { code: -5, message: "Block not found" } },
    };
  }

  async function probe(methods: StubMethods, chain = "bitcoin-mainnet", status = 200): Promise<NodeReport> {
    const stub = await startRpcStub(methods, () => status);
    stubs.push(stub);
    return await probeEndpoints({ endpoints: { https: stub.url }, chain }, { clock });
  }

  for (const [minutes, verdict, why] of [
    [50, "healthy", "head 11:10:00Z is 50 min old, limit 120 min"],
    [70, "degraded", "head 10:50:00Z is 70 min old, limit 120 min, warning from 60 min"],
    [130, "unhealthy", "head 09:50:00Z is 130 min old, limit 120 min"],
    [-90, "healthy", "head 13:30:00Z is 0 s old, limit 120 min"],
    [2880, "unhealthy", "head 2026-03-02T12:00:00Z is 2 d old, limit 120 min"],
  ] as const) {
    it(`tip ${minutes} min old, initialblockdownload false: ${verdict}`, async () => {
      expect(await probe(node(minutes))).to.include({ verdict, decidedBy: "head", why });
    });
  }

  it("state with the time of the tip: one batch, in JSON-RPC 1.0", async () => {
    const stub = await startRpcStub(node(1));
    stubs.push(stub);
    expect(
      (await probeEndpoints({ endpoints: { https: stub.url }, chain: "bitcoin-mainnet" }, { clock })).cost,
    ).to.equal(3);
    expect(stub.seen).to.have.length(1);
    expect(stub.seen[0]?.body).to.include('"jsonrpc":"1.0"').and.not.include('"jsonrpc":"2.0"');
  });

  it("state without the time of the tip: requests the tip's header", async () => {
    expect(await probe(node(130, { time: undefined }))).to.include({
      verdict: "unhealthy",
      decidedBy: "head",
      cost: 4,
    });
  });

  it("age limit: scales with the chain, 13 min is too old for Dogecoin but fine for Litecoin", async () => {
    const genesisOf = (hash: string): StubMethods => ({ ...node(13), getblockhash: () => ({ value: hash }) });
    const dogecoin = genesisOf("1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691");
    expect((await probe(dogecoin, "dogecoin-mainnet")).verdict).to.equal("unhealthy");
    const litecoin = genesisOf("12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2");
    expect((await probe(litecoin, "litecoin-mainnet")).verdict).to.equal("healthy");
  });

  it("no initialblockdownload, verificationprogress 0.98: passes", async () => {
    expect((await probe(node(5, { initialblockdownload: undefined, verificationprogress: 0.98 }))).verdict).to.equal(
      "healthy",
    );
  });

  for (const [gap, verdict] of [
    [1, "healthy"],
    [2, "degraded"],
    [4, "syncing"],
  ] as const) {
    it(`${gap} more headers than blocks: ${verdict}`, async () => {
      expect((await probe(node(5, { headers: 900_000 + gap }))).verdict).to.equal(verdict);
    });
  }

  it("old tip during the initial block download: syncing", async () => {
    expect((await probe(node(5000, { initialblockdownload: true }))).verdict).to.equal("syncing");
    expect((await probe(node(5000, { headers: 901_000 }))).verdict).to.equal("syncing");
  });

  it("warnings: a string or a list warns, an empty one does not", async () => {
    for (const warnings of ["unknown rules activated", ["unknown rules activated"]]) {
      expect(await probe(node(5, { warnings }))).to.include({
        verdict: "degraded",
        why: "the node warns: unknown rules activated",
      });
    }
    expect((await probe(node(5, { warnings: "" }))).verdict).to.equal("healthy");
  });

  it("another genesis: unhealthy at once", async () => {
    const report = await probe({ ...node(5), getblockhash: () => ({ value: "0f91" }) });
    expect(report).to.include({ verdict: "unhealthy", isWrongChain: true, observedIdentity: "0f91" });
  });

  it("Bitcoin and Bitcoin Cash, which share a genesis: distinguished", async () => {
    expect((await probe(node(5, {}, bitcoinCashAtFork), "bitcoin-cash-mainnet")).verdict).to.equal("healthy");
    expect(await probe(node(5), "bitcoin-cash-mainnet")).to.include({ verdict: "unhealthy", isWrongChain: true });
    expect(await probe(node(5, {}, bitcoinCashAtFork))).to.include({ verdict: "unhealthy", isWrongChain: true });
  });

  it("fork not reached yet: the genesis decides", async () => {
    const young = node(5, { blocks: 400_000, headers: 400_000 });
    const getblockhash = ([height]: readonly unknown[]) =>
      height === 0 ? { value: genesis } : { error: { code: -8, message: "Block height out of range" } };
    expect((await probe({ ...young, getblockhash })).verdict).to.equal("healthy");
  });

  it("fork reached, but its block not shown: unknown, since the genesis is shared", async () => {
    for (const answer of [{ error: { code: -32_005, message: "limit" } }, { value: null }]) {
      const getblockhash = ([height]: readonly unknown[]) => (height === 0 ? { value: genesis } : answer);
      const report = await probe({ ...node(5), getblockhash }, "bitcoin-cash-mainnet");
      expect(report).to.include({ verdict: "unknown", decidedBy: "identity", isWrongChain: false });
    }
  });

  it("testnet: both networks of that name are accepted", async () => {
    for (const hash of [
      "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
      "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043",
    ]) {
      expect((await probe({ ...node(5), getblockhash: () => ({ value: hash }) }, "bitcoin-testnet")).verdict).to.equal(
        "healthy",
      );
    }
  });

  for (const status of [200, 404, 500]) {
    it(`node warms up, errors with status ${status}: syncing, then healthy`, async () => {
      let polls = 0;
      const warming = () => ({ error: { code: -28, message: "Loading block index..." } });
      const stub = await startStub((seen, response) => {
        const isWarm = polls >= 2;
        polls += 1;
        answerRpc(
          isWarm ? node(5) : { getblockchaininfo: warming, getblockhash: warming },
          seen,
          response,
          isWarm ? 200 : status,
        );
      });
      stubs.push(stub);
      const target = { endpoints: { https: stub.url }, chain: "bitcoin-mainnet" };
      const verdicts = [];
      for (let poll = 0; poll < 3; poll += 1) {
        verdicts.push((await probeEndpoints(target, { clock })).verdict);
      }
      expect(verdicts).to.deep.equal(["syncing", "syncing", "healthy"]);
    });
  }

  it("state of another shape: unknown", async () => {
    const report = await probe({ ...node(5), getblockchaininfo: () => ({ value: { ok: true } }) });
    expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
  });
});
