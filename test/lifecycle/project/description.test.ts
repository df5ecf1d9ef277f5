import { expect } from "chai";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { inputsFor, useOperations } from "../../support/lifecycle/operations-scene";
import { makeProject } from "../../support/lifecycle/project-scene";
import { diffProject, projectOperations } from "../../support/lifecycle/resources";

describe("projectOperations and the description", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const make = (args: Properties = {}) => makeProject(scene, args);

  describe("description outside the program", () => {
    const described = async () => {
      const made = await make();
      await sandbox.admin("PATCH", `/objects/${made.id}`, { description: "written in the console" });
      const read = await projectOperations.read(made.id, made.outs, scene.context());
      return { ...made, read: read ?? { outs: {}, inputs: {} } };
    };
    const bodies = async () => (await sandbox.log()).filter(({ method }) => method === "PATCH").map(({ body }) => body);

    it("read: shown, no drift", async () => {
      const { inputs, read } = await described();
      expect(read.outs).to.include({ description: "written in the console" });
      expect(read.inputs).not.to.have.property("description");
      expect(diffProject(read.outs, inputs)).to.deep.equal({ changes: false, replaces: [] });
    });

    it("other updates: untouched, with and without refresh", async () => {
      const { id, outs, inputs, read } = await described();
      for (const [olds, change] of [
        [outs, { name: "one" }],
        [read.outs, { name: "two" }],
        [read.outs, { timeouts: { delete: "1m" } }],
      ] as const) {
        const updated = await projectOperations.update(id, olds, inputsFor("project", change, inputs), scene.context());
        if (olds === read.outs) {
          expect(updated).to.include({ description: "written in the console" });
        }
      }
      expect(await bodies()).to.deep.equal([{ name: "one" }, { name: "two" }]);
      const { outs: last } = (await projectOperations.read(id, outs, scene.context())) ?? { outs: {} };
      expect(last).to.include({ name: "two", description: "written in the console" });
    });

    it("added to the program, later removed: changed, then cleared once", async () => {
      const { id, inputs, read } = await described();
      const written = inputsFor("project", { description: "ours" }, inputs);
      expect(diffProject(read.outs, written).changes).to.equal(true);
      const ours = await projectOperations.update(id, read.outs, written, scene.context());
      expect(ours).to.include({ description: "ours" });
      expect(diffProject(ours, inputs).changes).to.equal(true);
      const given = await projectOperations.update(id, ours, inputs, scene.context());
      expect(await bodies()).to.deep.equal([{ description: "ours" }, { description: "" }]);
      await sandbox.admin("PATCH", `/objects/${id}`, { description: "theirs again" });
      const again = await projectOperations.read(id, given, scene.context());
      expect(diffProject(again?.outs ?? {}, inputs).changes).to.equal(false);
    });

    it("empty one removed from the program: no request, a later description stays", async () => {
      const { id, outs, inputs } = await make({ description: "" });
      const news = inputsFor("project", {}, inputs);
      expect(diffProject(outs, news)).to.deep.equal({ changes: true, replaces: [] });
      const updated = await projectOperations.update(id, outs, news, scene.context());
      expect(await sandbox.requests()).to.deep.equal([]);
      expect(diffProject({ ...updated, description: "theirs" }, news).changes).to.equal(false);
    });
  });

  it("claim left with another description: replaced by the program's", async () => {
    for (const [description, sent] of [
      ["new", { description: "new" }],
      [undefined, { description: "" }],
      ["old", {}],
    ] as const) {
      const { account, owner } = scene.context();
      await account.client.call("createProject", { body: { name: claimName(owner), description: "old" } });
      await sandbox.forget();
      const inputs = inputsFor("project", description === undefined ? {} : { description });
      const { outs } = await projectOperations.create(inputs, scene.context());
      expect(outs.description ?? "").to.equal(description ?? "");
      const log = await sandbox.log();
      expect(log.find(({ method }) => method === "PATCH")?.body).to.deep.equal({ name: inputs.name, ...sent });
    }
  });
});
