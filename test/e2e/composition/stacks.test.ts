import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type SceneStack, useScene } from "../scene";
import { expectEnd, expectRest, wiringOf } from "./whole-life";

const outputsOf = async (stack: SceneStack): Promise<Record<string, unknown>> =>
  JSON.parse(await stack.must("stack", "output", "--json", "--show-secrets"));

const hiddenOutputsOf = async (stack: SceneStack): Promise<Record<string, unknown>> =>
  JSON.parse(await stack.must("stack", "output", "--json"));

describe("stacks", function () {
  this.timeout(240_000);
  const scene = useScene();

  describe("with stack references", () => {
    let publisher: SceneStack;
    let consumer: SceneStack;

    it("endpoints of another stack: secret in the state of the consumer", async () => {
      publisher = await scene.open("composition/publisher.cjs");
      await publisher.up({ previewFirst: true });
      const { endpoint, endpoints } = await outputsOf(publisher);
      consumer = await scene.open("composition/consumer.mjs", { account: publisher.account, home: publisher.home });
      await consumer.configure({ "consumer:publisher": publisher.fullName });
      await consumer.up({ previewFirst: true });
      expect(await outputsOf(consumer)).to.deep.equal({ endpoint, endpoints, description: endpoint });
      expect(new Set(Object.values(await hiddenOutputsOf(consumer)))).to.deep.equal(new Set(["[secret]"]));
      const stdout = await consumer.must("stack", "export");
      const token = new URL(String(endpoint)).pathname.split("/").find((part) => part.length > 16);
      expect(token).to.be.a("string");
      expect(stdout).not.to.include(token);
    });

    it("dependencies: name the reference", async () => {
      const reference = publisher.fullName;
      expect(await wiringOf(publisher)).to.deep.equal({ project: {}, node: { project: ["project"] } });
      expect(await wiringOf(consumer)).to.deep.equal({
        [reference]: {},
        holder: { description: [reference] },
        node: { project: [reference] },
      });
    });

    it("second up and refresh: no changes", () => expectRest(consumer));

    it("destroy, consumer first: nothing remains", async () => {
      await consumer.destroy();
      expect(await scene.namesOf(publisher.account)).to.have.length(2);
      await expectEnd(scene, publisher);
    });
  });

  describe("of one project on one account, in TypeScript with the default loader", () => {
    let dev: SceneStack;
    let prod: SceneStack;
    const wiring = {
      chains: {},
      project: {},
      "ethereum-mainnet": { project: ["project"] },
      "base-mainnet": { project: ["project"] },
    };

    it("up: both are created", async () => {
      dev = await scene.open("composition/typed.ts");
      prod = await dev.sibling("prod");
      await dev.up({ previewFirst: true });
      await prod.up();
      expect(await wiringOf(dev)).to.deep.equal(wiring);
      expect(await wiringOf(prod)).to.deep.equal(wiring);
      const names = await scene.namesOf(dev.account);
      expect(new Set(names)).to.have.property("size", 6);
    });

    it("state: where a resource is made in the TypeScript source", async () => {
      const [, line] = /typed\.ts#(\d+),\d+$/.exec((await dev.stateOf("project")).sourcePosition ?? "") ?? [];
      const source = readFileSync(join(__dirname, "../programs/composition/typed.ts"), "utf8").split("\n");
      expect(source[Number(line) - 1]).to.include("const project = new Project");
    });

    it("second up and refresh: no changes", () => expectRest(dev));

    it("each stack's changes: do not affect the other", async () => {
      await dev.destroy();
      await prod.preview({ flags: ["--refresh", "--expect-no-changes"] });
      expect(await scene.namesOf(prod.account)).to.have.length(3);
      await expectEnd(scene, prod);
    });
  });
});
