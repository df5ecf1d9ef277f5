import { expect } from "chai";
import { connectNode } from "../../provider/access/connect-node.js";
import type { NodeEndpoints } from "../../provider/access/endpoints.js";
import type { ConnectOptions } from "../../provider/access/settings.js";

describe("connectNode, invalid arguments", () => {
  const https = "http://127.0.0.1:9/";
  const bad: readonly (readonly [name: string, options: Readonly<Record<string, unknown>>])[] = [
    ...[0, -1, Number.NaN, "5s", null].map((timeoutMs) => ["timeoutMs", { timeoutMs }] as const),
    ...[0, -1, Number.NaN, "1MB"].map((maxBodyBytes) => ["maxBodyBytes", { maxBodyBytes }] as const),
    ...[0, 65, 1.5, Number.NaN, "4"].map((maxConcurrent) => ["maxConcurrent", { maxConcurrent }] as const),
    ...[0, -1, 1.5, Number.POSITIVE_INFINITY].map((attempts) => ["attempts", { attempts }] as const),
    ...[1, null].map((chain) => ["chain", { chain }] as const),
    ...["3.0", 2].map((version) => ["version", { version }] as const),
    ...[{}, true].map((signal) => ["signal", { signal }] as const),
    ["retries", { retries: 3 }],
  ];
  for (const [name, options] of bad) {
    it(`option ${name} ${String(options[name])}: ConfigError that names it`, () => {
      const make = () => connectNode({ https }, options as ConnectOptions);
      expect(make)
        .to.throw(new RegExp(`\\b${name}\\b`))
        .with.include({ name: "ConfigError", code: "config" });
    });
  }

  for (const endpoints of [
    {},
    { https: "" },
    { https: "node" },
    { https: "ftp://x" },
    { https: "http://node.example" },
  ]) {
    it(`endpoints ${JSON.stringify(endpoints)}: ConfigError that names endpoints.https`, () => {
      expect(() => connectNode(endpoints as NodeEndpoints))
        .to.throw(/endpoints\.https/)
        .with.property("code", "config");
    });
  }

  it("beacon call or subscription without its endpoint: ConfigError that names it", async () => {
    const node = connectNode({ https });
    const failures = await Promise.all(
      [
        node.beacon.getGenesis({}),
        node.attestationData({ slot: 1, committeeIndex: 0 }),
        node.subscribe("newHeads"),
      ].map((call) => call.catch((reason: unknown) => reason)),
    );
    expect(failures.map((failure) => (failure as Error).name)).to.deep.equal(Array(3).fill("ConfigError"));
    const names = failures.map((failure) => /endpoints\.(\w+)/.exec((failure as Error).message)?.[1]);
    expect(names).to.deep.equal(["beacon", "beacon", "wss"]);
  });
});
