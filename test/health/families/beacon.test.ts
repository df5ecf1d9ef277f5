import { expect } from "chai";
import { acceptUnknownIdentity } from "../../../provider/health/decide.js";
import type { ProbeOptions, ProbeTarget } from "../../../provider/health/session/options.js";
import type { NodeReport } from "../../../provider/health/verdict.js";
import { check } from "../../support/health/probe-scene.js";
import { beaconPaths, mainnetRoot, type PretendedBeacon, slotNow } from "../../support/health/stub-beacon.js";
import { evmMethods, steadyChain, TestClock } from "../../support/health/stub-chain.js";
import { expectCheck, type StubPaths, startRestStub, useRestNodes } from "../../support/health/stub-rest.js";

const spec = "/eth/v1/config/spec";
const genesis = "/eth/v1/beacon/genesis";
const syncing = "/eth/v1/node/syncing";
const finality = "/eth/v1/beacon/states/head/finality_checkpoints";

describe("probeEndpoints, beacon chain against stub nodes", () => {
  const nodes = useRestNodes();
  let clock: TestClock;
  beforeEach(() => {
    clock = new TestClock();
  });

  /** Probes a node that has a beacon endpoint alone. */
  function probe(paths: StubPaths, more: Partial<ProbeTarget> = {}, options: ProbeOptions = {}): Promise<NodeReport> {
    const target = (url: string) => ({ endpoints: { beacon: url }, chain: "ethereum-mainnet", ...more });
    return nodes.probe(startRestStub(paths), clock, target, options);
  }
  const probeBeacon = (beacon: PretendedBeacon, more?: Partial<ProbeTarget>) => probe(beaconPaths(clock, beacon), more);
  const without = (...missing: readonly string[]): StubPaths =>
    Object.fromEntries(Object.entries(beaconPaths(clock)).filter(([path]) => !missing.includes(path)));

  it("right chain with a fresh head: healthy, for four request units", async () => {
    const report = await probeBeacon({});
    expect(report).to.include({ verdict: "healthy", decidedBy: "beacon-head", cost: 4 });
    expect(report.why).to.equal(`head slot ${slotNow(clock)} is 0 slots behind the wall clock, limit 4`);
    expect(nodes.requests).to.have.members([spec, genesis, syncing, finality]);
    expect(nodes.requests[0]).to.equal(spec);
    expect(report.checks.map(({ cost }) => cost)).to.deep.equal([1, 1, 1, 1]);
    expect(clock.slept).to.deep.equal([]);
  });

  describe("identity", () => {
    it("another deposit chain id: unhealthy at once, after one request", async () => {
      const report = await probeBeacon({ spec: { DEPOSIT_CHAIN_ID: "17000" } });
      expect(report).to.include({ verdict: "unhealthy", decidedBy: "beacon-identity", isWrongChain: true, cost: 1 });
      expect(report.why).to.equal("wrong chain: deposit chain id 17000, expected 1");
      expect(nodes.requests).to.deep.equal([spec]);
    });

    it("identity of the caller: overrides the table's", async () => {
      const report = await probeBeacon({ spec: { DEPOSIT_CHAIN_ID: 31_337 } }, { expected: "31337" });
      expect(report.verdict).to.equal("healthy");
    });

    for (const [name, paths] of [
      ["spec not offered", () => without(spec)],
      ["spec without the id", () => beaconPaths(clock, { spec: { DEPOSIT_CHAIN_ID: null } })],
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
      const { [spec]: _, ...paths } = beaconPaths(clock, { genesisRoot: `0x${"cd".repeat(32)}` });
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
      expect(nodes.requests).to.not.include("/eth/v1/node/health");
    });

    it("path not offered: not checked, the head by its header", async () => {
      const report = await probe(without(syncing));
      expect(report).to.include({ verdict: "healthy", cost: 5 });
      expect(check(report, "beacon-sync")).to.equal(undefined);
    });
  });

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
      const report = await probeBeacon({ genesisSeconds: clock.nowMs / 1000 + 3600 });
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
      clock.nowMs += 900_000;
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
      const head = slotNow(clock, start, 5) - 2;
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
      const { [spec]: _, ...paths } = beaconPaths(clock);
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
      const report = await probe({ ...beaconPaths(clock), [spec]: () => ({ status: 502, body: "<html>" }) });
      expect(report.verdict).to.equal("healthy");
    });

    it("sync state and genesis of another shape: unknown, with the shape", async () => {
      const odd = () => ({ body: { data: [1, 2, 3] } });
      const report = await probe({ ...beaconPaths(clock), [syncing]: odd });
      expect(report).to.include({ verdict: "unknown", decidedBy: "beacon-sync" });
      expectCheck(report, "beacon-sync", { cause: "shape", observed: "an object with 1 fields" });
      const second = await probe({ ...beaconPaths(clock), [genesis]: odd });
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
      const report = await probe(beaconPaths(clock), {}, { maxCost: 2 });
      expect(report).to.include({ verdict: "unknown", cost: 2 });
      expect(nodes.requests).to.have.length(2);
      expect(report.checks.some(({ cause }) => cause === "budget")).to.equal(true);
    });

    it("hostile text in an error: one clean line", async () => {
      const body = { message: "bad\u001b[31m\nnode\u202e" };
      const report = await probe({ ...beaconPaths(clock), [syncing]: () => ({ status: 400, body }) });
      expect(check(report, "beacon-sync")?.why).to.match(/bad \[31m node$/);
    });
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

  describe("capabilities", () => {
    const capable = (paths: StubPaths) => probe(paths, {}, { depth: "capabilities" });
    const attestation = "/eth/v1/validator/attestation_data";

    it("attestation data at the head: for two request units", async () => {
      const report = await capable(beaconPaths(clock));
      expect(report).to.include({ verdict: "healthy", cost: 6 });
      expectCheck(report, "attestation", { observed: `slot ${slotNow(clock)}`, cost: 2 });
      expect(nodes.requests.at(-1)).to.equal(`${attestation}?slot=${slotNow(clock)}&committee_index=0`);
    });

    it("attestation data of another slot: degraded", async () => {
      const point = { epoch: "1", root: mainnetRoot };
      const body = { slot: 7, index: 0, beacon_block_root: mainnetRoot, source: point, target: point };
      const report = await capable({ ...beaconPaths(clock), [attestation]: () => ({ body }) });
      expect(report).to.include({ verdict: "degraded", decidedBy: "attestation" });
      expectCheck(report, "attestation", { cause: "not-functional" });
    });

    for (const [name, status, verdict] of [
      ["node is syncing", 503, "degraded"],
      ["block not in the fork choice", 400, "healthy"],
    ] as const) {
      it(`${name}: ${verdict}`, async () => {
        const body = { statusCode: status, message: "no data now" };
        const report = await capable({ ...beaconPaths(clock), [attestation]: () => ({ status, body }) });
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
      await capable(beaconPaths(clock, { spec: { DEPOSIT_CHAIN_ID: "5" } }));
      expect(nodes.requests).to.deep.equal([spec]);
    });
  });
});
