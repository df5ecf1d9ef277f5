import { expect } from "chai";
import fc from "fast-check";
import { parseJson, writeJson } from "../../../provider/access/codec/json.js";
import { rpcSamples } from "../../support/access/answer-samples.js";
import { mutated } from "../../support/access/mutated-answers.js";
import { casesOf } from "../../support/extent";

const samples = Object.values(rpcSamples).flatMap((rows) => rows.flatMap(([, ...answers]) => answers as string[]));

type Tree = bigint | boolean | null | string | readonly Tree[] | { readonly [name: string]: Tree };

const near = fc
  .bigInt({ min: -20n, max: 20n })
  .chain((by) => fc.constantFrom(2n ** 53n + by, -(2n ** 53n) + by, 2n ** 64n + by));
const leaf = fc.oneof(
  near,
  fc.bigInt(),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('"', "\\", ",1,", "[2"),
);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("tree"), { maxKeys: 4 }),
  ),
}));

/** Writes JSON with integers of any length and whitespace between all tokens. */
function written(value: Tree, blank: string): string {
  if (typeof value === "bigint") {
    return `${value}`;
  }
  if (Array.isArray(value)) {
    return `[${blank}${value.map((item: Tree) => written(item, blank)).join(`${blank},${blank}`)}${blank}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([name, item]) => `${JSON.stringify(name)}${blank}:${blank}${written(item, blank)}`,
    );
    return `{${members.join(`${blank},`)}${blank}}`;
  }
  return JSON.stringify(value);
}

/** The value expected after parsing: numbers where they are exact. */
function expected(value: Tree): unknown {
  if (typeof value === "bigint") {
    return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER ? Number(value) : value;
  }
  if (Array.isArray(value)) {
    return value.map(expected);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expected(item)]));
}

describe("parseJson", () => {
  it("integers anywhere: parsed exactly", () => {
    const blank = fc.constantFrom("", " ", "\n  ", "\r\n\t");
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), blank, (value, between) => {
        expect(parseJson(written(value, between))).to.deep.equal(expected(value));
      }),
      { numRuns: casesOf(5_000, 1_000) },
    );
  });

  it("not JSON: undefined", () => {
    for (const text of [
      "",
      " ",
      "{",
      "[1,]",
      "undefined",
      "01",
      '"',
      "[12345678901234567890",
      '{"a":12345678901234567890,}',
    ]) {
      expect(parseJson(text), text).to.equal(undefined);
    }
  });

  it("long text that is not JSON: rejected quickly", () => {
    const text = `[1111111111111111,"${'\\"'.repeat(20_000)}`;
    // Processor time: a busy machine takes nothing of it.
    const before = process.cpuUsage();
    expect(parseJson(text)).to.equal(undefined);
    expect(process.cpuUsage(before).user / 1000).to.be.lessThan(200);
  });
});

describe("writeJson", () => {
  it("parsed value: written so that it parses to the same", () => {
    // A string with the bigint marker parses like one next to other bigints; nothing is guaranteed about it.
    const text = fc.oneof(mutated(samples), fc.json()).filter((json) => !json.includes("\uE0F1"));
    fc.assert(
      fc.property(text, (json) => {
        const value = parseJson(json);
        fc.pre(value !== undefined && !/[[{]{500}|(?:"a":\{){500}|(?:\{"data":\{"result":\[){200}/.test(json));
        const once = writeJson(value);
        expect(writeJson(parseJson(once))).to.equal(once);
      }),
      { numRuns: casesOf(5_000, 1_000) },
    );
  });

  it("integers of any length: written as numbers", () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), (value) => {
        expect(parseJson(writeJson(value))).to.deep.equal(expected(value));
      }),
      { numRuns: casesOf(2_000, 500) },
    );
  });
});
