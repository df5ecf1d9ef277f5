import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { ConfigError, Node, type ProbeNodeOptions, Project, probeNode, stackHealth } from "pulumi-blockchain-nodes";
import { type StubMethods, startRpcStub } from "../support/health/stub-chain";
import type { StubNode } from "../support/nodes/nodes";
import { contentOf, useMocks } from "../support/resources/mocks";

const token = "0123456789abcdef0123456789abcdef";
const chain = "arbitrum-mainnet";
const hex = (value: number) => `0x${value.toString(16)}`;

/** A chain that makes blocks on demand, so that no probe watches it; its head grows with every look. */
function growing(): StubMethods {
  let looks = 1_000_000;
  return {
    eth_chainId: () => ({ value: hex(42_161) }),
    eth_syncing: () => ({ value: false }),
    web3_clientVersion: () => ({ value: "nitro/v3" }),
    eth_getBlockByNumber: ([tag]) => {
      looks += 1;
      const now = Math.floor(Date.now() / 1000);
      const [number, time] = tag === "latest" ? [looks, now] : [Number(tag), now - looks + Number(tag)];
      return { value: { number: hex(number), hash: `0x${"ab".repeat(32)}`, timestamp: hex(time) } };
    },
  };
}

describe("probeNode", () => {
  let stub: StubNode;
  let host: string;
  let outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;

  beforeEach(async () => {
    stub = await startRpcStub(growing());
    host = new URL(stub.url).host;
    const endpoints = { https: `${stub.url}/${token}`, key: token, password: "word-of-passing" };
    outputs = { rpc: { network: chain, host, endpoints: pulumi.secret(endpoints) } };
  });
  afterEach(() => stub.stop());

  const makeNode = () => new Node("rpc", { project: "PR-1-2-3", chain });

  it("node: stable report, known and not secret", async () => {
    await useMocks({ outputs });
    const [first, second] = [await contentOf(probeNode(makeNode())), await contentOf(probeNode(makeNode()))];
    expect(first).to.include({ isKnown: true, isSecret: false });
    expect(first.value).to.include({ verdict: "healthy", decidedBy: "head", chain, host });
    expect(first.value).to.have.all.keys("verdict", "decidedBy", "chain", "host", "checks");
    expect(first.value.checks.map((check) => Object.keys(check))).to.deep.include(["check", "verdict"]);
    expect(second.value).to.deep.equal(first.value);
    expect(JSON.stringify(first.value)).not.to.include(token);
  });

  it("details: the evidence too, without a secret", async () => {
    await useMocks({ outputs });
    const { value, isSecret } = await contentOf(probeNode(makeNode(), { details: true }));
    expect(isSecret).to.equal(false);
    expect(value.why).to.match(/^head \S+ is \d+ s old/);
    expect(value.cost).to.be.above(0);
    expect(value.checks.find(({ check }) => check === "identity")).to.include({
      observed: "42161",
      threshold: "42161",
    });
    expect(JSON.stringify(value)).not.to.match(new RegExp(`${token}|word-of-passing`));
  });

  it("endpoints and chain, also as outputs", async () => {
    await useMocks();
    const endpoints = pulumi.secret({ https: `${stub.url}/${token}` });
    const { value, isSecret } = await contentOf(probeNode({ endpoints, chain: pulumi.output(chain) }));
    expect(value).to.include({ verdict: "healthy", chain, host });
    expect(isSecret).to.equal(false);
  });

  it("expect: decides in place of the node's chain", async () => {
    await useMocks({ outputs });
    const wrong = await contentOf(probeNode(makeNode(), { expect: { chain: "ethereum-mainnet" } }));
    expect(wrong.value).to.include({ verdict: "unhealthy", decidedBy: "identity", chain: "ethereum-mainnet" });
    const { value } = await contentOf(probeNode(makeNode(), { expect: { identity: "7" } }));
    expect(value).to.include({ verdict: "unhealthy", decidedBy: "identity", chain });
  });

  it("maxCost: never exceeded", async () => {
    await useMocks({ outputs });
    const { value } = await contentOf(probeNode(makeNode(), { maxCost: 2, details: true }));
    expect(value).to.include({ verdict: "unknown", cost: 0 });
    expect(stub.seen).to.deep.equal([]);
    const stack = await contentOf(stackHealth([makeNode()], { maxCost: 2 }));
    expect(stack.value.verdict).to.equal("unknown");
    expect(stub.seen).to.deep.equal([]);
  });

  it("node without endpoints, or unreachable: unknown, does not reject", async () => {
    await useMocks({ outputs: { rpc: { network: chain } } });
    expect((await contentOf(probeNode(makeNode()))).value).to.include({ verdict: "unknown", host: "" });
    await stub.stop();
    const { value } = await contentOf(probeNode({ endpoints: { https: `${stub.url}/${token}` }, chain }));
    expect(value).to.include({ verdict: "unknown", host });
  });

  for (const [title, options, config, isKnown] of [
    ["preview", {}, {}, false],
    ["inPreview", { inPreview: true }, {}, true],
    ["inPreview, but offline", { inPreview: true }, { "blockchain-nodes:offline": "true" }, false],
  ] as const) {
    it(`${title}: ${isKnown ? "known" : "unknown, no request"}`, async () => {
      await useMocks({ isPreview: true, outputs });
      pulumi.runtime.setAllConfig(config);
      try {
        const subjects = [makeNode(), { endpoints: { https: `${stub.url}/${token}` }, chain }];
        for (const subject of subjects) {
          expect((await contentOf(probeNode(subject, options))).isKnown).to.equal(isKnown);
        }
        expect(stub.seen.length > 0).to.equal(isKnown);
      } finally {
        pulumi.runtime.setAllConfig({});
      }
    });
  }

  const wrong: readonly (readonly [title: string, options: object, message: RegExp])[] = [
    ["an unknown option", { deph: "full" }, /^probeNode: the option "deph" does not exist; did you mean "depth"\?$/],
    ["an unknown depth", { depth: "deep" }, /^probeNode: the option depth must be one of basic, capabilities, full\.$/],
    [
      "no budget",
      { maxCost: 0 },
      /^probeNode: the option maxCost must be a whole number of request units, at least 1\.$/,
    ],
  ];
  for (const [title, options, message] of wrong) {
    it(`${title}: rejected`, async () => {
      await useMocks({ outputs });
      expect(() => probeNode(makeNode(), options as ProbeNodeOptions)).to.throw(ConfigError, message);
      expect(() => stackHealth([makeNode()], options)).to.throw(ConfigError, /^stackHealth: the option /);
    });
  }

  it("neither a node nor endpoints with a chain: rejected", async () => {
    await useMocks();
    for (const subject of [new Project("apps"), { endpoints: {} }, undefined]) {
      expect(() => probeNode(subject as never)).to.throw(ConfigError, /^probeNode: /);
    }
  });
});
