import { expect } from "chai";
import { changesOf } from "../../support/engine/run";
import { type SceneStack, useScene } from "../scene";
import { expectEnd, expectRest, wiringOf } from "./whole-life";

describe("program that changes", function () {
  this.timeout(240_000);
  const scene = useScene();

  describe("names and parents, with aliases", () => {
    let stack: SceneStack;

    it("up: keeps every object and its generated names", async () => {
      stack = await scene.open("composition/moving.mjs");
      await stack.up({ previewFirst: true });
      const before = await scene.namesOf(stack.account);
      await scene.sandbox.forget();
      const changes = changesOf(await stack.up({ flags: ["-c", "stage=moved"], previewFirst: true }));
      expect(changes).to.deep.equal({});
      expect(await scene.namesOf(stack.account)).to.deep.equal(before);
      expect((await scene.sandbox.requests()).filter((request) => !request.startsWith("GET "))).to.deep.equal([]);
    });

    it("dependencies: the same as before", async () => {
      expect(await wiringOf(stack)).to.deep.equal({
        "renamed-chain": {},
        "new-project": {},
        "new-name": { project: ["new-project"] },
        parent: { project: ["new-project"] },
        inherited: { project: ["new-project"] },
        "network-project": {},
        "new-network": { project: ["network-project"] },
      });
    });

    it("refresh, before or after the next up: no changes", async () => {
      await stack.refresh({ flags: ["--expect-no-changes"] });
      await expectRest(stack);
    });

    it("destroy: nothing remains", () => expectEnd(scene, stack));
  });

  describe("loop over fifty nodes", () => {
    let stack: SceneStack;
    const urnOf = (index: number) => `urn:pulumi:dev::loop::pulumi-nodejs:dynamic/blockchain-nodes:Node::node-${index}`;

    it("up: a dependency for each node", async () => {
      stack = await scene.open("composition/loop.cjs");
      await stack.up();
      const nodes = Array.from({ length: 50 }, (_, index) => [`node-${index}`, { project: ["project"] }]);
      expect(await wiringOf(stack)).to.deep.equal({ project: {}, ...Object.fromEntries(nodes) });
    });

    it("--target: only its node changes", async () => {
      const changes = changesOf(await stack.up({ flags: ["-c", "renamed=1 2 3", "--target", urnOf(1)] }));
      expect(changes).to.deep.equal({ "node-1": ["update"] });
    });

    it("--exclude: all others change", async () => {
      const changes = changesOf(await stack.up({ flags: ["--exclude", urnOf(2)] }));
      expect(changes).to.deep.equal({ "node-3": ["update"] });
      await stack.up();
    });

    it("destroy with --target: only its node is deleted, then recreated", async () => {
      const changes = changesOf(await stack.destroy({ flags: ["--target", urnOf(4)] }));
      expect(changes).to.deep.equal({ "node-4": ["delete"] });
      expect(await scene.namesOf(stack.account)).to.have.length(50);
      const again = await stack.up();
      expect(changesOf(again)).to.deep.equal({ "node-4": ["create"] });
    });

    it("second up and refresh: no changes", () => expectRest(stack));

    it("destroy: nothing remains", () => expectEnd(scene, stack));
  });
});
