import { expect } from "chai";
import fc from "fast-check";
import { oneLine, parseGoDuration } from "../../provider/http/text.js";

describe("parseGoDuration", () => {
  for (const [text, ms] of [
    ["123.4ms", 123.4],
    ["250µs", 0.25],
    ["250μs", 0.25],
    ["1h2m3.5s", 3_723_500],
    ["0s", 0],
    ["5ns", 5e-6],
  ] as const) {
    it(`reads ${text}`, () => {
      expect(parseGoDuration(text)).to.be.closeTo(ms, 1e-9);
    });
  }

  for (const text of ["", "5", "s", "5 s", "-5s", "5s later", "1.2.3s", "5S"]) {
    it(`answers nothing for ${JSON.stringify(text)}`, () => {
      expect(parseGoDuration(text)).to.equal(undefined);
    });
  }
});

describe("oneLine", () => {
  it("cuts with an ellipsis only what is too long", () => {
    expect(oneLine("abcdef", 6)).to.equal("abcdef");
    expect(oneLine("abcdefg", 6)).to.equal("abcde…");
  });

  it("leaves no control character and never exceeds the length, whatever the text is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 50 }), (text, longest) => {
        expect(oneLine(text, longest))
          .to.match(/^[^\p{C}]*$/u)
          .and.have.length.at.most(longest);
      }),
    );
  });
});
