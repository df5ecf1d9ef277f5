import { expect } from "chai";
import { checked, failureOf, globalPlace, type TypeName, urnOf } from "../../support/processes/kit";
import { useProvider } from "../../support/processes/provider-scene";

describe("progress", () => {
  const { sandbox, plugin, project } = useProvider({ regionalSeconds: 600 });
  const place = { ...globalPlace, provider: "chainstack_managed", region: "lon1" };
  const types = ["Node", "Network"] as const satisfies readonly TypeName[];
  const args = {
    Node: (project: string) => ({ project, chain: "polygon-pos-mainnet", region: "lon1" }),
    Network: (project: string) => ({
      project,
      protocol: "ethereum",
      network: "ethereum-mainnet",
      nodes: [{ ...place, configuration: { archive: false } }],
    }),
  } as const;

  before("one of each type waits until it has reported twice", async () => {
    await Promise.all(
      types.map(async (type) => {
        const inputs = await checked(plugin(), type, "slow", args[type](project()));
        // Waits until the process is stopped.
        plugin()
          .create(inputs)
          .catch(() => undefined);
        await plugin().engine.waitFor(({ urn, message }) => urn === urnOf(type, "slow") && !message.includes("(0 s)"));
      }),
    );
  });

  for (const type of types) {
    it(`${type}: ephemeral lines on its row, with status and elapsed time`, () => {
      const [first, second] = plugin().engine.logs.filter(({ urn }) => urn === urnOf(type, "slow"));
      const line = { severity: "info", urn: urnOf(type, "slow"), ephemeral: true };
      expect(first).to.deep.equal({ ...line, message: "pending (0 s)" });
      // A busy machine may be more than a second late.
      expect(second).to.deep.equal({ ...line, message: second?.message });
      expect(second?.message).to.match(/^pending \([1-9] s\)$/);
    });
  }

  it("hostile status: one clean line", async () => {
    const status = "pending\u001b[2K\r\nND-1: deleted\u009b2J\u202e";
    const timeouts = { create: "3s" };
    const inputs = await checked(plugin(), "Node", "hostile", { ...args.Node(project()), timeouts });
    const ofNode = ({ urn }: { readonly urn: string }) => urn === urnOf("Node", "hostile");
    const creating = failureOf(plugin().create(inputs));
    await plugin().engine.waitFor(ofNode);
    const { nodes } = await sandbox.admin<{ nodes: { v2: object }[] }>("GET", "/objects");
    const body = { ...nodes.at(-1)?.v2, status };
    await sandbox.fault({ operation: "retrieveNodeV2" }, { type: "status", status: 200, body }, null);
    const failure = await creating;
    const messages = plugin()
      .engine.logs.filter(ofNode)
      .map(({ message }) => message);
    expect(messages.at(-1)).to.match(/^pending \[2K ND-1: deleted 2J \(\d s\)$/);
    expect(`${messages.join("")}${failure.message}`).to.match(/^[^\p{C}]*$/u);
  });

  it("stdout and stderr: empty", () => {
    expect(plugin().output()).to.match(/^\d+\n$/);
  });
});
