import { expect } from "chai";
import { probedPaths, useBeaconScene } from "../../support/health/beacon-scene.js";
import { check } from "../../support/health/probe-scene.js";
import { beaconPaths, mainnetRoot, slotNow } from "../../support/health/stub-beacon.js";
import { expectCheck, type StubPaths } from "../../support/health/stub-rest.js";

const { spec } = probedPaths;

describe("probeEndpoints, beacon chain against stub nodes", () => {
  const scene = useBeaconScene();
  const { probe, without } = scene;

  describe("capabilities", () => {
    const capable = (paths: StubPaths) => probe(paths, {}, { depth: "capabilities" });
    const attestation = "/eth/v1/validator/attestation_data";

    it("attestation data at the head: for two request units", async () => {
      const report = await capable(beaconPaths(scene.clock));
      expect(report).to.include({ verdict: "healthy", cost: 6 });
      expectCheck(report, "attestation", { observed: `slot ${slotNow(scene.clock)}`, cost: 2 });
      expect(scene.requests.at(-1)).to.equal(`${attestation}?slot=${slotNow(scene.clock)}&committee_index=0`);
    });

    it("attestation data of another slot: degraded", async () => {
      const point = { epoch: "1", root: mainnetRoot };
      const body = { slot: 7, index: 0, beacon_block_root: mainnetRoot, source: point, target: point };
      const report = await capable({ ...beaconPaths(scene.clock), [attestation]: () => ({ body }) });
      expect(report).to.include({ verdict: "degraded", decidedBy: "attestation" });
      expectCheck(report, "attestation", { cause: "not-functional" });
    });

    for (const [name, status, verdict] of [
      ["node is syncing", 503, "degraded"],
      ["block not in the fork choice", 400, "healthy"],
    ] as const) {
      it(`${name}: ${verdict}`, async () => {
        const body = { statusCode: status, message: "no data now" };
        const report = await capable({ ...beaconPaths(scene.clock), [attestation]: () => ({ status, body }) });
        expect(report.verdict).to.equal(verdict);
        expect(check(report, "attestation")?.why).to.include("no data now");
      });
    }

    it("not offered: not checked", async () => {
      const report = await capable(without(attestation));
      expect(report.verdict).to.equal("healthy");
      expect(check(report, "attestation")).to.equal(undefined);
    });

    it("wrong chain: not requested", async () => {
      await capable(beaconPaths(scene.clock, { spec: { DEPOSIT_CHAIN_ID: "5" } }));
      expect(scene.requests).to.deep.equal([spec]);
    });
  });
});
