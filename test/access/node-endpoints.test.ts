import { expect } from "chai";
import { type ConnectOptions, connectNode, type NodeClient, type NodeEndpoints } from "pulumi-blockchain-nodes";
import type { Properties } from "../../provider/lifecycle/engine/properties.js";
import type { LogEntry } from "../../sandbox/index";
import { deployCallTree } from "../support/access/call-tree";
import { failureOf } from "../support/access/failure";
import { inputsFor, useOperations } from "../support/lifecycle/operations-scene";
import { nodeOperations } from "../support/lifecycle/resources";
import { litecoindPath } from "../support/nodes/litecoind";
import { chainOnBcoin } from "../support/nodes/mempool";

const unknownHash = `0x${"ab".repeat(32)}`;
const runtime = "0x602a60005260206000f3";
const target = "0x0000000000000000000000000000000000000022";

describe("connectNode with a Node's endpoints", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const opened: NodeClient[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((client) => client.close())));

  const create = async (args: Properties): Promise<{ readonly id: string; readonly endpoints: NodeEndpoints }> => {
    const inputs = inputsFor("node", { readiness: "none", ...args });
    const { id, outs } = await nodeOperations.create(inputs, scene.context({ isCrashSafe: false }));
    return { id, endpoints: outs.endpoints as NodeEndpoints };
  };
  const connect = (endpoints: NodeEndpoints, options?: ConnectOptions) => {
    const client = connectNode(endpoints, options);
    opened.push(client);
    return client;
  };
  const pathsAt = async (id: string) => {
    const log = await sandbox.admin<readonly LogEntry[]>("GET", "/requests?kind=rpc");
    return log.filter(({ node }) => node === id).map(({ path }) => path);
  };

  let evm: { readonly id: string; readonly endpoints: NodeEndpoints };
  before(async () => {
    evm = await create({ project: scene.project, chain: "ethereum-mainnet" });
  });

  describe("authentication", () => {
    let networkId: string;
    let v1: NodeEndpoints;
    before(async () => {
      const placement = { type: "shared", provider: "chainstack_global", region: "global1" };
      const { client } = scene.context().account;
      const nodes = [{ ...placement, role: "peer", configuration: { archive: false }, name: "first" }];
      const body = {
        project: scene.project,
        protocol: "ethereum",
        configuration: { network: "ethereum-mainnet" },
        nodes,
      } as Parameters<typeof client.call<"createNetwork">>[1]["body"];
      networkId = (await client.call("createNetwork", { body })).id;
      v1 = (await create({ networkId, ...placement, configuration: { archive: false } })).endpoints;
    });

    const bare = (endpoints: NodeEndpoints, name: "beacon" | "https" | "wss") =>
      (endpoints[name] ?? "").replace(`/${endpoints.key}`, "");
    const forms: readonly (readonly [string, () => NodeEndpoints])[] = [
      ["token in the URL path, as in v2", () => evm.endpoints],
      ["key joined to the URL, as in v1", () => v1],
      [
        "user name and password",
        () => ({
          https: bare(v1, "https"),
          wss: bare(v1, "wss"),
          beacon: bare(v1, "beacon"),
          username: v1.username ?? "",
          password: v1.password ?? "",
        }),
      ],
      [
        "user name and password in the URL",
        () => {
          const withUser = (url: string) => url.replace("://", `://${v1.username}:${v1.password}@`);
          return {
            https: withUser(bare(v1, "https")),
            wss: withUser(bare(v1, "wss")),
            beacon: withUser(bare(v1, "beacon")),
          };
        },
      ],
    ];
    for (const [name, endpointsOf] of forms) {
      it(`${name}: opens JSON-RPC, WebSocket and the beacon API`, async () => {
        const client = connect(endpointsOf());
        expect(await client.call("eth_chainId", [])).to.equal(1n);
        const heads = await client.subscribe("newHeads");
        expect((await heads.next()).value?.number).to.be.a("bigint");
        await heads.unsubscribe();
        expect((await client.beacon.getGenesis({})).genesisValidatorsRoot).to.match(/^0x4b363db9/);
      });
    }

    it("wrong token: AuthError on each of them, without the secret", async () => {
      const wrong = "f".repeat(32);
      const replaced = (url = "") => url.replace(v1.key ?? "?", wrong);
      const client = connect({ https: replaced(v1.https), wss: replaced(v1.wss), beacon: replaced(v1.beacon) });
      for (const call of [
        () => client.call("eth_chainId", []),
        () => client.subscribe("newHeads"),
        () => client.attestationData({ slot: 1, committeeIndex: 0 }),
      ]) {
        const error = await failureOf(call());
        expect(error).to.include({ code: "auth" });
        expect(`${error.message}${error.stack}${JSON.stringify(error)}`).to.not.include(wrong);
        expect(error.message).to.match(
          /responded with HTTP 401.*wrong token or password, or blocked by an access rule\.$/,
        );
      }
    });

    it("gRPC: metadata for the caller's own client", () => {
      const grpc = connect({ ...evm.endpoints, grpc: "sui.example:443", grpcToken: "a-token" }).grpc;
      expect(grpc?.address).to.equal("sui.example:443");
      expect(grpc?.metadata).to.deep.equal({ "x-token": "a-token" });
      expect(connect(evm.endpoints).grpc).to.equal(undefined);
    });
  });

  describe("debug_traceCallMany", () => {
    const bundles = [
      { transactions: [{ to: target }, { to: target, gas: 50_000 }] },
      { transactions: [{ to: target }] },
    ];
    for (const form of ["flat", "nested"] as const) {
      it(`${form} form, state overrides as third parameter: traces by bundle and call`, async () => {
        await sandbox.change({ traceCallMany: form });
        const traces = await connect(evm.endpoints).traceCallMany(
          bundles,
          { blockNumber: "latest", transactionIndex: 0 },
          { stateOverrides: { [target]: { code: runtime } } },
        );
        const bare = await connect(evm.endpoints).traceCallMany(
          bundles,
          { blockNumber: "latest", transactionIndex: 0 },
          { [target]: { code: runtime } },
        );
        expect(bare).to.deep.equal(traces);
        expect(traces.map((list) => list.length)).to.deep.equal([2, 1]);
        expect(traces[1]?.[0]).to.deep.include({
          failed: false,
          gas: 21_018n,
          returnValue: `0x${"2a".padStart(64, "0")}`,
        });
      });

      it(`${form} form, trace config as third parameter: call trees`, async () => {
        await sandbox.change({ traceCallMany: form });
        const context = { blockNumber: "latest" } as const;
        const [first] = await connect(evm.endpoints).traceCallMany(bundles, context, { tracer: "callTracer" });
        expect(first?.[0]).to.include({ type: "CALL", to: target });
      });
    }

    it("failing call: its error", async () => {
      const client = connect(evm.endpoints);
      const error = await failureOf(client.traceCallMany(bundles, { blockNumber: 10n ** 9n }));
      expect(error).to.include({ code: "rpc", method: "debug_traceCallMany" });
    });
  });

  describe("ots_traceTransaction on Hyperliquid", () => {
    const chain = "hyperliquid-mainnet";
    let node: { readonly id: string; readonly endpoints: NodeEndpoints };
    let hash: string;
    before(async () => {
      node = await create({ project: scene.project, chain });
      const client = connectNode(node.endpoints);
      ({ hash } = await deployCallTree((method, params) => client.call(method, params)));
    });
    for (const suffix of ["", "/", "/evm", "/evm/"]) {
      it(`endpoint ending with "${suffix}": /evm once`, async () => {
        const { id, endpoints } = node;
        await sandbox.forget();
        const client = connect({ ...endpoints, https: `${endpoints.https}${suffix}` }, { chain });
        expect(await client.otsTraceTransaction(hash)).to.have.length(7);
        expect(await pathsAt(id)).to.deep.equal([`/rpc/${id}/…/evm`]);
      });
    }

    it("call and batch: /evm, other calls of the batch to the plain endpoint", async () => {
      const { id, endpoints } = node;
      const client = connect(endpoints, { chain });
      await sandbox.forget();
      expect(await client.call("ots_traceTransaction", [hash])).to.have.length(7);
      const trace = { method: "ots_traceTransaction", params: [hash] };
      const items = await client.batch([{ method: "eth_chainId" }, trace]);
      expect(items.map(({ ok }) => ok)).to.deep.equal([true, true]);
      const paths = await pathsAt(id);
      expect([...paths].sort()).to.deep.equal([`/rpc/${id}/…`, `/rpc/${id}/…/evm`, `/rpc/${id}/…/evm`]);
    });

    it("another chain: plain endpoint", async () => {
      const client = connect(evm.endpoints, { chain: "ethereum-mainnet" });
      expect(await client.otsTraceTransaction(unknownHash)).to.deep.equal([]);
    });
  });

  it("Bitcoin through the platform's token: works", async () => {
    const { endpoints } = await create({ project: scene.project, chain: "bitcoin-regtest" });
    const client = connect(endpoints, { version: "1.0" });
    const [first = "", second, third] = await chainOnBcoin((method, params) => client.call(method, params));
    expect(await client.getMempoolDescendants(first)).to.have.members([second, third]);
    const error = await failureOf(client.getMempoolDescendants("00".repeat(32)));
    expect(error).to.include({ code: "rpc", rpcCode: -1 });
  });

  if (litecoindPath() !== undefined) {
    it("Litecoin through the platform's token: works, errors with HTTP 500 included", async () => {
      const { endpoints } = await create({ project: scene.project, chain: "litecoin-regtest" });
      const error = await failureOf(connect(endpoints).getMempoolDescendants("00".repeat(32)));
      expect(error).to.include({ code: "rpc", rpcCode: -5, status: 500 });
    });
  }

  it("access rule: AuthError on each interface", async () => {
    const { id, endpoints } = await create({ project: scene.project, chain: "ethereum-sepolia-testnet" });
    const manage = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
      const url = `${sandbox.baseUrl}/v2/nodes/${id}/access-rules/${path}`;
      return (await (await fetch(url, { method, headers, body: JSON.stringify(body) })).json()) as { id: string };
    };
    const rule = await manage("POST", "", { type: "ip", value: "203.0.113.7" });
    await manage("PATCH", `${rule.id}/`, { status: "activated" });
    const client = connect(endpoints);
    expect(await failureOf(client.call("eth_chainId", []))).to.include({ code: "auth" });
    expect(await failureOf(client.subscribe("newHeads"))).to.include({ code: "auth" });
    expect(await failureOf(client.beacon.getGenesis({}))).to.include({ code: "auth" });
  });
});
