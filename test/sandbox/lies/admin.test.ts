import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type LyingNode, type LyingScene, openLies } from "../../support/sandbox/lying-node";
import type { Json } from "../../support/sandbox/management-scene";

describe("admin interface of lies", () => {
  let lies: LyingScene;
  let node: LyingNode;
  before(async () => {
    lies = await openLies();
    node = await lies.node("BC-000-000-015");
  });
  after(() => lies.scene.sandbox.close());

  const set = (body: unknown) => lies.scene.admin("POST", `/nodes/${node.id}/lies`, body);
  const names = async () => {
    const { body } = await lies.scene.admin("GET", "");
    return (body.lies as unknown as readonly string[]).map(
      (line) => /^([\w-]+) \([\w, ]+\): \S/.exec(line)?.[1] ?? line,
    );
  };

  it("index: every lie with its families and a sentence", async () => {
    const all = await names();
    expect(all).to.include.members(["syncing-false", "trickle", "warming-up", "el-offline", "clock-skew"]);
    expect(all.every((name) => /^[a-z0-9-]+$/.test(name))).to.equal(true);
  });

  it("README and the tests of this folder: name every lie", async () => {
    const readme = readFileSync(join(__dirname, "../../../sandbox/README.md"), "utf8");
    const tests = readdirSync(__dirname).map((file) => readFileSync(join(__dirname, file), "utf8"));
    for (const name of await names()) {
      expect(readme).to.include(`\`${name}\``);
      const stem = name.replace(/-(?:500|404|200)$/, "-");
      expect(
        tests.some((text) => text.includes(`"${name}"`) || text.includes(`\`${stem}\${`)),
        name,
      ).to.equal(true);
    }
  });

  it("lies and times: shown with the node, counted, and over after that many requests", async () => {
    const answer = await set({ lies: ["skipped-slot"], times: 2 });
    expect(answer.body).to.deep.equal({ id: node.id, lies: [{ name: "skipped-slot", remaining: 2, told: 0 }] });
    const shown = async () => {
      const { body } = await lies.scene.admin("GET", "/objects");
      return (body.nodes as readonly Json[]).find(({ id }) => id === node.id)?.lies;
    };
    const [slot] = [await node.result("getSlot")];
    expect(await shown()).to.deep.equal([{ name: "skipped-slot", remaining: 2, told: 0 }]);
    await node.error("getBlockTime", [slot]);
    expect(await shown()).to.deep.equal([{ name: "skipped-slot", remaining: 1, told: 1 }]);
    await node.error("getBlockTime", [slot]);
    expect(await node.result("getBlockTime", [slot])).to.be.a("number");
    expect(await shown()).to.deep.equal([]);
  });

  it("a new list replaces the old one; DELETE ends them", async () => {
    await set({ lies: ["html-page"] });
    await set({ lies: ["result-null"] });
    expect(await node.result("getHealth")).to.equal(null);
    expect((await lies.scene.admin("DELETE", `/nodes/${node.id}/lies`)).status).to.equal(204);
    expect(await node.result("getHealth")).to.equal("ok");
  });

  it("a lie of one node: other nodes tell the truth", async () => {
    const other = await lies.node("BC-000-000-015");
    await set({ lies: ["result-null"] });
    expect(await other.result("getHealth")).to.equal("ok");
    await set({ lies: [] });
  });

  it("a lie of the beacon API: the JSON-RPC of the same node tells the truth", async () => {
    const evm = await lies.node("evm");
    await evm.tell("el-offline");
    expect(await evm.result("eth_chainId")).to.equal("0x1");
    expect((await evm.read("/node/syncing")).data).to.include({ el_offline: true });
  });

  for (const [what, body, message] of [
    ["an unknown name", { lies: ["half-truth"] }, /"half-truth" is none of this node \(solana\): .*shreds-ahead/],
    ["a lie of another family", { lies: ["ibd-missing"] }, /"ibd-missing" is none of this node/],
    ["times without a number", { lies: [], times: "2" }, /times must be a number/],
    ["no list", {}, /lies must be a list/],
  ] as const) {
    it(`${what}: rejected, the lies before stay`, async () => {
      await set({ lies: ["skipped-slot"] });
      const answer = await set(body);
      expect(answer.status).to.equal(400);
      expect(answer.body.error).to.match(message);
      expect(await node.error("getBlockTime", [1])).to.include({ code: -32004 });
    });
  }

  it("an unknown node: 404", async () => {
    expect((await lies.scene.admin("POST", "/nodes/ND-1/lies", { lies: [] })).status).to.equal(404);
  });
});
