import { expect } from "chai";
import type { ProbeOptions } from "../../../provider/health/session/options.js";
import { beaconPaths, type PretendedBeacon } from "../../support/health/stub-beacon.js";
import { evmMethods, steadyChain, TestClock } from "../../support/health/stub-chain.js";
import { expectCheck, startRestStub, useRestNodes } from "../../support/health/stub-rest.js";

describe("probeEndpoints, beacon chain against stub nodes", () => {
  const nodes = useRestNodes();
  let clock: TestClock;
  beforeEach(() => {
    clock = new TestClock();
  });

  describe("beside an execution client", () => {
    const both = (beacon: PretendedBeacon, ageSeconds = 0, more: ProbeOptions = {}) => {
      const evm = { "/": evmMethods(steadyChain(clock, 1, 12, ageSeconds)) };
      const target = (url: string) => ({ endpoints: { https: url, beacon: url }, chain: "ethereum-mainnet" });
      return nodes.probe(startRestStub(beaconPaths(clock, beacon), evm), clock, target, more);
    };

    it("both healthy: healthy, each with its identity and head", async () => {
      const report = await both({});
      expect(report).to.include({ verdict: "healthy", cost: 10, observedIdentity: "1" });
      expect(report.checks.map((result) => result.check)).to.include.members([
        "identity",
        "head",
        "beacon-identity",
        "beacon-head",
      ]);
    });

    it("beacon node syncing, execution client fine: syncing", async () => {
      expect(await both({ isSyncing: true })).to.include({ verdict: "syncing", decidedBy: "beacon-sync" });
    });

    it("beacon node on the wrong chain: unhealthy for good", async () => {
      const report = await both({ spec: { DEPOSIT_CHAIN_ID: "100" } });
      expect(report).to.include({ verdict: "unhealthy", isWrongChain: true });
    });

    it("execution client stale, beacon node fine: unhealthy", async () => {
      expect(await both({}, 8 * 86_400)).to.include({ verdict: "unhealthy", decidedBy: "head" });
    });

    it("capabilities: both", async () => {
      const report = await both({}, 0, { depth: "capabilities" });
      expectCheck(report, "attestation", { verdict: "healthy", cost: 2 });
    });
  });
});
