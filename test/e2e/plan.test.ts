import { join } from "node:path";
import { expect } from "chai";
import { Network, Node, Project } from "pulumi-blockchain-nodes";
import { useEngine } from "../support/engine-home";
import { openScene, type Scene, stateOf } from "./scene";

const placed = { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } };

/** Every resource that gets a name from the provider. */
function program(region: { provider: string; region: string }) {
  return async () => {
    const project = new Project("apps");
    const place = { ...placed, ...region };
    const network = new Network("eth", {
      project: project.id,
      protocol: "ethereum",
      network: "ethereum-mainnet",
      nodes: [place, place],
      readiness: "none",
    });
    new Node("rpc", { project: project.id, chain: "polygon-pos-mainnet", ...region, readiness: "none" });
    new Node("second", { ...place, networkId: network.id, readiness: "none" });
  };
}

const near = { provider: "chainstack_global", region: "global1" } as const;
const far = { provider: "chainstack_managed", region: "lon1" } as const;

describe("a plan that a preview saves", function () {
  this.timeout(120_000);
  useEngine();
  let scene: Scene;

  before(async () => {
    scene = await openScene(program(near), { settings: { nodeStart: "request" } });
  });
  after(() => scene.close());

  const planAndApply = async () => {
    const plan = join(scene.stack.home.folder, "plan.json");
    await scene.stack.preview({ plan });
    return scene.stack.up({ plan });
  };

  it("is carried out for resources that the program does not name", async () => {
    expect((await planAndApply()).summary).to.deep.equal({ create: 5 });
  });

  it("is carried out for their replacements, whose names are those of their forerunners", async () => {
    const idsOf = async () =>
      Promise.all(["eth", "rpc", "second"].map(async (name) => (await stateOf(scene.stack, name)).id));
    const names = async () => (await scene.objects()).nodes.map(({ name }) => name).sort();
    const [idsBefore, namesBefore] = [await idsOf(), await names()];
    scene.stack.setProgram(program(far));
    expect((await planAndApply()).summary).to.deep.equal({ same: 2, replace: 3 });
    const idsAfter = await idsOf();
    expect(idsAfter.filter((id) => idsBefore.includes(id))).to.deep.equal([]);
    expect(await names()).to.deep.equal(namesBefore);
  });
});
