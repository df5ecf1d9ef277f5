import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { connectNode } from "../../../provider/access/connect-node.js";
import type { NodeEndpoints } from "../../../provider/access/endpoints.js";
import { failureOf } from "../../support/access/failure";
import { address, hash, txid } from "../../support/access/wrong-values.js";
import { json, useStubServer } from "../../support/http/stub-server.js";

/** Any function, with arguments that the types would reject. */
type Loose = (...given: readonly unknown[]) => Promise<unknown>;
const connect = connectNode as unknown as (...given: readonly unknown[]) => unknown;
const https = "https://node.example/0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const bundles = [{ transactions: [{ to: address }] }];

const wrongEndpoints: readonly (readonly [what: string, value: () => unknown, says: RegExp])[] = [
  ["an output", () => pulumi.output({ https }), /output.*endpoints\.apply\(/],
  ["a secret output", () => pulumi.secret({ https }), /output.*endpoints\.apply\(/],
  ["a Node", () => ({ __pulumiResource: true, endpoints: pulumi.output({ https }) }), /resource.*endpoints\.apply\(/],
  ["a promise", () => Promise.resolve({ https }), /promise.*await/],
  ["a URL as string", () => https, /object.*\{ https \}/],
  ["a URL", () => new URL(https), /object.*\{ https \}/],
  ["undefined", () => undefined, /object.*\{ https \}/],
  ["null", () => null, /object.*\{ https \}/],
  ["a list", () => [https], /object.*\{ https \}/],
  ["an output inside", () => ({ https: pulumi.output(https) }), /endpoints\.https.*output.*\.apply\(/],
  ["a number inside", () => ({ https, key: 5 }), /endpoints\.key/],
  ["null inside", () => ({ https, wss: null }), /endpoints\.wss/],
];

describe("connectNode, endpoints of a wrong type", () => {
  for (const [what, value, says] of wrongEndpoints) {
    it(`${what}: ConfigError with the fix, without the key`, () => {
      expect(() => connect(value()))
        .to.throw(says)
        .with.include({ name: "ConfigError", code: "config" })
        .and.property("message")
        .not.includes("0f1e2d3c");
    });
  }

  it("an output: also rejected by the compiler", () => {
    const value: NodeEndpoints = { https };
    const endpoints = pulumi.output(value);
    // @ts-expect-error an Output has no value yet
    expect(() => connectNode(endpoints)).to.throw();
  });
});

describe("options of a wrong type", () => {
  const stub = useStubServer();
  const node = () => {
    stub.answer = json({ id: 1, result: "0x1" });
    const { href } = stub.url;
    const client = connectNode({ https: href, beacon: href, wss: href.replace("http", "ws") });
    return client as unknown as Record<string, Loose> & { readonly beacon: Record<string, Loose> };
  };

  const calls: readonly (readonly [name: string, call: (options: unknown) => Promise<unknown>])[] = [
    ["call", (own) => (node().call as Loose)("eth_chainId", [], own)],
    ["call of an unknown method", (own) => (node().call as Loose)("x_y", [], own)],
    ["request", (own) => (node().request as Loose)("x_y", [], own)],
    ["batch", (own) => (node().batch as Loose)([{ method: "eth_chainId" }], own)],
    ["newFilter", (own) => (node().newFilter as Loose)({}, own)],
    ["traceTransaction", (own) => (node().traceTransaction as Loose)(hash, {}, own)],
    ["traceCallMany", (own) => (node().traceCallMany as Loose)(bundles, { blockNumber: 1 }, {}, own)],
    ["otsTraceTransaction", (own) => (node().otsTraceTransaction as Loose)(hash, own)],
    ["waitForReceipt", (own) => (node().waitForReceipt as Loose)(hash, own)],
    ["getMempoolDescendants", (own) => (node().getMempoolDescendants as Loose)(txid, own)],
    ["attestationData", (own) => (node().attestationData as Loose)({ slot: 1, committeeIndex: 0 }, own)],
    ["beacon.getGenesis", (own) => (node().beacon.getGenesis as Loose)({}, own)],
    ["subscribe", (own) => (node().subscribe as Loose)("newHeads", [], own)],
  ];
  const wrong: readonly (readonly [names: RegExp, options: unknown])[] = [
    ...[null, 5, "5s", [], () => undefined].map((options) => [/options/, options] as const),
    ...["5s", null, 5n, 0, Number.NaN].map((timeoutMs) => [/timeoutMs/, { timeoutMs }] as const),
    ...[{}, null, true, new AbortController()].map((signal) => [/signal/, { signal }] as const),
    [/timeout\b.*is not an option/, { timeout: 5_000 }],
  ];
  for (const [name, call] of calls) {
    it(`${name}: ConfigError that names the option, nothing sent`, async () => {
      for (const [names, options] of wrong) {
        const error = await failureOf(Promise.resolve().then(() => call(options)));
        expect(error, String(options)).to.include({ code: "config" });
        expect(error.message).to.match(names);
      }
      expect(stub.seen).to.have.length(0);
    });
  }

  it("connectNode: ConfigError", () => {
    for (const options of [null, 5, "5s", []]) {
      expect(() => connect({ https }, options))
        .to.throw(/options/)
        .with.property("code", "config");
    }
  });

  for (const calls of [null, undefined, {}, "eth_chainId", 5, [5], [[]], [{ method: 5 }]]) {
    it(`batch of ${JSON.stringify(calls)}: RejectedError`, async () => {
      const error = await failureOf(Promise.resolve().then(() => (node().batch as Loose)(calls)));
      expect(error).to.include({ code: "rejected" });
    });
  }

  for (const kind of [null, undefined, 5, "toString", "newHead"]) {
    it(`subscribe to ${String(kind)}: RejectedError that lists the kinds`, async () => {
      const error = await failureOf(Promise.resolve().then(() => (node().subscribe as Loose)(kind)));
      expect(error).to.include({ code: "rejected" });
      expect(error.message).to.include("newHeads, logs, newPendingTransactions, slots");
    });
  }

  it("parameters by name of a known method: RejectedError with their order", async () => {
    const error = await failureOf((node().call as Loose)("getmempooldescendants", { txid }));
    expect(error).to.include({ code: "rejected" });
    expect(error.message).to.include("by position").and.include("txid, verbose");
    expect(await failureOf((node().subscribe as Loose)("logs", { address }))).to.include({ code: "rejected" });
  });
});
