import { expect } from "chai";
import { probeEndpoints } from "../../../provider/health/probe.js";
import { type FamilyScene, itProbesLikeEveryFamily, useFamily } from "../../support/health/family-cases.js";
import { expectCheck, startRestStub } from "../../support/health/stub-rest.js";

const block = "/wallet/getnowblock";

const tron: FamilyScene = {
  chain: "tron-mainnet",
  blockSeconds: 3,
  identity: { wire: "0x2b6653dc", shown: "728126428" },
  otherIdentity: { wire: "0xcd8690dc", shown: "3448148188" },
  requests: { identity: ["eth_chainId"], healthy: ["eth_chainId", block, block, block] },
  hasSyncFlag: false,
  apis: ({ identity, head }) => ({
    rpc: { "/jsonrpc": { eth_chainId: () => ({ value: identity }) } },
    paths: {
      [block]: () => {
        const { number, timeMs: timestamp } = head();
        return { body: { blockID: "00ab", block_header: { raw_data: { number, timestamp } }, transactions: [] } };
      },
    },
  }),
};

describe("probeEndpoints, TRON against stub nodes", () => {
  const probes = useFamily(tron);
  itProbesLikeEveryFamily(tron, probes);

  for (const ending of ["", "/", "/jsonrpc"]) {
    it(`endpoint ending with "${ending}": JSON-RPC at /jsonrpc, REST beside it, below the token`, async () => {
      const token = "/0f1e2d3c4b5a69788796a5b4c3d2e1f0";
      const { paths = {}, rpc = {} } = probes.apis();
      const below = <T>(table: Readonly<Record<string, T>>) =>
        Object.fromEntries(Object.entries(table).map(([path, value]) => [token + path, value]));
      const stub = await startRestStub(below(paths), below(rpc));
      const target = { endpoints: { https: `${stub.url}${token}${ending}` }, chain: "tron-mainnet" };
      const report = await probeEndpoints(target, { clock: probes.clock });
      await stub.stop();
      expect(report.verdict).to.equal("healthy");
      expect(stub.seen.slice(0, 2).map(({ url }) => url)).to.deep.equal([`${token}/jsonrpc`, `${token}${block}`]);
    });
  }

  for (const body of [null, {}, { Error: "class java.lang.NullPointerException" }, { block_header: null }]) {
    it(`block ${JSON.stringify(body)}: unknown`, async () => {
      const { rpc = {} } = probes.apis();
      const report = await probes.probeApis({ rpc, paths: { [block]: () => ({ body }) } });
      expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
    });
  }

  it("timestamp and number as strings: read", async () => {
    const { rpc = {} } = probes.apis();
    const { number, timeMs } = probes.node().head();
    const raw_data = { number: `${number}`, timestamp: `${timeMs}` };
    const report = await probes.probeApis({
      rpc,
      paths: { [block]: () => ({ body: { block_header: { raw_data } } }) },
    });
    expectCheck(report, "head", { verdict: "healthy" });
  });

  it("no REST API: unknown", async () => {
    const { rpc = {} } = probes.apis();
    const report = await probes.probeApis({ rpc });
    expect(report).to.include({ verdict: "unknown", decidedBy: "head" });
    expectCheck(report, "head", { cause: "rpc" });
  });
});
