import { expect } from "chai";
import { acceptUnknownIdentity } from "../../../provider/health/decide.js";
import { probedPaths, useBeaconScene } from "../../support/health/beacon-scene.js";
import { check } from "../../support/health/probe-scene.js";
import { beaconPaths, mainnetRoot, slotNow } from "../../support/health/stub-beacon.js";
import { TestClock } from "../../support/health/stub-chain.js";
import { expectCheck } from "../../support/health/stub-rest.js";

const { spec, genesis, syncing, finality } = probedPaths;

describe("probeEndpoints, beacon chain against stub nodes", () => {
  const scene = useBeaconScene();
  const { probe, probeBeacon, without } = scene;

  describe("head by the wall clock", () => {
    for (const [behind, verdict] of [
      [4, "healthy"],
      [5, "unhealthy"],
      [7200, "unhealthy"],
    ] as const) {
      it(`distance 0, ${behind} slots behind: ${verdict}`, async () => {
        const report = await probeBeacon({ behind });
        expect(report.verdict).to.equal(verdict);
        expectCheck(report, "beacon-head", { value: behind, threshold: "4 slots", observed: `${behind} slots` });
      });
    }

    it("one day behind: the reason tells how long", async () => {
      const report = await probeBeacon({ behind: 7200 });
      expect(report.why).to.match(/^head slot \d+ is 7200 slots \(24 h\) behind the wall clock, limit 4$/);
    });

    it("head ahead of our clock: healthy", async () => {
      expect((await probeBeacon({ behind: -3 })).verdict).to.equal("healthy");
    });

    it("before genesis: no fault", async () => {
      const report = await probeBeacon({ genesisSeconds: scene.clock.nowMs / 1000 + 3600 });
      expect(report).to.include({ verdict: "healthy", decidedBy: "beacon-head", why: "the chain starts in 60 min" });
      expectCheck(report, "beacon-head", { cause: "not-started" });
      expect(check(report, "beacon-finality")).to.equal(undefined);
    });

    it("our clock 15 min ahead: the server's is used", async () => {
      const truth = new TestClock();
      const paths = beaconPaths(truth);
      const dated = Object.fromEntries(
        Object.entries(paths).map(([path, respond]) => [
          path,
          (seen: Parameters<typeof respond>[0]) => ({
            ...respond(seen),
            headers: { date: new Date(truth.nowMs).toUTCString() },
          }),
        ]),
      );
      scene.clock.nowMs += 900_000;
      const report = await probe(dated);
      expect(report.verdict).to.equal("healthy");
      expectCheck(report, "clock", { cause: "clock-skew" });
    });

    it("duration of a slot: by the spec, by its newer name, or by known facts", async () => {
      const behind = 100;
      for (const [own, slots] of [
        [{ SECONDS_PER_SLOT: "12" }, behind],
        [{ SECONDS_PER_SLOT: undefined, SLOT_DURATION_MS: "12000" }, behind],
        [{ SECONDS_PER_SLOT: undefined }, behind],
      ] as const) {
        const report = await probeBeacon({ behind, spec: own });
        expectCheck(report, "beacon-head", { value: slots });
      }
    });

    it("Gnosis without a spec: slots of 5 s, epochs of 16", async () => {
      const start = 1_638_993_340;
      const head = slotNow(scene.clock, start, 5) - 2;
      const checkpoint = { epoch: `${Math.floor(head / 16) - 2}`, root: mainnetRoot };
      const data = (body: unknown) => () => ({ body: { data: body } });
      const report = await probe(
        {
          [genesis]: data({
            genesis_time: `${start}`,
            genesis_validators_root: "0xf5dcb5564e829aab27264b9becd5dfaa017085611224cb3036f573368dbb9d47",
            genesis_fork_version: "0x00000064",
          }),
          [syncing]: data({ head_slot: `${head}`, sync_distance: "2", is_syncing: false }),
          [finality]: data({ previous_justified: checkpoint, current_justified: checkpoint, finalized: checkpoint }),
        },
        { chain: "gnosis-mainnet" },
      );
      expect(report.verdict).to.equal("healthy");
      expectCheck(report, "beacon-head", { value: 2 });
      expect(check(report, "beacon-finality")?.value).to.be.within(2, 3);
    });

    it("unknown chain without a duration in the spec: unknown", async () => {
      const { [spec]: _, ...paths } = beaconPaths(scene.clock);
      const report = acceptUnknownIdentity(await probe(paths, { chain: "newcomer-mainnet" }));
      expect(report).to.include({ verdict: "unknown", decidedBy: "beacon-head" });
    });
  });

  describe("finality and peers", () => {
    for (const [finalizedBehind, verdict] of [
      [3, "healthy"],
      [4, "healthy"],
      [5, "degraded"],
      [400, "degraded"],
    ] as const) {
      it(`finalized ${finalizedBehind} epochs ago: ${verdict}`, async () => {
        const report = await probeBeacon({ finalizedBehind });
        expect(report.verdict).to.equal(verdict);
        expectCheck(report, "beacon-finality", { value: finalizedBehind });
      });
    }

    it("no peers: degraded on a dedicated node, not checked on a shared one", async () => {
      expect(await probeBeacon({ peers: 0 }, { isDedicated: true })).to.include({
        verdict: "degraded",
        decidedBy: "beacon-peers",
        cost: 5,
      });
      const shared = await probeBeacon({ peers: 0 });
      expect(shared.verdict).to.equal("healthy");
      expect(check(shared, "beacon-peers")).to.equal(undefined);
    });

    it("peers on a dedicated node: recorded", async () => {
      expectCheck(await probeBeacon({ peers: 7 }, { isDedicated: true }), "beacon-peers", { value: 7, cost: 1 });
    });

    it("not offered: not checked", async () => {
      const report = await probe(without(finality, "/eth/v1/node/peer_count"), { isDedicated: true });
      expect(report.verdict).to.equal("healthy");
      expect(report.checks.map((result) => result.check)).to.deep.equal([
        "beacon-identity",
        "beacon-sync",
        "beacon-head",
      ]);
    });
  });
});
