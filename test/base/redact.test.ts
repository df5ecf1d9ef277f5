import { expect } from "chai";
import fc from "fast-check";
import { isLoopback } from "../../provider/base/loopback.js";
import { redactor } from "../../provider/base/redact.js";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const alphanumeric = (length: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: length, maxLength: length });
const hex = (min: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: min, maxLength: 80 });
const managementKey = fc.tuple(alphanumeric(8), alphanumeric(32)).map((parts) => parts.join("."));
const labels = "[secret] [key] [token] [credentials]";

describe("redactor", () => {
  it("known secret: redacted everywhere, however often it occurs", () => {
    const secret = fc.string({ minLength: 6 }).filter((text) => !labels.includes(text));
    fc.assert(
      fc.property(secret, fc.array(fc.string()), (known, pieces) => {
        const text = ["", ...pieces, ""].join(known);
        // A piece may complete another occurrence together with its neighbour, hence the look at the whole.
        expect(redactor([known])(text)).not.to.include(known);
      }),
    );
  });

  it("one secret inside another: the longer one is redacted", () => {
    const clean = redactor(["abcdefgh", "abcdefgh-ijklmnop"])("x abcdefgh-ijklmnop y abcdefgh z");
    expect(clean).to.equal("x [secret] y [secret] z");
  });

  it("absent, empty and very short secrets: ignored", () => {
    expect(redactor([undefined, "", "the"])("the node is ready")).to.equal("the node is ready");
  });

  it("secret encoded for a URL or JSON: redacted", () => {
    const redact = redactor([`pass/"word+ü`]);
    for (const text of [`pass/"word+ü`, "pass%2F%22word%2B%C3%BC", String.raw`pass/\"word+ü`]) {
      expect(redact(`a ${text} b`)).to.equal("a [secret] b");
    }
    expect(redactor(["pass%2Fword"])("a pass/word b")).to.equal("a [secret] b");
    expect(redactor(["secret\ud800"])("a secret\ud800 b")).to.equal("a [secret] b");
  });

  it("secret with regular expression syntax: matched literally", () => {
    expect(redactor(["a.c$&(d)"])("a.c$&(d) abc$&(d)")).to.equal("[secret] abc$&(d)");
  });

  it("text shaped like a management key: redacted", () => {
    fc.assert(
      fc.property(
        managementKey,
        fc.constantFrom("", " ", '"', "=", "(", "key:"),
        fc.constantFrom("", " ", '"', ")", ",", "."),
        (key, before, after) => {
          expect(redactor()(`${before}${key}${after}`)).to.equal(`${before}[key]${after}`);
        },
      ),
    );
  });

  it("path segment of 28 or more hex digits: redacted, whatever follows it", () => {
    const follows = fc.constantFrom(
      "",
      "/",
      "/graphql",
      "?a=b",
      "#c",
      " ",
      '"',
      "'",
      ")",
      ",",
      ".",
      ";",
      ":",
      ">",
      "%20",
    );
    fc.assert(
      fc.property(hex(28), follows, (token, after) => {
        const clean = redactor()(`GET https://host.example/rpc/${token}${after}`);
        expect(clean).to.equal(`GET https://host.example/rpc/[token]${after}`);
      }),
    );
  });

  it("shorter segments and other words: unchanged", () => {
    const text = `https://host.example/v2/nodes/ND-482-913-801/${"a".repeat(27)}/${"a".repeat(27)}z`;
    expect(redactor()(text)).to.equal(text);
  });

  it("user info of a URL, with or without a password: redacted", () => {
    const part = fc.string({ unit: fc.constantFrom(..."abcXYZ019-._~!$&*+,;=@%"), minLength: 1 });
    fc.assert(
      fc.property(part, fc.option(part), (user, password) => {
        const info = password === null ? user : `${user}:${password}`;
        expect(redactor()(`at https://${info}@host.example/x`)).to.equal("at https://[credentials]@host.example/x");
      }),
    );
  });

  it("bearer header: redacted", () => {
    expect(redactor()("authorization: Bearer s3cr3t-of-any-shape")).to.equal("authorization: Bearer [key]");
  });

  it("text without secrets: unchanged", () => {
    const text =
      "Creating the node failed: name: This value is required (createNodeV2, 400). See https://docs.example/errors?page=2.";
    expect(redactor(["another-secret"])(text)).to.equal(text);
  });
});

describe("isLoopback", () => {
  for (const host of ["localhost", "127.0.0.1", "127.255.0.9", "[::1]"]) {
    it(`${host}: true`, () => {
      expect(isLoopback(host)).to.equal(true);
    });
  }
  for (const host of [
    "127.0.0.1.example.com",
    "localhost.example.com",
    "10.0.0.1",
    "128.0.0.1",
    "::1",
    "example.com",
    "",
  ]) {
    it(`"${host}": false`, () => {
      expect(isLoopback(host)).to.equal(false);
    });
  }
});
