import { expect } from "chai";
import type { PlatformClient } from "../../provider/platform/client.js";
import { operations } from "../../provider/platform/operations.js";
import { useSandbox } from "../support/sandbox";
import { clientOf, ethereum, itemsOf, sharedNode } from "./client-on-sandbox";

describe("PlatformClient", () => {
  const sandbox = useSandbox();
  const called = new Set<string>();
  let client: Pick<PlatformClient, "call" | "pages">;
  let project: string;

  before(async () => {
    const real = clientOf(sandbox.baseUrl, sandbox.apiKey);
    client = {
      call: (id, ...rest) => {
        called.add(id);
        return real.call(id, ...rest);
      },
      pages: (id) => {
        called.add(id);
        return real.pages(id);
      },
    };
    project = (await real.call("createProject", { body: { name: "payments" } })).id;
  });

  it("reads the organization of the key", async () => {
    const organization = await client.call("getOrganization");
    expect(organization.id).to.match(/^RG-/);
    expect(organization.name).to.equal("Sandbox");
    expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/"]);
  });

  it("creates, reads, changes, lists and deletes a project", async () => {
    const made = await client.call("createProject", { body: { name: "billing", description: "invoices" } });
    expect(made).to.include({ name: "billing", description: "invoices", type: "public" });
    expect(made.organization).to.match(/^RG-/);
    expect(made.createdAt).to.match(/^\d{4}-\d\d-\d\dT/);
    expect(await client.call("getProject", { id: made.id })).to.deep.equal(made);
    const changed = await client.call("updateProject", { id: made.id, body: { name: "b", description: "" } });
    expect(changed).to.deep.equal({ ...made, name: "b", description: undefined });
    expect(await itemsOf(client.pages("listProjects"))).to.deep.include(changed);
    expect(await client.call("deleteProject", { id: made.id })).to.equal(undefined);
    expect((await itemsOf(client.pages("listProjects"))).map(({ id }) => id)).not.to.include(made.id);
    const log = await sandbox.log();
    expect(log[0]).to.deep.include({ method: "POST", path: "/v2/projects/", status: 201 });
    expect(log[0]?.body).to.deep.equal({ name: "billing", description: "invoices" });
  });

  it("creates, reads, changes, lists and deletes a network and its nodes", async () => {
    const made = await client.call("createNetwork", {
      body: {
        project,
        protocol: "ethereum",
        configuration: { network: "ethereum-mainnet" },
        nodes: [{ ...sharedNode, name: "first" }],
      },
    });
    expect(made).to.include({ project, protocol: "ethereum", network: "ethereum-mainnet", status: "ok" });
    expect(made.nodes.map(({ name }) => name)).to.deep.equal(["first"]);
    expect(await client.call("getNetwork", { id: made.id })).to.deep.equal(made);
    expect((await itemsOf(client.pages("listNetworks"))).map(({ id }) => id)).to.include(made.id);
    const second = await client.call("createNodeV1", { body: { ...sharedNode, name: "second", network: made.id } });
    expect(second).to.include({ api: "v1", name: "second", status: "running", networkId: made.id, type: "shared" });
    expect(second.organization).to.match(/^RG-/);
    expect(second.details).to.include.keys("https_endpoint", "auth_key", "auth_username", "auth_password");
    expect(await client.call("getNodeV1", { id: second.id })).to.deep.equal(second);
    expect(await client.call("updateNodeV1", { id: second.id, body: { name: "third" } })).to.include({ name: "third" });
    expect((await itemsOf(client.pages("listNodesV1"))).map(({ name }) => name)).to.include.members(["first", "third"]);
    await sandbox.admin("PATCH", `/objects/${project}`, { type: "consortium" });
    const renamed = await client.call("updateNetwork", { id: made.id, body: { name: "ours" } });
    expect(renamed).to.include({ id: made.id, name: "ours" });
    for (const { id } of renamed.nodes) {
      await client.call("deleteNodeV1", { id });
    }
    expect((await itemsOf(client.pages("listNodesV1"))).map(({ networkId }) => networkId)).not.to.include(made.id);
  });

  it("deletes a network once its nodes are gone, where it does not go with them", async () => {
    await sandbox.change({ nonEmptyDelete: "cascade" });
    const { id } = await client.call("createNetwork", {
      body: {
        project,
        protocol: "ethereum",
        configuration: { network: "ethereum-mainnet" },
        nodes: [{ ...sharedNode, name: "only" }],
      },
    });
    expect(await client.call("deleteNetwork", { id })).to.equal(undefined);
    expect((await itemsOf(client.pages("listNetworks"))).map((network) => network.id)).not.to.include(id);
  });

  it("creates, reads, renames, lists and deletes a node of v2", async () => {
    const made = await client.call("createNodeV2", { body: { name: "rpc", project, ...ethereum } });
    expect(made).to.include({ api: "v2", name: "rpc", status: "running", network: "ethereum-mainnet", project });
    expect(made).to.include({ ...ethereum, region: "global1", provider: "chainstack_global", protocol: "ethereum" });
    expect(await client.call("getNodeV2", { id: made.id })).to.deep.equal(made);
    const renamed = await client.call("updateNodeV2", { id: made.id, body: { name: "rpc-2" } });
    expect(renamed).to.deep.equal({ ...made, name: "rpc-2" });
    expect(await itemsOf(client.pages("listNodesV2"))).to.deep.include(renamed);
    await client.call("deleteNodeV2", { id: made.id });
    expect(await itemsOf(client.pages("listNodesV2"))).to.deep.equal([]);
  });

  it("lists the deployment options", async () => {
    const options = await client.call("listDeploymentOptions");
    expect(options).to.deep.include({
      ...ethereum,
      region: "global1",
      provider: "chainstack_global",
      protocol: "ethereum",
      network: "ethereum-mainnet",
      features: ["full"],
    });
  });

  it("escapes an id in a path", async () => {
    await client.call("getProject", { id: "PR-1/../x?y=1#z" }).catch(() => undefined);
    expect(await sandbox.requests()).to.deep.equal(["GET /v2/projects/PR-1%2F..%2Fx%3Fy%3D1%23z/"]);
  });

  it("was called with every operation of the table by the tests above", () => {
    expect([...called].sort()).to.deep.equal(Object.keys(operations).sort());
  });
});
