import { expect } from "chai";
import { type FamilyScene, itProbesLikeEveryFamily, useFamily } from "../../support/health/family-cases.js";
import { expectCheck } from "../../support/health/stub-rest.js";

const header = "/chains/main/blocks/head/header";
const bootstrap = "/chains/main/is_bootstrapped";

const tezos: FamilyScene = {
  chain: "tezos-mainnet",
  blockSeconds: 8,
  identity: { wire: "NetXdQprcVkpaWU", shown: "NetXdQprcVkpaWU" },
  otherIdentity: { wire: "NetXnHfVqm9iesp", shown: "NetXnHfVqm9iesp" },
  requests: { identity: [header], healthy: [header, bootstrap, header, header] },
  hasSyncFlag: true,
  apis: ({ identity, isSyncing, head }) => ({
    paths: {
      [header]: () => {
        const { number: level, timeMs } = head();
        return { body: { chain_id: identity, level, timestamp: new Date(timeMs).toISOString(), hash: "BL" } };
      },
      [bootstrap]: () => ({ body: { bootstrapped: !isSyncing, sync_state: isSyncing ? "unsynced" : "synced" } }),
    },
  }),
};

describe("probeEndpoints, Tezos against stub nodes", () => {
  const probes = useFamily(tezos);
  itProbesLikeEveryFamily(tezos, probes);

  for (const [body, verdict, cause] of [
    [{ bootstrapped: true, sync_state: "unsynced" }, "degraded", "syncing"],
    [{ bootstrapped: false, sync_state: "synced" }, "degraded", "syncing"],
    [{ bootstrapped: true, sync_state: "stuck" }, "degraded", "warning"],
    [{ bootstrapped: null, sync_state: "synced" }, "healthy", "shape"],
    [{}, "healthy", "shape"],
  ] as const) {
    it(`sync state ${JSON.stringify(body)}: ${verdict}`, async () => {
      const { paths = {} } = probes.apis();
      const report = await probes.probeApis({ paths: { ...paths, [bootstrap]: () => ({ body }) } });
      expect(report.verdict).to.equal(verdict);
      expectCheck(report, "sync", { cause });
    });
  }

  it("sync state not offered: no fault", async () => {
    const { paths: { [bootstrap]: _, ...paths } = {} } = probes.apis();
    expect((await probes.probeApis({ paths })).verdict).to.equal("healthy");
  });

  for (const more of [{ timestamp: null }, { timestamp: "yesterday" }, { level: null }]) {
    it(`header with ${JSON.stringify(more)}: unknown`, async () => {
      const body = { chain_id: "NetXdQprcVkpaWU", level: 7, timestamp: "2026-03-04T12:00:00Z", ...more };
      const report = await probes.probeApis({ paths: { [header]: () => ({ body }) } });
      expect(report).to.include({ verdict: "unknown", decidedBy: "identity" });
      expectCheck(report, "identity", { cause: "shape" });
    });
  }
});
