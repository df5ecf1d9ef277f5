import { expect } from "chai";
import { type SceneStack, useScene } from "../scene";
import { expectEnd, expectRest, type Wiring, wiringOf } from "./whole-life";

describe("components", function () {
  this.timeout(240_000);
  const scene = useScene();

  describe("nested, with dependent resources and functions", () => {
    let shop: SceneStack;

    const wiring: Wiring = {
      shop: {},
      first: {},
      "first-project": {},
      "first-node": { project: ["first-project"] },
      "first-twin": { chain: ["first-node"], project: ["first-node"] },
      second: { dependsOn: ["first-node"] },
      "second-project": {},
      "second-node": { project: ["second-project"] },
      "second-twin": { chain: ["second-node"], project: ["second-node"] },
      last: { dependsOn: ["second-project", "second-twin"] },
      network: { project: ["last"] },
      reread: {},
      report: { description: ["first-node", "first-twin", "second-node"] },
    };

    it("up: exactly the dependencies in the program", async () => {
      shop = await scene.open("composition/shop.cjs");
      await shop.up({ previewFirst: true });
      expect(await wiringOf(shop)).to.deep.equal(wiring);
    });

    it("outputs: results of functions, stackHealth, nodes and get", async () => {
      expect(JSON.parse(await shop.must("stack", "output", "--json"))).to.deep.equal({
        block: { number: "1", lost: {} },
        endpoint: "[secret]",
        health: "healthy",
        report: "2 nodes, healthy",
      });
    });

    it("second up and refresh: no changes", () => expectRest(shop));

    it("destroy: nothing remains", () => expectEnd(scene, shop));
  });
});
