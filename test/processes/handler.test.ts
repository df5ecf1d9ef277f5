import { join } from "node:path";
import { expect } from "chai";
import { failureOf, usePlugin } from "../support/processes/kit";
import type { Plugin } from "../support/processes/plugin";
import type { Bag } from "../support/processes/wire";

const lifecycle = join(require.resolve("pulumi-blockchain-nodes/lifecycle"), "../..");

/**
 * Inputs whose provider is created by the real `defineProvider` from operations that all do the same, which no platform
 * can be made to do.
 *
 * @param body code of every operation; `id` is an id, `PartialFailure` the class
 */
function inputsThat(body: string): Bag {
  const load = (file: string) => `require(${JSON.stringify(join(lifecycle, file))})`;
  return {
    __provider: `const { PartialFailure } = ${load("engine/partial-failure.js")};
      const id = "XX-1";
      const act = () => { ${body} };
      const operation = async () => act();
      const operations = { create: operation, read: operation, update: operation, remove: operation };
      exports.handler = () => ${load("dynamic/handler.js")}.defineProvider({
        check: act, diff: act, ...operations,
      });`,
    __owner: "organization/urn:pulumi:dev::shop::some:index:Type::odd",
    name: "odd",
  };
}

const methods: Readonly<Record<string, (plugin: Plugin, bag: Bag) => Promise<unknown>>> = {
  check: (plugin, bag) => plugin.check({}, bag),
  diff: (plugin, bag) => plugin.diff("XX-1", bag, bag),
  create: (plugin, bag) => plugin.create(bag),
  read: (plugin, bag) => plugin.read("XX-1", bag),
  update: (plugin, bag) => plugin.update("XX-1", bag, bag),
  delete: (plugin, bag) => plugin.delete("XX-1", bag),
};

const apiKey = "aB3dE6gH.canary-canary-canary";

const thrown: readonly { readonly title: string; readonly body: string; readonly message: RegExp }[] = [
  { title: "undefined", body: "throw undefined", message: /^Unexpected failure: undefined$/ },
  { title: "null", body: "throw null", message: /^Unexpected failure: null$/ },
  { title: "a string", body: 'throw "no"', message: /^Unexpected failure: no$/ },
  { title: "an object without a prototype", body: "throw Object.create(null)", message: /^Unexpected failure/ },
  {
    title: "an error with a number as its code",
    body: 'throw Object.assign(new Error("no"), { code: 404 })',
    message: /^Unexpected Error: no$/,
  },
  {
    title: "an error with metadata",
    body: 'throw Object.assign(new Error("no"), { metadata: { a: 1 } })',
    message: /^Unexpected Error: no$/,
  },
  {
    title: "an error with an id and properties of its own",
    body: 'throw Object.assign(new Error("no"), { id: "XX-2", properties: { a: undefined } })',
    message: /^Unexpected Error: no$/,
  },
  {
    title: "an error of several lines",
    body: 'throw new TypeError("one\\r\\n  two\\n\\nthree\\n")',
    message: /^Unexpected TypeError: one two three$/,
  },
  {
    title: "an error that repeats the key",
    body: `throw new Error("no ${apiKey}!")`,
    message: /^Unexpected Error: no \[secret\]!$/,
  },
];

describe("defineProvider", () => {
  const plugin = usePlugin(() => ({
    config: { "blockchain-nodes:baseUrl": "http://127.0.0.1:1", "blockchain-nodes:apiKey": apiKey },
  }));

  for (const { title, body, message } of thrown) {
    it(`${title} thrown by any method: one line`, async () => {
      for (const [method, call] of Object.entries(methods)) {
        const failure = await failureOf(call(plugin(), inputsThat(body)));
        expect(failure.message, method).to.match(message);
        expect(failure.partial, method).to.equal(undefined);
      }
    });
  }

  it("output: neither stack nor key", () => {
    expect(plugin().output())
      .to.include("Unexpected Error: no")
      .and.not.to.include(apiKey)
      .and.not.to.match(/^ +at /m);
  });

  for (const method of ["create", "update"] as const) {
    it(`partial failure of ${method}: id, storable properties and provider text`, async () => {
      const bag = inputsThat(
        'throw new PartialFailure(id, { ready: false, a: undefined, b: [{ c: null, d: undefined }] }, "half\\n  way")',
      );
      const { message, partial } = await failureOf(methods[method]?.(plugin(), bag) ?? Promise.resolve());
      expect(message).to.equal("half way");
      expect(partial).to.deep.equal({
        id: "XX-1",
        properties: { ready: false, b: [{ c: null }], __provider: bag.__provider },
        reasons: ["half way"],
      });
    });
  }

  it("undefined in results of create, read and update: dropped", async () => {
    const outs = "{ a: undefined, b: { c: undefined, d: 0 }, e: [false, null, ''] }";
    const clean = { b: { d: 0 }, e: [false, null, ""] };
    const made = inputsThat(`return { id, outs: ${outs}, inputs: ${outs} }`);
    const { __provider } = made;
    expect(await plugin().create(made)).to.deep.equal({ id: "XX-1", properties: { ...clean, __provider } });
    expect(await plugin().read("XX-1", made)).to.deep.equal({
      id: "XX-1",
      properties: { ...clean, __provider },
      inputs: { ...clean, __provider },
    });
    const updated = inputsThat(`return ${outs}`);
    expect(await plugin().update("XX-1", {}, updated)).to.deep.equal({
      properties: { ...clean, __provider: updated.__provider },
    });
  });

  for (const value of ["1n", "() => 1", "Buffer.from('a')", "new Date()", "Number.NaN", "Symbol('a')"]) {
    it(`${value} in outputs: rejected with its path`, async () => {
      const { message } = await failureOf(plugin().create(inputsThat(`return { id, outs: { a: [{ b: ${value} }] } }`)));
      expect(message).to.match(/^Unexpected TypeError: value\.a\[0\]\.b cannot be stored: /);
    });
  }

  it("read, object in state deleted: empty id", async () => {
    const bag: Bag = { ...inputsThat("return undefined"), organization: "RG-1-2" };
    expect(await plugin().read("XX-1", bag)).to.deep.equal({
      id: "",
      properties: { __provider: bag.__provider },
      inputs: undefined,
    });
  });

  it("read for get, no such object: fails", async () => {
    const { message } = await failureOf(plugin().read("XX-1", inputsThat("return undefined")));
    expect(message).to.equal("XX-1 does not exist, or this key may not see it.");
  });
});
