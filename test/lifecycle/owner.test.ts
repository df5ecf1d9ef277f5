import { expect } from "chai";
import fc from "fast-check";
import { generateName, type Owner, parseOwner } from "../../provider/lifecycle/owner.js";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/blockchain-nodes:Node::rpc";

describe("parseOwner", () => {
  it("reads the URN and the logical name", () => {
    expect(parseOwner(`acme/${urn}`, "")).to.include({ urn, name: "rpc" });
  });

  it("reads a child's URN and a name with colons, slashes and blanks", () => {
    const child = "urn:pulumi:dev::shop::my:Component$pulumi-nodejs:dynamic/blockchain-nodes:Node::a::b/c d";
    expect(parseOwner(`acme/${child}`, "")).to.include({ urn: child, name: "a::b/c d" });
  });

  it("makes 8 hex digits of stack and resource that are always the same", () => {
    const { stack8, resource8 } = parseOwner(`acme/${urn}`, "salt");
    expect([stack8, resource8]).to.deep.equal(["10b7fe7a", "a01dc9cc"]);
  });

  const other = (changes: {
    organization?: string;
    salt?: string;
    stack?: string;
    project?: string;
    name?: string;
  }) => {
    const { organization = "acme", salt = "", stack = "dev", project = "shop", name = "rpc" } = changes;
    return parseOwner(
      `${organization}/urn:pulumi:${stack}::${project}::pulumi-nodejs:dynamic/blockchain-nodes:Node::${name}`,
      salt,
    );
  };

  for (const changes of [{ organization: "b" }, { salt: "b" }, { stack: "b" }, { project: "b" }]) {
    it(`has another stack and another resource with ${JSON.stringify(changes)}`, () => {
      expect(other(changes).stack8).not.to.equal(other({}).stack8);
      expect(other(changes).resource8).not.to.equal(other({}).resource8);
    });
  }

  it("has the same stack and another resource with another name", () => {
    expect(other({ name: "b" }).stack8).to.equal(other({}).stack8);
    expect(other({ name: "b" }).resource8).not.to.equal(other({}).resource8);
  });

  it("does not confuse parts that read the same when put together", () => {
    expect(other({ stack: "ab", project: "c" }).stack8).not.to.equal(other({ stack: "a", project: "bc" }).stack8);
  });

  it("never fails, whatever the hidden input holds", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const owner = parseOwner(text, "");
        expect(owner.stack8).to.match(/^[0-9a-f]{8}$/);
        expect(owner.resource8).to.match(/^[0-9a-f]{8}$/);
      }),
    );
  });
});

describe("generateName", () => {
  const owner: Owner = { urn, name: "rpc", stack8: "00000000", resource8: "1a2b3c4d" };

  it("is the logical name, 4 digits of the resource and 4 random ones", () => {
    const names = Array.from({ length: 50 }, () => generateName(owner));
    for (const name of names) {
      expect(name).to.match(/^rpc-1a2b[0-9a-f]{4}$/);
    }
    expect(new Set(names).size).to.be.above(40);
  });

  it("holds the position of an initial node", () => {
    expect(generateName(owner, 0)).to.match(/^rpc-0-1a2b[0-9a-f]{4}$/);
    expect(generateName(owner, 12)).to.match(/^rpc-12-1a2b[0-9a-f]{4}$/);
  });
});
