import { tmpdir } from "node:os";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Network, Node, NodeHealth, OrganizationSettings, Project } from "pulumi-blockchain-nodes";
import { inputsOf, texts, usePlugin } from "../support/processes/kit";

describe("__provider", () => {
  const registered = new Map<string, unknown>();

  before(async () => {
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => {
        registered.set(name, inputs.__provider);
        return { id: `${name}-id`, state: inputs };
      },
      call: () => ({}),
    });
    const project = new Project("Project");
    const place = { type: "shared", provider: "chainstack_global", region: "global1", configuration: {} };
    new Network("Network", { project: project.id, protocol: "ethereum", network: "ethereum-mainnet", nodes: [place] });
    const node = new Node("Node", { project: project.id, chain: "ethereum-mainnet" });
    const settings = new OrganizationSettings("OrganizationSettings", { name: "Acme" });
    const health = new NodeHealth("NodeHealth", { node });
    await new Promise((resolve) => pulumi.all([health.id, node.id, project.id, settings.id]).apply(resolve));
    await pulumi.runtime.disconnect();
  });

  for (const [type, text] of Object.entries(texts)) {
    it(`${type}: byte for byte the text in every state`, () => {
      expect(registered.get(type)).to.equal(text);
    });
  }

  describe("package not installed", () => {
    const plugin = usePlugin(() => ({ cwd: tmpdir() }));

    it("any call: fails with the package's name", async () => {
      const call = plugin().check({}, inputsOf("Node", "any"));
      expect((await call.catch((error: Error) => error)) as Error)
        .to.have.property("message")
        .that.includes("Cannot find module 'pulumi-blockchain-nodes/lifecycle'");
    });
  });
});
