import { expect } from "chai";
import { type ProgramStack, type TestAccount, useComposition } from "./scene";
import { expectEnd, expectRest, wiringOf } from "./whole-life";

describe("accounts in a program of ES modules", function () {
  this.timeout(240_000);
  const composition = useComposition();
  let tenants: ProgramStack;
  let other: TestAccount;

  before(async () => {
    other = await composition.makeAccount();
    tenants = await composition.open("tenants.mjs");
    await tenants.must(["config", "set", "--secret", "otherKey", other.apiKey]);
  });

  it("come from the environment, from a component's providers, and from a Provider inside of a component", async () => {
    await tenants.must(["up", "--yes"]);
    const { stdout } = await tenants.must(["stack", "output", "--json"]);
    const expected = [tenants.account.id, other.id, other.id, other.id];
    expect(JSON.parse(stdout)).to.deep.equal({ organizations: expected, nodes: expected });
  });

  it("add no dependency to what uses them", async () => {
    expect(await wiringOf(tenants)).to.deep.equal({
      other: {},
      own: {},
      "own-project": {},
      "own-node": { project: ["own-project"] },
      handed: {},
      "handed-project": {},
      "handed-node": { project: ["handed-project"] },
      mapped: {},
      "mapped-project": {},
      "mapped-node": { project: ["mapped-project"] },
      self: {},
      salts: {},
      "self-account": { "blockchain-nodes:ownerSalt": ["salts"] },
      "self-project": {},
      "self-node": { project: ["self-project"] },
    });
  });

  it("are left alone by another up and by a refresh", () => expectRest(tenants));

  it("keep nothing", async () => {
    await expectEnd(composition, tenants);
    expect(await composition.objectsOf(other)).to.deep.equal([]);
  });
});
