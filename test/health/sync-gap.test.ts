import { expect } from "chai";
import { probeEndpoints } from "../../provider/health/probe.js";
import { evmMethods, type StubMethods, startRpcStub, steadyChain, TestClock } from "../support/health/stub-chain.js";
import type { StubNode } from "../support/nodes/nodes.js";

const zero = "0x0";
/** What geth 1.15 says while it has indexed nothing yet, at genesis in development mode. */
const nothingToSync = {
  ...{ startingBlock: zero, currentBlock: zero, highestBlock: zero },
  ...{ syncedAccounts: zero, syncedAccountBytes: zero, syncedBytecodes: zero, syncedBytecodeBytes: zero },
  ...{ syncedStorage: zero, syncedStorageBytes: zero, healedTrienodes: zero, healedTrienodeBytes: zero },
  ...{ healedBytecodes: zero, healedBytecodeBytes: zero, healingTrienodes: zero, healingBytecode: zero },
  ...{ txIndexFinishedBlocks: zero, txIndexRemainingBlocks: "0x1" },
};
const genesis = { number: zero, hash: `0x${"ab".repeat(32)}`, timestamp: "0x65000000" };

describe("probeEndpoints › eth_syncing with a gap of 0", () => {
  const stubs: StubNode[] = [];
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
  });
  const clock = new TestClock();
  const probe = async (syncing: object, methods: StubMethods) => {
    const stub = await startRpcStub({ ...methods, eth_syncing: () => ({ value: syncing }) });
    stubs.push(stub);
    return probeEndpoints({ endpoints: { https: stub.url }, chain: "ethereum-mainnet" }, { clock });
  };
  const atGenesis = { ...evmMethods(steadyChain(clock, 1, 12)), eth_getBlockByNumber: () => ({ value: genesis }) };

  it("geth at genesis: not syncing, but without a head", async () => {
    const report = await probe(nothingToSync, atGenesis);
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
    expect(report.why).to.equal("the node has only the genesis block (height 0)");
    expect(report.checks.find(({ check }) => check === "sync")).to.include({
      verdict: "healthy",
      why: "the node reports that it is 0 blocks behind",
    });
  });

  it("an old head: stale, since nothing is to catch up", async () => {
    const old = evmMethods(steadyChain(clock, 1, 12, 8 * 86_400));
    const report = await probe({ ...nothingToSync, currentBlock: "0x10", highestBlock: "0x10" }, old);
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
  });

  it("a state that is still being healed: syncing", async () => {
    for (const healing of [{ healingTrienodes: "0x5" }, { healingBytecode: "0x1" }]) {
      const report = await probe({ ...nothingToSync, ...healing }, atGenesis);
      expect(report).to.include({ verdict: "syncing", decidedBy: "head" });
      expect(report.why).to.include("its state is incomplete");
    }
  });
});
