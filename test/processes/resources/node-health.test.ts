import { expect } from "chai";
import { type StubMethods, startRpcStub } from "../../support/health/stub-chain";
import type { StubNode } from "../../support/nodes/nodes";
import {
  type Created,
  checked,
  createdOf,
  failureOf,
  inputsOf,
  texts,
  urnOf,
  usePlugin,
} from "../../support/processes/kit";
import type { Bag } from "../../support/processes/wire";

const token = "0123456789abcdef0123456789abcdef";
const hex = (value: number) => `0x${value.toString(16)}`;

/** An Arbitrum node by the real clock; its chain makes blocks on demand, so that no probe watches it. */
const methods = (chainId: () => number): StubMethods => ({
  eth_chainId: () => ({ value: hex(chainId()) }),
  eth_syncing: () => ({ value: false }),
  web3_clientVersion: () => ({ value: "nitro/v3" }),
  eth_getBlockByNumber: ([tag]) => {
    const now = Math.floor(Date.now() / 1000);
    const block = tag === "latest" ? now : Number(tag);
    return { value: { number: hex(block), hash: `0x${"ab".repeat(32)}`, timestamp: hex(block) } };
  },
});

describe("NodeHealth over gRPC, without settings", () => {
  // Malformed ones are none of its business either.
  const plugin = usePlugin(() => ({ config: { "blockchain-nodes:baseUrl": "not a URL" } }));
  let stub: StubNode;
  let chainId: number;

  beforeEach(async () => {
    chainId = 42_161;
    stub = await startRpcStub(methods(() => chainId));
  });
  afterEach(() => stub.stop());

  const args = (more: Bag = {}): Bag => ({
    node: { id: "ND-1-2-3", chain: "arbitrum-mainnet" },
    endpoints: { https: `${stub.url}/${token}`, key: token },
    ...more,
  });
  const created = (more?: Bag): Promise<Created> => createdOf(plugin(), "NodeHealth", "gate", args(more));

  it("create: inputs, verdict and report", async () => {
    const { id, inputs, properties } = await created({ triggers: { release: "1" }, timeouts: { create: "1m" } });
    expect(id).to.match(/^health-[0-9a-f]{16}$/);
    const { verdict, report, ...echoed } = properties;
    expect(echoed).to.deep.equal(inputs);
    expect(verdict).to.equal("healthy");
    expect(report).to.include({ chain: "arbitrum-mainnet", host: new URL(stub.url).host, verdict: "healthy" });
    expect(JSON.stringify(report)).not.to.include(token);
  });

  it("create, wrong chain: plain error, nothing in state", async () => {
    chainId = 1;
    const inputs = await checked(plugin(), "NodeHealth", "gate", args());
    const { message, partial } = await failureOf(plugin().create(inputs));
    expect(message).to.match(
      /^Node ND-1-2-3 \(arbitrum-mainnet at .*\) did not pass: .*wrong chain: chain id 1, expected 42161/,
    );
    expect(partial).to.equal(undefined);
  });

  it("create at the deadline: plain error, after progress on its row", async () => {
    await stub.stop();
    const inputs = await checked(plugin(), "NodeHealth", "gate", args({ timeouts: { create: "100ms" } }));
    const { message, partial } = await failureOf(plugin().create(inputs));
    expect(message).to.match(/did not pass within .*This says nothing about the node/);
    expect(partial).to.equal(undefined);
    const log = await plugin().engine.waitFor(({ message: text }) => text.startsWith("unknown: "));
    expect(log).to.include({ urn: urnOf("NodeHealth", "gate"), ephemeral: true });
  });

  it("read: as recorded, no request; by an id alone: rejected", async () => {
    const { id, inputs, properties } = await created();
    const { length } = stub.seen;
    expect(await plugin().read(id, properties)).to.deep.equal({ id, properties, inputs });
    expect(stub.seen).to.have.length(length);
    const { message } = await failureOf(plugin().read("health-1", inputsOf("NodeHealth", "gate")));
    expect(message).to.match(/^A NodeHealth cannot be read/);
  });

  it("update by a trigger: probes; the failed one keeps the old outputs", async () => {
    const { id, properties } = await created({ triggers: ["1"] });
    const news = await checked(plugin(), "NodeHealth", "gate", args({ triggers: ["2"] }), properties);
    expect((await plugin().diff(id, properties, news)).changes).to.equal("some");
    const { properties: updated } = await plugin().update(id, properties, news);
    expect(updated).to.deep.include({ triggers: ["2"], verdict: "healthy" });
    chainId = 1;
    const { partial } = await failureOf(plugin().update(id, properties, news));
    expect(partial?.id).to.equal(id);
    expect(partial?.properties).to.deep.equal(properties);
    expect((await plugin().diff(id, partial?.properties ?? {}, news)).changes).to.equal("some");
  });

  it("token alone: no change; with timeouts: stored without a request", async () => {
    const { id, properties } = await created();
    const { length } = stub.seen;
    const endpoints = { https: `${stub.url}/${"f".repeat(32)}`, key: "f".repeat(32) };
    const rotated = await checked(plugin(), "NodeHealth", "gate", args({ endpoints }), properties);
    expect((await plugin().diff(id, properties, rotated)).changes).to.equal("none");
    const timeouts = { update: "1h" };
    const both = await checked(plugin(), "NodeHealth", "gate", args({ endpoints, timeouts }), properties);
    expect((await plugin().diff(id, properties, both)).changes).to.equal("some");
    expect((await plugin().update(id, properties, both)).properties).to.deep.include({ endpoints, timeouts });
    expect(stub.seen).to.have.length(length);
  });

  it("delete: succeeds without a request", async () => {
    const { id, properties } = await created();
    const { length } = stub.seen;
    await plugin().delete(id, properties);
    expect(stub.seen).to.have.length(length);
  });

  it("check: failures on the arguments", async () => {
    const { failures } = await plugin().check(
      {},
      inputsOf("NodeHealth", "gate", { nodes: 1, timeouts: { create: "x" } }),
    );
    expect(failures.map(({ property }) => property)).to.have.members(["nodes", "timeouts.create", "node"]);
  });

  const malformed: readonly Bag[] = [
    {},
    { __set: 5, __owner: 7, node: null, endpoints: null, expect: null, triggers: null, timeouts: null, verdict: 5 },
    { __set: "node", node: 5, endpoints: "none", expect: [], report: "no", timeouts: 5, verdict: "odd" },
    { node: { id: 5, apiNamespaces: [7] }, endpoints: { https: 5 }, expect: { mode: 5, maxCost: "x", depth: "deep" } },
  ];

  it("malformed state: every call returns or fails cleanly", async () => {
    for (const [index, bag] of malformed.entries()) {
      const news = { ...inputsOf("NodeHealth", "odd"), ...bag };
      const calls: Readonly<Record<string, () => Promise<unknown>>> = {
        check: () => plugin().check(bag, news),
        diff: () => plugin().diff("health-1", bag, news),
        create: () => plugin().create(news),
        read: () => plugin().read("health-1", news),
        update: () => plugin().update("health-1", bag, inputsOf("NodeHealth", "odd", args())),
        delete: () => plugin().delete("health-1", news),
      };
      for (const [method, call] of Object.entries(calls)) {
        const outcome = await call().then(
          () => "",
          (error: unknown) => failureOf(Promise.reject(error)).then(({ message }) => message),
        );
        expect(outcome, `${method} ${index}`).not.to.match(/Unexpected|Cannot read|undefined/);
      }
    }
  });

  it("output and engine log: no token", () => {
    const printed = [plugin().output(), ...plugin().engine.logs.map(({ message }) => message)].join("\n");
    expect(printed).to.include("unknown: ").and.not.to.include(token);
    expect(texts.NodeHealth).to.include(".nodeHealth;");
  });
});
