import { expect } from "chai";
import fc from "fast-check";
import { endpointsOf, hostOf, joinKey } from "../../../provider/lifecycle/node/endpoints.js";
import { viewOfV1, viewOfV2 } from "../../../provider/lifecycle/node/observed.js";

const key = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

describe("joinKey", () => {
  for (const [name, address, joined] of [
    ["a bare host", "https://nd-1-2-3.p2pify.com", `https://nd-1-2-3.p2pify.com/${key}`],
    ["a bare host with a slash", "https://nd-1-2-3.p2pify.com/", `https://nd-1-2-3.p2pify.com/${key}`],
    ["a bare WebSocket host", "wss://ws-nd-1-2-3.p2pify.com", `wss://ws-nd-1-2-3.p2pify.com/${key}`],
    ["a port", "https://host.example:8443", `https://host.example:8443/${key}`],
    ["graphql", "https://nd-1-2-3.p2pify.com/graphql", `https://nd-1-2-3.p2pify.com/${key}/graphql`],
    ["metrics", "https://nd-1-2-3.p2pify.com/metrics", `https://nd-1-2-3.p2pify.com/${key}/metrics`],
    ["a dedicated beacon host", "https://beacon-nd-1-2-3.p2pify.com", `https://beacon-nd-1-2-3.p2pify.com/${key}`],
    ["a shared beacon path", "https://eth.example/beacon", `https://eth.example/beacon/${key}`],
    [
      "a shared beacon path with its API",
      "https://eth.example/beacon/eth/v1",
      `https://eth.example/beacon/${key}/eth/v1`,
    ],
    ["a path that only begins like beacon", "https://eth.example/beacons", `https://eth.example/${key}/beacons`],
    ["a WebSocket path", "wss://eth.example/ws", `wss://eth.example/ws/${key}`],
    ["Avalanche", "https://avax.example/ext/bc/C/rpc", `https://avax.example/ext/bc/C/rpc/${key}`],
    ["Avalanche with a slash", "https://avax.example/ext/bc/C/rpc/", `https://avax.example/ext/bc/C/rpc/${key}`],
    ["Avalanche WebSocket", "wss://avax.example/ws/ext/bc/C/ws", `wss://avax.example/ws/ext/bc/C/ws/${key}`],
    ["TON", "https://ton.example/api/v2/jsonRPC", `https://ton.example/api/v2/${key}/jsonRPC`],
    ["another API path", "https://ton.example/api/v3", `https://ton.example/${key}/api/v3`],
    ["EVM of Hyperliquid", "https://hl.example/evm", `https://hl.example/${key}/evm`],
    ["a query", "https://host.example/x?a=b", `https://host.example/${key}/x?a=b`],
    ["user info", "https://user:pa%20ss@host.example", `https://user:pa%20ss@host.example/${key}`],
    ["a user without password", "https://user@host.example/graphql", `https://user@host.example/${key}/graphql`],
    ["the key as path", `https://host.example/${key}`, `https://host.example/${key}`],
    ["the key in the middle", `https://ton.example/api/v2/${key}/jsonRPC`, `https://ton.example/api/v2/${key}/jsonRPC`],
    ["the key as user info", `https://x:${key}@host.example`, `https://x:${key}@host.example`],
    ["no URL", "host.example:443", "host.example:443"],
  ] as const) {
    it(`${name}: joined`, () => {
      expect(joinKey(address, key)).to.equal(joined);
    });
  }

  it("any URL: contains the key exactly once, also when joined twice", () => {
    const segment = fc.constantFrom("ws", "ext", "bc", "C", "rpc", "beacon", "api", "v2", "jsonRPC", "graphql", "eth");
    fc.assert(
      fc.property(fc.constantFrom("https", "wss"), fc.array(segment), (scheme, segments) => {
        const joined = joinKey([`${scheme}://host.example`, ...segments].join("/"), key);
        expect(joined.split(key)).to.have.length(2);
        expect(joinKey(joined, key)).to.equal(joined);
        expect(
          new URL(joined).pathname
            .split("/")
            .filter((part) => part !== key)
            .slice(1),
        ).to.deep.equal(segments);
      }),
    );
  });
});

describe("endpointsOf", () => {
  it("v1: the key joined with every URL", () => {
    const endpoints = endpointsOf({
      mode: "archive",
      version: "1.14.8",
      api_namespaces: ["eth"],
      https_endpoint: "https://nd.example",
      wss_endpoint: "wss://ws.example",
      beacon_endpoint: "https://beacon.example",
      graphql_endpoint: "https://nd.example/graphql",
      metrics_endpoint: "https://nd.example/metrics",
      grpc_endpoint: "grpc.example:443",
      auth_username: "calm-otter",
      auth_password: "river-stone",
      auth_key: key,
    });
    expect(endpoints).to.deep.equal({
      https: `https://nd.example/${key}`,
      wss: `wss://ws.example/${key}`,
      beacon: `https://beacon.example/${key}`,
      graphql: `https://nd.example/${key}/graphql`,
      metrics: `https://nd.example/${key}/metrics`,
      grpc: "grpc.example:443",
      username: "calm-otter",
      password: "river-stone",
      key,
    });
  });

  it("v2: URLs unchanged", () => {
    const https = `https://eth.example/${key}`;
    expect(endpointsOf({ https_endpoint: https, grpc_x_token: key, api_namespaces: [] })).to.deep.equal({
      https,
      grpcToken: key,
    });
  });

  it("null, empty, not a string: omitted", () => {
    const details = {
      https_endpoint: null,
      wss_endpoint: "",
      auth_key: "",
      beacon_endpoint: undefined,
      grpc_endpoint: 7,
      more: ["x"],
    };
    expect(endpointsOf(details)).to.deep.equal({});
  });

  it("unknown endpoints: camelCase, no key joined", () => {
    expect(
      endpointsOf({ toncenter_api_v2: "https://ton.example/api/v2", auth_key: key, constructor: "x" }),
    ).to.deep.equal({
      toncenterApiV2: "https://ton.example/api/v2",
      key,
      constructor: "x",
    });
  });

  it("any details: only non-empty strings", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (details) => {
        for (const value of Object.values(endpointsOf(details))) {
          expect(value).to.be.a("string").and.not.to.equal("");
        }
      }),
    );
  });
});

describe("hostOf", () => {
  it("several endpoints: host and port of https, else of wss", () => {
    expect(hostOf({ https: `https://u:p@host.example:8443/${key}`, wss: "wss://other.example" })).to.equal(
      "host.example:8443",
    );
    expect(hostOf({ wss: `wss://ws.example/${key}` })).to.equal("ws.example");
  });

  it("no URL: undefined", () => {
    expect(hostOf({})).to.equal(undefined);
    expect(hostOf({ https: "no url" })).to.equal(undefined);
    expect(hostOf({ https: "host.example:443" })).to.equal(undefined);
  });
});

describe("viewOfV1 and viewOfV2", () => {
  const base = { id: "ND-1", name: "rpc", status: "running", provider: "p", region: "r" };
  const v2 = {
    ...base,
    api: "v2",
    network: "ethereum-mainnet",
    protocol: "ethereum",
    project: "PR-1",
    cloud: undefined,
    blockchain: "BC-1",
    details: { https_endpoint: `https://eth.example/${key}`, version: 27, mode: "", api_namespaces: ["eth", 7] },
  } as const;

  it("v2 node: named as the outputs", () => {
    const view = viewOfV2(v2);
    expect(view).to.include({ id: "ND-1", chain: "ethereum-mainnet" });
    expect(view.outputs).to.deep.include({
      host: "eth.example",
      version: "27",
      apiNamespaces: ["eth"],
      project: "PR-1",
    });
    expect(view.outputs.mode).to.equal(undefined);
  });

  it("short network name: expanded to a slug", () => {
    expect(viewOfV2({ ...v2, network: "mainnet" }).chain).to.equal("ethereum-mainnet");
    expect(viewOfV2({ ...v2, network: undefined }).chain).to.equal(undefined);
  });

  it("v1 node: chain and project from its network", () => {
    const node = {
      ...base,
      api: "v1",
      networkId: "NW-1",
      organization: "RG-1",
      type: "shared",
      role: "peer",
      configuration: {},
      details: {},
      createdAt: undefined,
      creator: undefined,
    } as const;
    const view = viewOfV1(node, { protocol: "base", network: "base-mainnet", project: "PR-1" });
    expect(view.chain).to.equal("base-mainnet");
    expect(view.outputs).to.deep.include({
      networkId: "NW-1",
      network: "base-mainnet",
      project: "PR-1",
    });
    expect(viewOfV1(node, undefined).chain).to.equal(undefined);
  });
});
