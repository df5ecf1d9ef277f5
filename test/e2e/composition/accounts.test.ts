import { expect } from "chai";
import { type SceneStack, type TestAccount, useScene } from "../scene";
import { expectEnd, expectRest, wiringOf } from "./whole-life";

describe("accounts in a program of ES modules", function () {
  this.timeout(240_000);
  const scene = useScene();
  let tenants: SceneStack;
  let other: TestAccount;

  before(async () => {
    other = await scene.makeAccount();
    tenants = await scene.open("composition/tenants.mjs");
    await tenants.configure({ "tenants:otherKey": { secret: other.apiKey } });
  });

  it("environment, a component's providers, a Provider inside a component: each is used", async () => {
    await tenants.up({ previewFirst: true });
    const stdout = await tenants.must("stack", "output", "--json");
    const expected = [tenants.account.id, other.id, other.id, other.id];
    expect(JSON.parse(stdout)).to.deep.equal({ organizations: expected, nodes: expected });
  });

  it("dependencies: none added", async () => {
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

  it("second up and refresh: no changes", () => expectRest(tenants));

  it("destroy: nothing remains", async () => {
    await expectEnd(scene, tenants);
    expect(await scene.namesOf(other)).to.deep.equal([]);
  });
});
