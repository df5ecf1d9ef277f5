import { expect } from "chai";
import { type Created, checked, configOf, createdOf, makeProject } from "../../support/processes/kit";
import { type Plugin, startPlugin } from "../../support/processes/plugin";
import { useSandbox } from "../../support/sandbox";

describe("create beside an object of the same name", () => {
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
  /** Creates one more, and waits until all earlier messages have arrived. */
  const createAndFlush = async (inputs: Created["inputs"]) => {
    await plugin.create(inputs);
    await plugin.check({}, { ...inputs, chain: "brandnew-mainnet" });
    await plugin.engine.waitFor(({ message }) => message.includes("brandnew-mainnet"));
  };

  it("resource not in state: warning, a killed run may have left it", async () => {
    await createAndFlush(await checked(plugin, "Node", "web", args));
    expect(warningOf(left.id)?.message).to.include("`blockchain-nodes sweep --stack dev`");
  });

  it("replacement: no warning about its predecessor", async () => {
    const inputs = await checked(plugin, "Node", "web", args, left.inputs);
    await plugin.diff(left.id, left.properties, inputs);
    await createAndFlush(await checked(plugin, "Node", "web", args));
    expect(warningOf(left.id)).to.equal(undefined);
  });

  it("forced replacement, without a diff: no warning about its predecessor", async () => {
    await checked(plugin, "Node", "web", args, left.inputs);
    await createAndFlush(await checked(plugin, "Node", "web", args));
    expect(warningOf(left.id)).to.equal(undefined);
  });
});
