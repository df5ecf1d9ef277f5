import { expect } from "chai";
import { probeEndpoints } from "../../provider/health/probe.js";
import type { ProbeOptions } from "../../provider/health/session/options.js";
import { useProbes } from "../support/health/probe-scene.js";
import { answerRpc, evmMethods, steadyChain, TestClock } from "../support/health/stub-chain.js";
import { type StubNode, startStub } from "../support/nodes/nodes.js";

describe("probeEndpoints, many nodes on one host", () => {
  const { started } = useProbes();
  const probe = (stub: StubNode, options: ProbeOptions) =>
    probeEndpoints({ endpoints: { https: stub.url }, chain: "ethereum-mainnet" }, options);

  it("each waits longer for its turn than a request may take: all healthy", async () => {
    const clock = new TestClock();
    const methods = evmMethods(steadyChain(clock, 1, 12));
    const stub = await started(
      startStub((seen, response) => void setTimeout(() => answerRpc(methods, seen, response), 100)),
    );
    const reports = await Promise.all(
      Array.from({ length: 40 }, () => probe(stub, { clock, timeoutMs: 1_000, maxWaitForAdvanceMs: 0 })),
    );
    // 40 requests and more, four at a time and a tenth of a second each: the last ones wait for more than a second.
    expect(reports.map(({ verdict }) => verdict)).to.deep.equal(Array.from({ length: 40 }, () => "healthy"));
  });

  it("host that never responds: nothing is sent for those that still wait", async () => {
    const stub = await started(startStub(() => undefined));
    const reports = await Promise.all(Array.from({ length: 40 }, () => probe(stub, { timeoutMs: 200 })));
    expect(new Set(reports.map(({ verdict, isUnreachable }) => `${verdict} ${isUnreachable}`))).to.deep.equal(
      new Set(["unknown true"]),
    );
    expect(stub.seen.length).to.be.below(20);
  });
});
