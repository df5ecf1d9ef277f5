import { expect } from "chai";
import { saidBy } from "../../support/engine/run";
import { type SceneStack, useScene } from "../scene";

describe("destroy, on a platform that deletes a project with its contents", function () {
  this.timeout(120_000);
  const { sandbox, ...scene } = useScene({ nonEmptyDelete: "cascade" });
  let stack: SceneStack;

  before(async () => {
    stack = await scene.open("lifecycle/torn-down.cjs", { arguments: { isProtected: true } });
    await stack.up();
  });

  const ids = async () => {
    const { projects, networks, nodes } = await stack.objects();
    return [...projects, ...networks, ...nodes].map(({ id }) => id);
  };
  const call = (method: string, path: string, body?: object) =>
    fetch(sandbox.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${stack.account.apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  it("protected node: kept with its project", async () => {
    const kept = [(await stack.stateOf("apps")).id, (await stack.stateOf("rpc")).id];
    expect(saidBy(await stack.destroy({ expectFailure: true }))).to.match(
      /Node::rpc" cannot be deleted\s+because it is protected/,
    );
    expect(await ids()).to.include.members(kept);
    stack.setArguments({});
    await stack.up();
    expect(await ids()).to.include.members(kept);
  });

  it("read-only key: nothing is deleted, and the required role is named", async () => {
    const before = await ids();
    const { apiKey } = await sandbox.admin<{ apiKey: string }>("POST", "/keys", {
      role: "viewer",
      organization: stack.account.id,
    });
    stack.setEnv({ ...scene.envOf(stack.account), BLOCKCHAIN_NODES_API_KEY: apiKey });
    expect(saidBy(await stack.destroy({ expectFailure: true }))).to.match(/role|may not/);
    expect(await ids()).to.deep.equal(before);
    stack.setEnv(scene.envOf(stack.account));
  });

  it("node of others in the project: project kept, node named; succeeds once that is deleted", async () => {
    const { id: project = "" } = await stack.stateOf("apps");
    const place = { cloud: "CC-0016", blockchain: "BC-000-000-008" };
    const answer = await call("POST", "/v2/nodes/", { name: "theirs", project, ...place });
    const { id } = (await answer.json()) as { id: string };
    const failed = await stack.destroy({ expectFailure: true });
    expect(saidBy(failed)).to.include(`Project ${project} was not deleted: it contains ${id}, `);
    expect(await ids()).to.include.members([project, id]);
    const asked = await sandbox.requests();
    expect(asked).not.to.include(`DELETE /v2/projects/${project}/`);
    await call("DELETE", `/v2/nodes/${id}/`);
    await stack.destroy();
    expect(await ids()).to.deep.equal([]);
  });

  it("second run: succeeds", async () => {
    await sandbox.forget();
    await stack.destroy();
    expect(await sandbox.requests()).to.deep.equal([]);
  });

  it("project with its node, and network with its last node deleted outside: counted as deleted", async () => {
    await stack.up();
    const { id: project = "" } = await stack.stateOf("apps");
    await sandbox.admin("DELETE", `/objects/${project}`);
    const { nodes, networks } = await stack.objects();
    expect([nodes.length, networks.length]).to.deep.equal([2, 1]);
    for (const { id } of nodes) {
      await sandbox.admin("DELETE", `/objects/${id}`);
    }
    expect((await stack.objects()).networks).to.deep.equal([]);
    await stack.destroy();
    expect(await ids()).to.deep.equal([]);
  });
});
