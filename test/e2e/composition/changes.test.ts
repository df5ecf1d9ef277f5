import { expect } from "chai";
import { type ProgramStack, useComposition } from "./scene";
import { expectEnd, expectRest, wiringOf } from "./whole-life";

describe("a program that changes", function () {
  this.timeout(240_000);
  const composition = useComposition();

  describe("by names and parents, with aliases", () => {
    let stack: ProgramStack;

    it("keeps every object, and the names that were generated for it", async () => {
      stack = await composition.open("moving.mjs");
      await stack.must(["up", "--yes"]);
      const before = await composition.objectsOf(stack.account);
      await composition.sandbox.forget();
      const { steps } = await stack.must(["up", "--yes", "-c", "stage=moved"]);
      expect(steps).to.deep.equal({});
      expect(await composition.objectsOf(stack.account)).to.deep.equal(before);
      expect((await composition.sandbox.requests()).filter((request) => !request.startsWith("GET "))).to.deep.equal([]);
    });

    it("names the same dependencies as before", async () => {
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

    it("is left alone by a refresh, with the next up before it or not", async () => {
      await stack.must(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
      await expectRest(stack);
    });

    it("leaves nothing behind", () => expectEnd(composition, stack));
  });

  describe("in a loop over fifty nodes", () => {
    let stack: ProgramStack;
    const urnOf = (index: number) => `urn:pulumi:dev::loop::pulumi-nodejs:dynamic/blockchain-nodes:Node::node-${index}`;

    it("comes up with a dependency for each", async () => {
      stack = await composition.open("loop.cjs");
      await stack.must(["up", "--yes", "--skip-preview"]);
      const nodes = Array.from({ length: 50 }, (_, index) => [`node-${index}`, { project: ["project"] }]);
      expect(await wiringOf(stack)).to.deep.equal({ project: {}, ...Object.fromEntries(nodes) });
    });

    it("changes what --target names, and nothing else", async () => {
      const { steps } = await stack.must(["up", "--yes", "-c", "renamed=1 2 3", "--target", urnOf(1)]);
      expect(steps).to.deep.equal({ "node-1": ["update"] });
    });

    it("changes all but what --exclude names", async () => {
      const { steps } = await stack.must(["up", "--yes", "--exclude", urnOf(2)]);
      expect(steps).to.deep.equal({ "node-3": ["update"] });
      await stack.must(["up", "--yes", "--skip-preview"]);
    });

    it("destroys what --target names, and makes it again", async () => {
      const { steps } = await stack.must(["destroy", "--yes", "--skip-preview", "--target", urnOf(4)]);
      expect(steps).to.deep.equal({ "node-4": ["delete"] });
      expect(await composition.objectsOf(stack.account)).to.have.length(50);
      const again = await stack.must(["up", "--yes", "--skip-preview"]);
      expect(again.steps).to.deep.equal({ "node-4": ["create"] });
    });

    it("is left alone by another up and by a refresh", () => expectRest(stack));

    it("leaves nothing behind", () => expectEnd(composition, stack));
  });
});
