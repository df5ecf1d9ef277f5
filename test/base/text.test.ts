import { expect } from "chai";
import fc from "fast-check";
import { redactor } from "../../provider/base/redact.js";
import { excerpt, oneLine, parseGoDuration, secondsText } from "../../provider/base/text.js";

describe("parseGoDuration", () => {
  for (const [text, ms] of [
    ["123.4ms", 123.4],
    ["250µs", 0.25],
    ["250μs", 0.25],
    ["1h2m3.5s", 3_723_500],
    ["0s", 0],
    ["5ns", 5e-6],
  ] as const) {
    it(`${text}: parsed`, () => {
      expect(parseGoDuration(text)).to.be.closeTo(ms, 1e-9);
    });
  }

  for (const text of ["", "5", "s", "5 s", "-5s", "5s later", "1.2.3s", "5S"]) {
    it(`${JSON.stringify(text)}: undefined`, () => {
      expect(parseGoDuration(text)).to.equal(undefined);
    });
  }
});

describe("secondsText", () => {
  for (const [ms, text] of [
    [80, "0.08 s"],
    [299.98773, "0.3 s"],
    [2_500, "2.5 s"],
    [9_999.9, "10 s"],
    [29_999.98773, "30 s"],
    [300_000, "300 s"],
    [0, "0 s"],
  ] as const) {
    it(`${ms} ms: ${text}`, () => {
      expect(secondsText(ms)).to.equal(text);
    });
  }
});

describe("oneLine", () => {
  for (const [what, text] of [
    ["line breaks", "a\r\n\u0085\u2028\u2029b"],
    ["control characters of ASCII", "a\0\u0007\b\t\v\f\u001b\u007fb"],
    ["control characters of one byte (C1)", "a\u0080\u0090\u009b\u009d\u009fb"],
    ["changes of direction", "a\u200e\u200f\u061c\u202a\u202e\u2066\u2069b"],
    ["what has no width", "a\u00ad\u200b\u200c\u200d\u2060\ufeff\u{e0041}b"],
    ["half a character", "a\ud800b"],
    ["blanks of every kind", "a \u00a0\u2003\u3000b"],
  ] as const) {
    it(`${what}: one space, and nothing is cut by default`, () => {
      expect(oneLine(`${text}${"x".repeat(10_000)}`)).to.equal(`a b${"x".repeat(10_000)}`);
    });
  }

  it("letters and symbols of any script: unchanged", () => {
    const text = "Straße 名前 имя नोड e\u0301 🚀 “x” … → ·";
    expect(oneLine(text)).to.equal(text);
  });

  it("too long: cut, with an ellipsis", () => {
    expect(oneLine("abcdef", 6)).to.equal("abcdef");
    expect(oneLine("abcdefg", 6)).to.equal("abcde…");
  });

  it("any text: no control character, and no more than the maximum length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 50 }), (text, longest) => {
        expect(oneLine(text, longest))
          .to.match(/^[^\p{C}]*$/u)
          .and.have.length.at.most(longest);
      }),
    );
  });
});

describe("excerpt", () => {
  const secret = "s".repeat(3_000);
  const redact = redactor([secret]);

  for (const [what, text] of [
    ["longer than all that is looked at", `${" ".repeat(1_500)}${secret}`],
    ["at the end of a large body", `${" ".repeat(3_990)}${secret}`],
    ["behind blanks that leave room", `a${" ".repeat(3_000)}${secret} b`],
  ] as const) {
    it(`secret ${what}: no part of it is shown`, () => {
      expect(excerpt(text, 160, redact)).not.to.match(/ss/);
    });
  }

  it("large text: its beginning", () => {
    expect(excerpt(`a\n${"x".repeat(1_000_000)}`, 5, redact)).to.equal("a xx…");
  });
});
