import { expect } from "chai";
import { useSandbox } from "../support/sandbox";
import { checked, configOf, failureOf, globalPlace, makeProject, type TypeName, urnOf, usePlugin } from "./kit";

describe("progress of a wait", () => {
  const sandbox = useSandbox({ regionalSeconds: 600 });
  const plugin = usePlugin(() => ({ config: configOf(sandbox) }));
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

  before("waits for one of each type at once", async () => {
    const project = await makeProject(sandbox);
    const timeouts = { create: "1100ms" };
    await Promise.all(
      types.map(async (type) => {
        await failureOf(plugin().create(await checked(plugin(), type, "slow", { ...args[type](project), timeouts })));
      }),
    );
  });

  for (const type of types) {
    it(`reaches the engine on the row of the ${type}, as passing lines with status and elapsed time`, () => {
      const line = { severity: "info", urn: urnOf(type, "slow"), ephemeral: true };
      expect(plugin().engine.logs.filter(({ urn }) => urn === urnOf(type, "slow"))).to.deep.equal([
        { ...line, message: "pending (0 s)" },
        { ...line, message: "pending (1 s)" },
      ]);
    });
  }

  it("writes nothing to the output", () => {
    expect(plugin().output()).to.match(/^\d+\n$/);
  });
});
