import { expect } from "chai";
import { Network, Node, Project } from "pulumi-blockchain-nodes";
import { useEngine } from "../support/engine-home";
import { openScene, platformEnv, type Scene, stateOf } from "./scene";

const place = { type: "shared", provider: "chainstack_global", region: "global1" } as const;
const lazy = { readiness: "none" } as const;

/** Nodes of all placements, each project with a patience that suits a test. */
function program(isProtected = false) {
  return async () => {
    const timeouts = { delete: "4s" };
    const project = new Project("apps", { timeouts });
    new Node("rpc", { project: project.id, chain: "ethereum-mainnet", ...lazy }, { protect: isProtected });
    const network = new Network("net", {
      project: new Project("nets", { timeouts }).id,
      protocol: "ethereum",
      network: "ethereum-mainnet",
      nodes: [{ ...place, configuration: { archive: false } }],
      ...lazy,
    });
    new Node("more", { networkId: network.id, ...place, configuration: { archive: false }, ...lazy });
  };
}

describe("a destroy, on a platform that deletes a project with everything in it,", function () {
  this.timeout(120_000);
  useEngine();
  let scene: Scene;

  before(async () => {
    scene = await openScene(program(true), { settings: { nonEmptyDelete: "cascade", nodeStart: "request" } });
    await scene.stack.up();
  });
  after(() => scene.close());

  const ids = async () => {
    const { projects, networks, nodes } = await scene.objects();
    return [...projects, ...networks, ...nodes].map(({ id }) => id);
  };
  const saidBy = ({ diagnostics }: { diagnostics: readonly { message: string }[] }) =>
    diagnostics.map(({ message }) => message).join("\n");
  const call = (method: string, path: string, body?: object) =>
    fetch(scene.sandbox.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${scene.sandbox.apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  it("keeps a protected node and its project", async () => {
    const kept = [(await stateOf(scene.stack, "apps")).id, (await stateOf(scene.stack, "rpc")).id];
    expect(saidBy(await scene.stack.destroy({ expectFailure: true }))).to.match(
      /Node::rpc" cannot be deleted\s+because it is protected/,
    );
    expect(await ids()).to.include.members(kept);
    scene.stack.setProgram(program());
    await scene.stack.up();
    expect(await ids()).to.include.members(kept);
  });

  it("with a key that may only read deletes nothing and says which role it needs", async () => {
    const before = await ids();
    const { apiKey } = await scene.admin<{ apiKey: string }>("POST", "/keys", { role: "viewer" });
    scene.stack.setEnv({ ...platformEnv(scene.sandbox), BLOCKCHAIN_NODES_API_KEY: apiKey });
    expect(saidBy(await scene.stack.destroy({ expectFailure: true }))).to.match(/role|may not/);
    expect(await ids()).to.deep.equal(before);
    scene.stack.setEnv(platformEnv(scene.sandbox));
  });

  it("leaves a project that holds a node of others, names it, and ends at the next try when that is gone", async () => {
    const { id: project = "" } = await stateOf(scene.stack, "apps");
    const place = { cloud: "CC-0016", blockchain: "BC-000-000-008" };
    const answer = await call("POST", "/v2/nodes/", { name: "theirs", project, ...place });
    const { id } = (await answer.json()) as { id: string };
    const failed = await scene.stack.destroy({ expectFailure: true });
    expect(saidBy(failed)).to.include(`Project ${project} was not deleted: it holds ${id}, `);
    expect(await ids()).to.include.members([project, id]);
    const asked = (await scene.requests()).map(({ method, path }) => `${method} ${path}`);
    expect(asked).not.to.include(`DELETE /v2/projects/${project}/`);
    await call("DELETE", `/v2/nodes/${id}/`);
    await scene.stack.destroy();
    expect(await ids()).to.deep.equal([]);
  });

  it("twice is no mistake", async () => {
    await scene.forget();
    await scene.stack.destroy();
    expect(await scene.requests()).to.deep.equal([]);
  });

  it("takes what was deleted outside for deleted: a project with its node, and a network that went with its last node", async () => {
    await scene.stack.up();
    const { id: project = "" } = await stateOf(scene.stack, "apps");
    await scene.admin("DELETE", `/objects/${project}`);
    const { nodes, networks } = await scene.objects();
    expect([nodes.length, networks.length]).to.deep.equal([2, 1]);
    for (const { id } of nodes) {
      await scene.admin("DELETE", `/objects/${id}`);
    }
    expect((await scene.objects()).networks).to.deep.equal([]);
    await scene.stack.destroy();
    expect(await ids()).to.deep.equal([]);
  });
});
