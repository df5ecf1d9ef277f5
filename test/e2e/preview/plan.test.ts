import { join } from "node:path";
import { expect } from "chai";
import { type SceneStack, useScene } from "../scene";

const near = { provider: "chainstack_global", region: "global1" } as const;
const far = { provider: "chainstack_managed", region: "lon1" } as const;

describe("saved plan", function () {
  this.timeout(120_000);
  const scene = useScene();
  let stack: SceneStack;

  before(async () => {
    stack = await scene.open("preview/planned.cjs", { arguments: { place: near } });
  });

  const planAndApply = async () => {
    const plan = join(stack.folder, "plan.json");
    await stack.preview({ flags: ["--save-plan", plan] });
    return stack.up({ flags: ["--plan", plan] });
  };

  it("resources without a name in the program: applied", async () => {
    expect((await planAndApply()).summary).to.deep.equal({ create: 5 });
  });

  it("their replacements, with the names of their predecessors: applied", async () => {
    const idsOf = async () => Promise.all(["eth", "rpc", "second"].map(async (name) => (await stack.stateOf(name)).id));
    const names = async () => (await stack.objects()).nodes.map(({ name }) => name).sort();
    const [idsBefore, namesBefore] = [await idsOf(), await names()];
    stack.setArguments({ place: far });
    expect((await planAndApply()).summary).to.deep.equal({ same: 2, replace: 3 });
    const idsAfter = await idsOf();
    expect(idsAfter.filter((id) => idsBefore.includes(id))).to.deep.equal([]);
    expect(await names()).to.deep.equal(namesBefore);
  });
});
