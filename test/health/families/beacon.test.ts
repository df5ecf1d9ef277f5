import { expect } from "chai";
import { acceptUnknownIdentity } from "../../../provider/health/decide.js";
import { probedPaths, useBeaconScene } from "../../support/health/beacon-scene.js";
import { check } from "../../support/health/probe-scene.js";
import { beaconPaths, mainnetRoot, type PretendedBeacon, slotNow } from "../../support/health/stub-beacon.js";
import { expectCheck } from "../../support/health/stub-rest.js";

const { spec, genesis, syncing, finality } = probedPaths;

describe("probeEndpoints, beacon chain against stub nodes", () => {
  const scene = useBeaconScene();
  const { probe, probeBeacon, without } = scene;

  it("right chain with a fresh head: healthy, for four request units", async () => {
    const report = await probeBeacon({});
    expect(report).to.include({ verdict: "healthy", decidedBy: "beacon-head", cost: 4 });
    expect(report.why).to.equal(`head slot ${slotNow(scene.clock)} is 0 slots behind the wall clock, limit 4`);
    expect(scene.requests).to.have.members([spec, genesis, syncing, finality]);
    expect(scene.requests[0]).to.equal(spec);
    expect(report.checks.map(({ cost }) => cost)).to.deep.equal([1, 1, 1, 1]);
    expect(scene.clock.slept).to.deep.equal([]);
  });

  describe("identity", () => {
    it("another deposit chain id: unhealthy at once, after one request", async () => {
      const report = await probeBeacon({ spec: { DEPOSIT_CHAIN_ID: "17000" } });
      expect(report).to.include({ verdict: "unhealthy", decidedBy: "beacon-identity", isWrongChain: true, cost: 1 });
      expect(report.why).to.equal("wrong chain: deposit chain id 17000, expected 1");
      expect(scene.requests).to.deep.equal([spec]);
    });

    it("identity of the caller: overrides the table's", async () => {
      const report = await probeBeacon({ spec: { DEPOSIT_CHAIN_ID: 31_337 } }, { expected: "31337" });
      expect(report.verdict).to.equal("healthy");
    });

    for (const [name, paths] of [
      ["spec not offered", () => without(spec)],
      ["spec without the id", () => beaconPaths(scene.clock, { spec: { DEPOSIT_CHAIN_ID: null } })],
    ] as const) {
      it(`${name}: by the root of the genesis`, async () => {
        const report = await probe(paths());
        expect(report.verdict).to.equal("healthy");
        expectCheck(report, "beacon-identity", { verdict: "healthy", observed: mainnetRoot });
        expect(report.cost).to.equal(4);
        expect(report.checks.map(({ cost }) => cost)).to.deep.equal([2, 1, 0, 1]);
      });
    }

    it("root of another chain, spec not offered: unhealthy at once, after two requests", async () => {
      const { [spec]: _, ...paths } = beaconPaths(scene.clock, { genesisRoot: `0x${"cd".repeat(32)}` });
      const report = await probe(paths);
      expect(report).to.include({ verdict: "unhealthy", isWrongChain: true, cost: 2 });
      expect(report.why).to.match(/^wrong chain: genesis validators root 0xcdcd.*, expected 0x4b36/);
    });

    it("chain without known identity: unknown, accepted on the platform's word", async () => {
      const report = await probeBeacon({ spec: { DEPOSIT_CHAIN_ID: "4242" } }, { chain: "newcomer-mainnet" });
      expect(report).to.include({ verdict: "unknown", decidedBy: "beacon-identity" });
      expectCheck(report, "beacon-identity", { cause: "no-expectation", observed: "4242" });
      expect(acceptUnknownIdentity(report)).to.include({ verdict: "healthy", decidedBy: "beacon-head" });
    });
  });

  describe("sync", () => {
    for (const [name, beacon, verdict, why] of [
      ["distance 2", { distance: 2, behind: 2 }, "healthy", /2 slots behind/],
      ["distance 3", { distance: 3, behind: 3 }, "degraded", /3 slots behind .* limit 6, warning above 2/],
      ["distance 7, is_syncing false", { distance: 7, behind: 3 }, "syncing", /does not report syncing, but is 7/],
      ["distance 133, is_syncing false", { distance: 133, behind: 133 }, "syncing", /133 slots behind/],
      ["is_syncing", { isSyncing: true }, "syncing", /reports that it is syncing/],
      ["el_offline", { flags: { el_offline: true } }, "unhealthy", /execution client of the beacon node is offline/],
      ["el_offline and is_syncing", { isSyncing: true, flags: { el_offline: true } }, "unhealthy", /is offline/],
      ["is_optimistic", { flags: { is_optimistic: true } }, "syncing", /not verified the head yet \(optimistic\)/],
      ["flags of old nodes absent", { flags: { is_optimistic: undefined, el_offline: undefined } }, "healthy", /0/],
    ] as const satisfies readonly (readonly [string, PretendedBeacon, string, RegExp])[]) {
      it(`${name}: ${verdict}`, async () => {
        const report = await probeBeacon(beacon);
        expect(report.verdict).to.equal(verdict);
        expect(check(report, "beacon-sync")?.why).to.match(why);
      });
    }

    it("health 200 on a stalled node: syncing by other evidence", async () => {
      const report = await probeBeacon({ isSyncing: true, distance: 505, behind: 505 });
      expect(report).to.include({ verdict: "syncing", decidedBy: "beacon-sync" });
      expectCheck(report, "beacon-head", { verdict: "syncing", cause: "syncing", value: 505 });
      expect(scene.requests).to.not.include("/eth/v1/node/health");
    });

    it("path not offered: not checked, the head by its header", async () => {
      const report = await probe(without(syncing));
      expect(report).to.include({ verdict: "healthy", cost: 5 });
      expect(check(report, "beacon-sync")).to.equal(undefined);
    });
  });

  describe("no evidence", () => {
    it("nothing offered: unknown", async () => {
      const report = await probe({});
      expect(report).to.include({ verdict: "unknown", decidedBy: "beacon-head", cost: 4, isUnreachable: false });
    });

    for (const [name, status, cause, isUnreachable] of [
      ["401", 401, "auth", true],
      ["429", 429, "throttled", false],
    ] as const) {
      it(`${name}: unknown after one request`, async () => {
        const respond = () => ({ status, body: { message: "no" }, headers: { "retry-after": "3" } });
        const report = await probe({ [spec]: respond });
        expect(report).to.include({ verdict: "unknown", decidedBy: "beacon-identity", cost: 1, isUnreachable });
        expectCheck(report, "beacon-identity", { cause });
        expect(report.retryAfterMs).to.equal(status === 429 ? 3000 : undefined);
      });
    }

    it("spec fails, the rest is fine: identity by the root", async () => {
      const report = await probe({ ...beaconPaths(scene.clock), [spec]: () => ({ status: 502, body: "<html>" }) });
      expect(report.verdict).to.equal("healthy");
    });

    it("sync state and genesis of another shape: unknown, with the shape", async () => {
      const odd = () => ({ body: { data: [1, 2, 3] } });
      const report = await probe({ ...beaconPaths(scene.clock), [syncing]: odd });
      expect(report).to.include({ verdict: "unknown", decidedBy: "beacon-sync" });
      expectCheck(report, "beacon-sync", { cause: "shape", observed: "an object with 1 fields" });
      const second = await probe({ ...beaconPaths(scene.clock), [genesis]: odd });
      expect(second).to.include({ verdict: "unknown", decidedBy: "beacon-head" });
      expectCheck(second, "beacon-head", { cause: "shape" });
    });

    for (const flags of [{ is_syncing: null }, { head_slot: null }, { sync_distance: "many" }]) {
      it(`sync state with ${JSON.stringify(flags)}: unknown`, async () => {
        const report = await probeBeacon({ flags });
        expect(report).to.include({ verdict: "unknown", decidedBy: "beacon-sync" });
        expectCheck(report, "beacon-sync", { cause: "shape" });
      });
    }

    it("budget too small: unknown, never exceeded", async () => {
      const report = await probe(beaconPaths(scene.clock), {}, { maxCost: 2 });
      expect(report).to.include({ verdict: "unknown", cost: 2 });
      expect(scene.requests).to.have.length(2);
      expect(report.checks.some(({ cause }) => cause === "budget")).to.equal(true);
    });

    it("hostile text in an error: one clean line", async () => {
      const body = { message: "bad\u001b[31m\nnode\u202e" };
      const report = await probe({ ...beaconPaths(scene.clock), [syncing]: () => ({ status: 400, body }) });
      expect(check(report, "beacon-sync")?.why).to.match(/bad \[31m node$/);
    });
  });
});
