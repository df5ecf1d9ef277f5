import { expect } from "chai";
import { checked, configOf, createdOf, failureOf, inputsOf, texts, usePlugin } from "../support/processes/kit";
import { useSandbox } from "../support/sandbox";

describe("a Project on the wire", () => {
  const sandbox = useSandbox();
  const plugin = usePlugin(() => ({ config: configOf(sandbox) }));

  it("is created once and echoes its inputs among its outputs", async () => {
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

  it("is read as it was created", async () => {
    const { id, inputs, properties } = await createdOf(plugin(), "Project", "shop", { description: "all of it" });
    expect(await plugin().read(id, properties)).to.deep.equal({ id, properties, inputs });
  });

  it("is read with the changes that somebody else made", async () => {
    const { id, properties } = await createdOf(plugin(), "Project", "shop");
    await sandbox.admin("PATCH", `/objects/${id}`, { name: "other", description: "another" });
    const read = await plugin().read(id, properties);
    expect(read.properties).to.deep.equal({ ...properties, name: "other", description: "another" });
    // The program does not write a description: the console's is an output, and no drift.
    expect(read.inputs).to.include({ name: "other" }).and.not.to.have.property("description");
  });

  it("is updated in place and keeps every output", async () => {
    const { id, properties } = await createdOf(plugin(), "Project", "shop", { description: "all of it" });
    const news = await checked(plugin(), "Project", "shop", { name: "store", description: "less" });
    const updated = await plugin().update(id, properties, news);
    // A name that the program writes takes the place of the generated one.
    const { __generated, ...kept } = properties;
    expect(updated.properties).to.deep.equal({ ...kept, ...news });
    expect((await plugin().read(id, updated.properties)).properties).to.deep.equal(updated.properties);
  });

  it("stores other timeouts without a write and keeps every output", async () => {
    const { id, properties, inputs } = await createdOf(plugin(), "Project", "shop");
    await sandbox.forget();
    const news = { ...inputs, timeouts: { delete: "2m" } };
    expect(await plugin().update(id, properties, news)).to.deep.equal({ properties: { ...properties, ...news } });
    expect((await sandbox.requests()).filter((request) => !request.startsWith("GET "))).to.deep.equal([]);
  });

  it("is read by its id alone, as get does", async () => {
    const { id, properties } = await createdOf(plugin(), "Project", "shop", { description: "all of it" });
    const read = await plugin().read(id, inputsOf("Project", "found"));
    const { name, description, type, createdAt, organization } = properties;
    expect(read.id).to.equal(id);
    expect(read.properties).to.deep.include({ name, description, type, createdAt, organization });
    expect(read.properties).to.deep.include(inputsOf("Project", "found"));
  });

  it("is deleted; then read answers an empty id, and a second delete succeeds", async () => {
    const { id, properties } = await createdOf(plugin(), "Project", "shop");
    await plugin().delete(id, properties);
    expect((await plugin().read(id, properties)).id).to.equal("");
    await plugin().delete(id, properties);
  });

  it("is neither read nor deleted with a key of another organization than that in its state", async () => {
    const { id, properties } = await createdOf(plugin(), "Project", "shop");
    const organization = "RG-000-000";
    expect((await failureOf(plugin().read(id, { ...properties, organization }))).message).to.include(organization);
    expect((await failureOf(plugin().delete(id, { ...properties, organization }))).message).to.include(organization);
    expect((await sandbox.requests()).some((request) => request.startsWith("DELETE "))).to.equal(false);
  });
});
