import { expect } from "chai";
import { type ProgramStack, useComposition } from "./scene";
import { expectEnd, expectRest, wiringOf } from "./whole-life";

const outputsOf = async (stack: ProgramStack): Promise<Record<string, unknown>> =>
  JSON.parse((await stack.must(["stack", "output", "--json", "--show-secrets"])).stdout);

const hiddenOutputsOf = async (stack: ProgramStack): Promise<Record<string, unknown>> =>
  JSON.parse((await stack.must(["stack", "output", "--json"])).stdout);

describe("stacks", function () {
  this.timeout(240_000);
  const composition = useComposition();

  describe("that refer to each other", () => {
    let publisher: ProgramStack;
    let consumer: ProgramStack;

    it("pass endpoints on, secret in the state of who takes them", async () => {
      publisher = await composition.open("publisher.cjs");
      await publisher.must(["up", "--yes"]);
      const { endpoint, endpoints } = await outputsOf(publisher);
      consumer = await composition.open("consumer.mjs", publisher.account);
      await consumer.must(["config", "set", "publisher", publisher.fullName]);
      await consumer.must(["up", "--yes"]);
      expect(await outputsOf(consumer)).to.deep.equal({ endpoint, endpoints, description: endpoint });
      expect(new Set(Object.values(await hiddenOutputsOf(consumer)))).to.deep.equal(new Set(["[secret]"]));
      const { stdout } = await consumer.must(["stack", "export"]);
      const token = new URL(String(endpoint)).pathname.split("/").find((part) => part.length > 16);
      expect(token).to.be.a("string");
      expect(stdout).not.to.include(token);
    });

    it("name each other where they take a value", async () => {
      const reference = publisher.fullName;
      expect(await wiringOf(publisher)).to.deep.equal({ project: {}, node: { project: ["project"] } });
      expect(await wiringOf(consumer)).to.deep.equal({
        [reference]: {},
        holder: { description: [reference] },
        node: { project: [reference] },
      });
    });

    it("are left alone by another up and by a refresh", () => expectRest(consumer));

    it("leave nothing behind, in the order of their use", async () => {
      await consumer.must(["destroy", "--yes", "--skip-preview"]);
      expect(await composition.objectsOf(publisher.account)).to.have.length(2);
      await expectEnd(composition, publisher);
    });
  });

  describe("of one project on one account, in TypeScript by the usual loader", () => {
    let dev: ProgramStack;
    let prod: ProgramStack;
    const wiring = {
      chains: {},
      project: {},
      "ethereum-mainnet": { project: ["project"] },
      "base-mainnet": { project: ["project"] },
    };

    it("come up beside each other", async () => {
      dev = await composition.open("typed.ts");
      prod = await dev.sibling("prod");
      await dev.must(["up", "--yes"]);
      await prod.must(["up", "--yes"]);
      expect(await wiringOf(dev)).to.deep.equal(wiring);
      expect(await wiringOf(prod)).to.deep.equal(wiring);
      const names = await composition.objectsOf(dev.account);
      expect(new Set(names)).to.have.property("size", 6);
    });

    it("are left alone by another up and by a refresh", () => expectRest(dev));

    it("leave each other alone", async () => {
      await dev.must(["destroy", "--yes", "--skip-preview"]);
      await prod.must(["preview", "--refresh", "--expect-no-changes"]);
      expect(await composition.objectsOf(prod.account)).to.have.length(3);
      await expectEnd(composition, prod);
    });
  });
});
