import { probeEndpoints } from "../../../provider/health/probe.js";
import type { CheckName, CheckResult, NodeReport } from "../../../provider/health/verdict.js";
import type { StubNode } from "../nodes/nodes.js";
import { type StubMethods, startRpcStub, type TestClock } from "./stub-chain.js";

/** Stub nodes of a suite, each stopped after its test. */
export interface ProbeScene {
  started(stub: Promise<StubNode>): Promise<StubNode>;
  /** Starts a node with these methods and probes it. */
  probe(methods: StubMethods, clock: TestClock, chain?: string): Promise<NodeReport>;
}

/** Stub nodes for the calling suite. */
export function useProbes(): ProbeScene {
  const stubs: StubNode[] = [];
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
  });
  const started = async (stub: Promise<StubNode>) => {
    stubs.push(await stub);
    return await stub;
  };
  return {
    started,
    probe: async (methods, clock, chain = "ethereum-mainnet") => {
      const stub = await started(startRpcStub(methods));
      return await probeEndpoints({ endpoints: { https: stub.url }, chain }, { clock });
    },
  };
}

/** A check of a report. */
export function check(report: NodeReport, name: CheckName): CheckResult | undefined {
  return report.checks.find((result) => result.check === name);
}
