import { expect } from "chai";
import { type Plugin, startPlugin } from "../support/plugin";
import { type Created, checked, configOf, createdOf, makeProject } from "../support/processes/kit";
import { useSandbox } from "../support/sandbox";

describe("a create beside an object of the same name, as the engine asks for it", () => {
  const sandbox = useSandbox();
  let args: Readonly<Record<string, unknown>>;
  let plugin: Plugin;
  let left: Created;
  before(async () => {
    args = { project: await makeProject(sandbox), chain: "polygon-pos-mainnet", name: "hand", readiness: "platform" };
  });
  beforeEach(async () => {
    const earlier = await startPlugin({ config: configOf(sandbox) });
    left = await createdOf(earlier, "Node", "web", args);
    await earlier.stop();
    plugin = await startPlugin({ config: configOf(sandbox) });
  });
  afterEach(async () => {
    await plugin.stop();
    const { nodes } = await sandbox.admin<{ readonly nodes: readonly { readonly id: string }[] }>("GET", "/objects");
    for (const { id } of nodes) {
      await sandbox.admin("DELETE", `/objects/${id}`);
    }
  });

  const warningOf = (id: string) =>
    plugin.engine.logs.find(({ message }) => message.includes("Of the same name") && message.includes(id));
  /** Makes one more, and waits until what was said before has arrived. */
  const createAndHear = async (inputs: Created["inputs"]) => {
    await plugin.create(inputs);
    await plugin.check({}, { ...inputs, chain: "brandnew-mainnet" });
    await plugin.engine.waitFor(({ message }) => message.includes("brandnew-mainnet"));
  };

  it("warns when the resource is in no state: a run that was killed may have left the object", async () => {
    await createAndHear(await checked(plugin, "Node", "web", args));
    expect(warningOf(left.id)?.message).to.include("`blockchain-nodes sweep --stack dev`");
  });

  it("says nothing of the forerunner of a replacement", async () => {
    const inputs = await checked(plugin, "Node", "web", args, left.inputs);
    await plugin.diff(left.id, left.properties, inputs);
    await createAndHear(await checked(plugin, "Node", "web", args));
    expect(warningOf(left.id)).to.equal(undefined);
  });

  it("says nothing of the forerunner of a forced replacement, which the engine does not compare", async () => {
    await checked(plugin, "Node", "web", args, left.inputs);
    await createAndHear(await checked(plugin, "Node", "web", args));
    expect(warningOf(left.id)).to.equal(undefined);
  });
});
