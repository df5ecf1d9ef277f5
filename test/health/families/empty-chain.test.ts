import { expect } from "chai";
import { probeEndpoints } from "../../../provider/health/probe.js";
import { check, useProbes } from "../../support/health/probe-scene.js";
import { startRpcStub, TestClock } from "../../support/health/stub-chain.js";

/** As CometBFT 0.38.17 responds before it has a block. */
const emptyStatus = (isCatchingUp: boolean) => ({
  node_info: { network: "osmosis-1", version: "0.38.17" },
  sync_info: {
    latest_block_height: "0",
    latest_block_time: "1970-01-01T00:00:00Z",
    earliest_block_height: "0",
    catching_up: isCatchingUp,
  },
});

describe("probeEndpoints, node without any block", () => {
  const { started } = useProbes();

  async function probe(isCatchingUp: boolean) {
    const stub = await started(startRpcStub({ status: () => ({ value: emptyStatus(isCatchingUp) }) }));
    const target = { endpoints: { https: stub.url }, chain: "osmosis-mainnet" };
    return { stub, report: await probeEndpoints(target, { clock: new TestClock(), depth: "capabilities" }) };
  }

  it("not catching up: unhealthy for having no head, without a date and without waiting for one", async () => {
    const { stub, report } = await probe(false);
    expect(report).to.include({
      verdict: "unhealthy",
      decidedBy: "head",
      why: "the node has no block yet (height 0)",
    });
    expect(check(report, "head")?.cause).to.equal("no-head");
    expect(check(report, "depth")).to.equal(undefined);
    expect(stub.seen).to.have.length(1);
  });

  it("catching up: syncing", async () => {
    const { report } = await probe(true);
    expect(report).to.include({ verdict: "syncing", decidedBy: "head" });
    expect(report.why).to.equal("the node has no block yet (height 0); the node reports that it is syncing");
  });
});
