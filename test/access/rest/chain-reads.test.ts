import { expect } from "chai";
import { connectNode } from "pulumi-blockchain-nodes";
import { restSamples } from "../../support/access/answer-samples";
import { failureOf } from "../../support/access/failure";
import { json, useStubServer } from "../../support/http/stub-server";

const token = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

type Name =
  | "getAlgorandStatus"
  | "getAlgorandVersions"
  | "getAptosLedger"
  | "getTezosBootstrap"
  | "getTezosHeader"
  | "getTronBlock";

/** Method, suffixes that the endpoint may have, path of the request, and result. */
const rows: readonly (readonly [Name, readonly string[], string, object])[] = [
  [
    "getAptosLedger",
    ["", "/v1"],
    "/v1",
    { chainId: 1, ledgerTime: new Date(1_795_229_703_000), blockHeight: 7n, oldestLedgerVersion: 0n },
  ],
  ["getTronBlock", ["", "/wallet", "/jsonrpc"], "/wallet/getnowblock", { number: 7n, timestampMs: 1_795_229_703_000 }],
  ["getTezosBootstrap", [""], "/chains/main/is_bootstrapped", { isBootstrapped: true, syncState: "synced" }],
  [
    "getTezosHeader",
    [""],
    "/chains/main/blocks/head/header",
    { chainId: "NetXdQprcVkpaWU", level: 7, time: new Date("2026-11-20T20:15:03Z") },
  ],
  [
    "getAlgorandStatus",
    ["", "/v2"],
    "/v2/status",
    { lastRound: 7n, catchupTimeNs: 0n, timeSinceLastRoundNs: 2_800_000_000n, isStopped: undefined },
  ],
  ["getAlgorandVersions", ["", "/v2"], "/versions", { genesisId: "mainnet-v1.0" }],
];

describe("REST API of a chain", () => {
  const server = useStubServer();
  for (const [name, endings, path, expected] of rows) {
    for (const ending of endings) {
      it(`${name}, endpoint ending with "${ending}": read at ${path}, once`, async () => {
        server.answer = json(JSON.parse(restSamples[name][0] ?? ""));
        const client = connectNode({ https: `${server.url.origin}/${token}${ending}` });
        expect(await client.rest[name]()).to.deep.equal(expected);
        expect(server.seen.map(({ method, target }) => `${method} ${target}`)).to.deep.equal([`GET /${token}${path}`]);
      });
    }
  }

  it("getAlgorandBlock: only the header", async () => {
    server.answer = json(JSON.parse(restSamples.getAlgorandBlock[0] ?? ""));
    const client = connectNode({ https: `${server.url.origin}/${token}` });
    const block = await client.rest.getAlgorandBlock({ round: 7n });
    expect(block).to.deep.equal({ round: 7n, time: new Date(1_795_229_703_000) });
    expect(server.seen.map(({ target }) => target)).to.deep.equal([`/${token}/v2/blocks/7?header-only=true`]);
  });

  it("response of something else: ShapeError without the token", async () => {
    server.answer = json({ path: `/${token}` });
    const error = await failureOf(connectNode({ https: `${server.url.origin}/${token}` }).rest.getTronBlock());
    expect(error).to.include({ code: "shape", method: "getTronBlock", path: "result.block_header" });
    expect(`${error.message}${JSON.stringify(error)}`).to.not.include(token);
  });
});

describe("health of a beacon node", () => {
  const server = useStubServer();
  const health = () =>
    connectNode({ https: server.url.origin, beacon: server.url.origin }, { attempts: 1 }).beacon.getHealth();
  for (const status of [200, 206, 503] as const) {
    it(`status ${status}: returned, with or without a body`, async () => {
      for (const body of ["", '{"code":503,"message":"syncing"}']) {
        server.answer = (_, response) => void response.writeHead(status).end(body);
        expect(await health()).to.equal(status);
      }
    });
  }

  it("no such path: not supported", async () => {
    server.answer = (_, response) => void response.writeHead(404).end();
    expect(await failureOf(health())).to.include({ code: "not-found" });
  });
});
