import { expect } from "chai";
import { acceptUnknownIdentity } from "../../../provider/health/decide.js";
import {
  type FamilyScene,
  itProbesLikeEveryFamily,
  type NodeApis,
  useFamily,
} from "../../support/health/family-cases.js";
import { check } from "../../support/health/probe-scene.js";
import { expectCheck } from "../../support/health/stub-rest.js";

const method = "server_state";
const rippleEpochMs = 946_684_800_000;

const xrpl: FamilyScene = {
  chain: "xrp-ledger-mainnet",
  blockSeconds: 4,
  identity: { wire: 0, shown: "0" },
  otherIdentity: { wire: 1, shown: "1" },
  requests: { identity: [method], healthy: [method, method, method] },
  hasSyncFlag: true,
  freshAndSyncing: { verdict: "syncing", decidedBy: "head" },
  apis: ({ identity, isSyncing, head }) =>
    stateOf(() => ({
      network_id: identity,
      server_state: isSyncing ? "syncing" : "full",
      complete_ledgers: "64572720-65887201",
      validated_ledger: { seq: head().number, close_time: (head().timeMs - rippleEpochMs) / 1000, base_fee: 10 },
    })),
};

function stateOf(state: () => unknown): NodeApis {
  return { rpc: { "/": { [method]: () => ({ value: { state: state(), status: "success" } }) } } };
}

describe("probeEndpoints, XRP Ledger against stub servers", () => {
  const probes = useFamily(xrpl);
  itProbesLikeEveryFamily(xrpl, probes);

  const closeTime = () => (probes.clock.nowMs - rippleEpochMs) / 1000 - 2;
  const healthy = () => ({
    network_id: 0,
    server_state: "full",
    complete_ledgers: "64572720-65887201",
    validated_ledger: { seq: 65_887_201, close_time: closeTime() },
  });
  const probeState = (more: Readonly<Record<string, unknown>>, options = {}) =>
    probes.probeApis(
      stateOf(() => ({ ...healthy(), ...more })),
      { maxWaitForAdvanceMs: 0, ...options },
    );

  for (const [state, verdict] of [
    ["full", "healthy"],
    ["validating", "healthy"],
    ["proposing", "healthy"],
    ["connected", "syncing"],
    ["syncing", "syncing"],
    ["tracking", "syncing"],
    ["disconnected", "degraded"],
  ] as const) {
    it(`fresh ledger, state ${state}: ${verdict}`, async () => {
      const report = await probeState({ server_state: state });
      expect(report.verdict).to.equal(verdict);
      expect(check(report, "sync")?.why).to.include(state);
    });
  }

  for (const state of ["connected", "syncing", "tracking"]) {
    it(`no validated ledger, state ${state}: syncing`, async () => {
      const report = await probeState({ server_state: state, validated_ledger: undefined });
      expect(report).to.include({ verdict: "syncing", decidedBy: "head" });
    });
  }

  it("no validated ledger, state full: unhealthy", async () => {
    const report = await probeState({ validated_ledger: undefined });
    expect(report).to.include({ verdict: "unhealthy", decidedBy: "head", why: "the server has no validated ledger" });
  });

  it("age instead of the time: read", async () => {
    expectCheck(await probeState({ validated_ledger: { seq: 7, age: 3 } }), "head", { verdict: "healthy", value: 3 });
    expectCheck(await probeState({ validated_ledger: { seq: 7, age: 300 } }), "head", { verdict: "unhealthy" });
  });

  it("network id not reported: unknown, accepted on the platform's word", async () => {
    const report = await probeState({ network_id: undefined });
    expect(report).to.include({ verdict: "unknown", decidedBy: "identity" });
    expect(report.why).to.include("does not report a network id");
    expect(acceptUnknownIdentity(report)).to.include({ verdict: "healthy", decidedBy: "head" });
  });

  it("amendment blocked: degraded", async () => {
    expect(await probeState({ amendment_blocked: true })).to.include({ verdict: "degraded", decidedBy: "warnings" });
  });

  it("response without id and version, as such servers send it: read", async () => {
    const body = { result: { state: healthy(), status: "success" } };
    const report = await probes.probeApis({ paths: { "/": () => ({ body }) } }, { maxWaitForAdvanceMs: 0 });
    expect(report.verdict).to.equal("healthy");
  });

  for (const [error, verdict, cause] of [
    ["slowDown", "unknown", "throttled"],
    ["noNetwork", "syncing", "starting"],
    ["unknownCmd", "unknown", "method"],
    ["constructor", "unknown", "rpc"],
  ] as const) {
    it(`result with error ${error}: ${verdict}`, async () => {
      const result = { error, error_message: "No.\u001b", error_code: 10, request: {}, status: "error" };
      const report = await probes.probeApis({ paths: { "/": () => ({ body: { result } }) } });
      expect(report).to.include({ verdict, decidedBy: "identity", cost: 1 });
      expectCheck(report, "identity", { cause });
      expect(report.why).to.match(/responded with error \w+: No\.$/);
    });
  }

  for (const state of [null, [], { server_state: null }, { server_state: "full", complete_ledgers: 7 }]) {
    it(`state ${JSON.stringify(state)}: unknown`, async () => {
      const report = await probes.probeApis(stateOf(() => state));
      expect(report).to.include({ verdict: "unknown", decidedBy: "identity" });
      expectCheck(report, "identity", { cause: "shape" });
    });
  }

  it("capabilities: the ledgers on the server, for one request unit", async () => {
    const report = await probeState({}, { depth: "capabilities" });
    expectCheck(report, "depth", { observed: "64572720-65887201", cost: 1 });
    expect(report.cost).to.equal(2);
  });
});
