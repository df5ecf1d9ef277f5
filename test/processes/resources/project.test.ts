import { expect } from "chai";
import { checked, createdOf, failureOf, inputsOf, texts } from "../../support/processes/kit";
import { useProvider } from "../../support/processes/provider-scene";

describe("Project over gRPC", () => {
  const { sandbox, plugin } = useProvider();

  it("create: one POST, inputs echoed as outputs", async () => {
    const { id, inputs, properties } = await createdOf(plugin(), "Project", "shop", {
      description: "all of it",
      timeouts: { delete: "1m" },
    });
    expect(id).to.match(/^PR-/);
    expect(properties).to.deep.include(inputs);
    expect(properties).to.have.keys([...Object.keys(inputs), "type", "createdAt", "organization"]);
    expect(properties).to.include({ type: "public", __provider: texts.Project });
    expect(await sandbox.requests()).to.deep.equal([
      "GET /v1/organization/",
      "GET /v2/projects/",
      "POST /v2/projects/",
      `PATCH /v2/projects/${id}/`,
    ]);
  });

  it("read after create: unchanged", async () => {
    const { id, inputs, properties } = await createdOf(plugin(), "Project", "shop", { description: "all of it" });
    expect(await plugin().read(id, properties)).to.deep.equal({ id, properties, inputs });
  });

  it("read, changed outside: changes shown", async () => {
    const { id, properties } = await createdOf(plugin(), "Project", "shop");
    await sandbox.admin("PATCH", `/objects/${id}`, { name: "other", description: "another" });
    const read = await plugin().read(id, properties);
    expect(read.properties).to.deep.equal({ ...properties, name: "other", description: "another" });
    // The program sets no description: the console's is an output, not drift.
    expect(read.inputs).to.include({ name: "other" }).and.not.to.have.property("description");
  });

  it("update: in place, outputs kept", async () => {
    const { id, properties } = await createdOf(plugin(), "Project", "shop", { description: "all of it" });
    const news = await checked(plugin(), "Project", "shop", { name: "store", description: "less" });
    const updated = await plugin().update(id, properties, news);
    // A name set by the program replaces the generated one.
    const { __generated, ...kept } = properties;
    expect(updated.properties).to.deep.equal({ ...kept, ...news });
    expect((await plugin().read(id, updated.properties)).properties).to.deep.equal(updated.properties);
  });

  it("other timeouts: stored without a write, outputs kept", async () => {
    const { id, properties, inputs } = await createdOf(plugin(), "Project", "shop");
    await sandbox.forget();
    const news = { ...inputs, timeouts: { delete: "2m" } };
    expect(await plugin().update(id, properties, news)).to.deep.equal({ properties: { ...properties, ...news } });
    expect((await sandbox.requests()).filter((request) => !request.startsWith("GET "))).to.deep.equal([]);
  });

  it("read by id alone, as get: complete", async () => {
    const { id, properties } = await createdOf(plugin(), "Project", "shop", { description: "all of it" });
    const read = await plugin().read(id, inputsOf("Project", "found"));
    const { name, description, type, createdAt, organization } = properties;
    expect(read.id).to.equal(id);
    expect(read.properties).to.deep.include({ name, description, type, createdAt, organization });
    expect(read.properties).to.deep.include(inputsOf("Project", "found"));
  });

  it("delete: then read returns an empty id, a second delete succeeds", async () => {
    const { id, properties } = await createdOf(plugin(), "Project", "shop");
    await plugin().delete(id, properties);
    expect((await plugin().read(id, properties)).id).to.equal("");
    await plugin().delete(id, properties);
  });

  it("key of another organization than in state: read and delete refused", async () => {
    const { id, properties } = await createdOf(plugin(), "Project", "shop");
    const organization = "RG-000-000";
    expect((await failureOf(plugin().read(id, { ...properties, organization }))).message).to.include(organization);
    expect((await failureOf(plugin().delete(id, { ...properties, organization }))).message).to.include(organization);
    expect((await sandbox.requests()).some((request) => request.startsWith("DELETE "))).to.equal(false);
  });
});
