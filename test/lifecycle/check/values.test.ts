import { expect } from "chai";
import fc from "fast-check";
import { toJson } from "../../../provider/lifecycle/engine/json.js";
import { hasUnknown, isUnknown, unknownValue } from "../../../provider/lifecycle/engine/unknown.js";
import { deadlinesOf, formatElapsed, parseDuration } from "../../../provider/lifecycle/timeouts.js";
import { sentinels } from "../../support/lifecycle/sample-inputs";

describe("parseDuration", () => {
  for (const [text, ms] of [
    ["1ms", 1],
    ["90s", 90_000],
    ["20m", 1_200_000],
    ["6h", 21_600_000],
    ["1h30m", 5_400_000],
    ["1h0m5s", 3_605_000],
    ["1.5h", 5_400_000],
  ] as const) {
    it(`"${text}": parsed`, () => {
      expect(parseDuration(text)).to.equal(ms);
    });
  }
  for (const text of [
    "",
    "0s",
    "20",
    "m",
    "20 m",
    "-5m",
    "5d",
    "1h 30m",
    "20M",
    "1,5h",
    ".5h",
    "Infinity",
    "5m\n",
    "x5m",
  ]) {
    it(`${JSON.stringify(text)}: rejected`, () => {
      expect(parseDuration(text)).to.equal(undefined);
    });
  }
});

describe("formatElapsed", () => {
  for (const [ms, text] of [
    [0, "0 s"],
    [4_400, "4 s"],
    [59_600, "1 min"],
    [130_000, "2 min 10 s"],
    [3_600_000, "1 h"],
    [3_900_000, "1 h 5 min"],
    [90_000_000, "25 h"],
  ] as const) {
    it(`${ms} ms: "${text}"`, () => {
      expect(formatElapsed(ms)).to.equal(text);
    });
  }
});

describe("deadlinesOf", () => {
  it("no timeouts: defaults, six hours to create a dedicated node", () => {
    expect(deadlinesOf(undefined)).to.deep.equal({ createMs: 1_200_000, updateMs: 300_000, deleteMs: 600_000 });
    expect(deadlinesOf({}, true)).to.deep.equal({ createMs: 21_600_000, updateMs: 300_000, deleteMs: 600_000 });
  });

  it("timeouts in the program: used, for a dedicated node too, invalid durations ignored", () => {
    expect(deadlinesOf({ create: "1m", update: "2m", delete: "3m" }, true)).to.deep.equal({
      createMs: 60_000,
      updateMs: 120_000,
      deleteMs: 180_000,
    });
    expect(deadlinesOf({ create: "soon" })).to.have.property("createMs", 1_200_000);
  });
});

describe("toJson", () => {
  it("any JSON value: unchanged", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        expect(toJson(plain)).to.deep.equal(plain);
      }),
    );
  });

  it("undefined members at any depth: dropped", () => {
    const value = toJson({ a: undefined, b: { c: undefined, d: [{ e: undefined, f: null }] } });
    expect(value).to.deep.equal({ b: { d: [{ f: null }] } });
    expect(value).not.to.have.property("a");
  });

  for (const [name, value] of [
    ["a bigint", 1n],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
    ["a Buffer", Buffer.from("x")],
    ["a Date", new Date()],
    ["a Map", new Map()],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["an instance of a class", new (class Thing {})()],
  ] as const) {
    it(`${name}: rejected with its path`, () => {
      expect(() => toJson({ outer: [{ inner: value }] }, "outs")).to.throw(TypeError, /^outs\.outer\[0\]\.inner /);
    });
  }

  it("undefined as a whole or in an array: rejected", () => {
    expect(() => toJson(undefined)).to.throw(TypeError, /^value /);
    expect(() => toJson({ a: [1, undefined] })).to.throw(TypeError, /^value\.a\[1\] /);
  });
});

describe("isUnknown and hasUnknown", () => {
  it("all seven sentinels at any depth: unknown", () => {
    expect(new Set(sentinels).size).to.equal(7);
    for (const sentinel of sentinels) {
      expect(isUnknown(sentinel)).to.equal(true);
      expect(hasUnknown({ a: [1, { b: sentinel }] })).to.equal(true);
    }
  });

  it("the sentinel that this SDK sends: unknown", async () => {
    const { runtime } = await import("@pulumi/pulumi");
    expect(unknownValue).to.equal(runtime.unknownValue);
  });

  it("anything else: known", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isUnknown(value)).to.equal(false);
        expect(hasUnknown(value)).to.equal(false);
      }),
    );
  });
});
