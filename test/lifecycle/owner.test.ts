import { expect } from "chai";
import fc from "fast-check";
import { generateName, isGeneratedName, parseOwner } from "../../provider/lifecycle/owner.js";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/blockchain-nodes:Node::rpc";

const other = (changes: { organization?: string; salt?: string; stack?: string; project?: string; name?: string }) => {
  const { organization = "acme", salt = "", stack = "dev", project = "shop", name = "rpc" } = changes;
  return parseOwner(
    `${organization}/urn:pulumi:${stack}::${project}::pulumi-nodejs:dynamic/blockchain-nodes:Node::${name}`,
    salt,
  );
};

describe("parseOwner", () => {
  it("URN: stack, resource and logical name", () => {
    expect(parseOwner(`acme/${urn}`, "")).to.include({ urn, name: "rpc" });
  });

  it("child's URN, name with colons, slashes and blanks: parsed", () => {
    const child = "urn:pulumi:dev::shop::my:Component$pulumi-nodejs:dynamic/blockchain-nodes:Node::a::b/c d";
    expect(parseOwner(`acme/${child}`, "")).to.include({ urn: child, name: "a::b/c d" });
  });

  it("hashes: stable, 8 hex digits for the stack, 16 for the resource", () => {
    const { stackHash, resourceHash } = parseOwner(`acme/${urn}`, "salt");
    expect([stackHash, resourceHash.slice(0, 8), resourceHash.length]).to.deep.equal(["10b7fe7a", "a01dc9cc", 16]);
  });

  for (const changes of [{ organization: "b" }, { salt: "b" }, { stack: "b" }, { project: "b" }]) {
    it(`${JSON.stringify(changes)}: another stack and another resource`, () => {
      expect(other(changes).stackHash).not.to.equal(other({}).stackHash);
      expect(other(changes).resourceHash).not.to.equal(other({}).resourceHash);
    });
  }

  it("another name: same stack, another resource", () => {
    expect(other({ name: "b" }).stackHash).to.equal(other({}).stackHash);
    expect(other({ name: "b" }).resourceHash).not.to.equal(other({}).resourceHash);
  });

  it("parts that are equal when concatenated: distinguished", () => {
    expect(other({ stack: "ab", project: "c" }).stackHash).not.to.equal(other({ stack: "a", project: "bc" }).stackHash);
  });

  it("any hidden input: never throws", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const owner = parseOwner(text, "");
        expect(owner.stackHash).to.match(/^[0-9a-f]{8}$/);
        expect(owner.resourceHash).to.match(/^[0-9a-f]{16}$/);
      }),
    );
  });
});

describe("isExclusive", () => {
  const rows: readonly [organization: string, salt: string, isExclusive: boolean][] = [
    ["acme", "", true],
    ["acme", "salt", true],
    ["organization", "salt", true],
    ["organization", "", false],
    ["", "", false],
  ];
  for (const [organization, salt, isExclusive] of rows) {
    it(`organization "${organization}", salt "${salt}": ${isExclusive}`, () => {
      expect(other({ organization, salt }).isExclusive).to.equal(isExclusive);
    });
  }
});

describe("generateName", () => {
  const owner = parseOwner(`acme/${urn}`, "salt");

  it("resource: logical name and 8 digits, salt included", () => {
    expect(generateName(owner)).to.equal("rpc-a01dc9cc");
    expect(generateName(parseOwner(`acme/${urn}`, "")))
      .to.match(/^rpc-[0-9a-f]{8}$/)
      .and.not.to.equal("rpc-a01dc9cc");
  });

  it("initial node: position included", () => {
    expect(generateName(owner, 0)).to.equal("rpc-0-a01dc9cc");
    expect(generateName(owner, 12)).to.equal("rpc-12-a01dc9cc");
  });
});

describe("isGeneratedName", () => {
  const owner = parseOwner(`acme/${urn}`, "salt");
  const rows: readonly [name: string, index: number | undefined, isGenerated: boolean][] = [
    ["rpc-a01dc9cc", undefined, true],
    ["rpc-a01d0000", undefined, true],
    ["rpc-0-a01dc9cc", 0, true],
    ["rpc-0-a01dffff", 0, true],
    ["rpc-1-a01dc9cc", 0, false],
    ["rpc-a01dc9cc", 0, false],
    ["rpc-b01dc9cc", undefined, false],
    ["rpc-a01dc9c", undefined, false],
    ["rpc-a01dc9ccc", undefined, false],
    ["rpc-a01dc9cg", undefined, false],
    ["my-rpc-a01dc9cc", undefined, false],
  ];
  for (const [name, index, isGenerated] of rows) {
    it(`${name}, index ${index}: ${isGenerated}`, () => {
      expect(isGeneratedName(name, owner, index)).to.equal(isGenerated);
    });
  }
});
