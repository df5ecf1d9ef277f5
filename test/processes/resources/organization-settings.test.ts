import { expect } from "chai";
import { configOf, failureOf, unknown, usePlugin } from "../../support/processes/kit";
import type { Plugin } from "../../support/processes/plugin";
import type { Bag } from "../../support/processes/wire";
import { useSandbox } from "../../support/sandbox";

const token = "pulumi-nodejs:dynamic/blockchain-nodes:OrganizationSettings";
const hidden = {
  __provider: 'exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").organizationSettings;',
  __owner: `organization/urn:pulumi:dev::shop::${token}::company`,
};

interface Organization {
  readonly id: string;
  readonly name: string;
}

async function checkedOf(plugin: Plugin, args: Bag): Promise<Bag> {
  const { inputs, failures } = await plugin.check({}, { ...args, ...hidden });
  expect(failures).to.deep.equal([]);
  return inputs;
}

describe("OrganizationSettings over gRPC", () => {
  const sandbox = useSandbox();
  const plugin = usePlugin(() => ({ config: configOf(sandbox) }));

  /** The organization of the sandbox's first key, as stored there. */
  async function organization(): Promise<Organization> {
    const { organizations } = await sandbox.admin<{ organizations: readonly Organization[] }>("GET", "/objects");
    const [first] = organizations;
    if (first === undefined) {
      throw new Error("The sandbox holds no organization.");
    }
    return first;
  }

  async function createdOf(name: string) {
    const inputs = await checkedOf(plugin(), { name });
    return { inputs, ...(await plugin().create(inputs)) };
  }

  it("create: adopts the organization and renames it", async () => {
    const { id } = await organization();
    const { inputs, ...created } = await createdOf("Acme");
    expect(created).to.deep.equal({ id, properties: { ...inputs, organization: id } });
    expect(await organization()).to.include({ id, name: "Acme" });
    expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/", "PATCH /v1/organization/"]);
    expect((await sandbox.log()).at(-1)?.body).to.deep.equal({ name: "Acme" });
  });

  it("create with the current name: no write", async () => {
    const { name } = await organization();
    await createdOf(name);
    expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/"]);
  });

  it("read: as created, or with a name changed outside", async () => {
    const { id, inputs, properties } = await createdOf("Acme");
    expect(await plugin().read(id, properties)).to.deep.equal({ id, properties, inputs });
    await sandbox.admin("PATCH", `/objects/${id}`, { name: "Elsewhere" });
    const read = await plugin().read(id, properties);
    expect(read.properties).to.deep.equal({ ...properties, name: "Elsewhere" });
    expect(read.inputs).to.deep.equal({ ...inputs, name: "Elsewhere" });
    expect((await plugin().diff(id, read.properties, inputs)).changes).to.equal("some");
  });

  it("read by id alone, as get: complete", async () => {
    const { id, name } = await organization();
    const read = await plugin().read(id, hidden);
    expect(read.properties).to.deep.equal({ ...hidden, name, organization: id });
  });

  it("rename: in place, outputs kept", async () => {
    const { id, properties } = await createdOf("Acme");
    const news = await checkedOf(plugin(), { name: "Acme 2" });
    expect(await plugin().diff(id, properties, news))
      .to.include({ changes: "some" })
      .and.to.deep.include({ replaces: [] });
    expect(await plugin().update(id, properties, news)).to.deep.equal({ properties: { ...properties, ...news } });
    expect((await organization()).name).to.equal("Acme 2");
  });

  it("delete: no write, the name stays, a message says so", async () => {
    const { id, properties } = await createdOf("Acme");
    await sandbox.admin("PATCH", `/objects/${id}`, { name: "Elsewhere" });
    await sandbox.forget();
    await plugin().delete(id, properties);
    expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/"]);
    expect((await organization()).name).to.equal("Elsewhere");
    await plugin().engine.waitFor(({ message }) => message.includes(`keeps its name, "Elsewhere"`));
  });

  for (const commit of [true, false]) {
    it(`rename, response lost ${commit ? "after" : "before"} the write: read back${commit ? "" : ", repeated"}`, async () => {
      await sandbox.fault({ method: "PATCH", path: "/v1/organization/" }, { type: "drop", commit });
      const inputs = await checkedOf(plugin(), { name: `Lost ${commit}` });
      expect((await plugin().create(inputs)).properties).to.include({ name: `Lost ${commit}` });
      expect((await organization()).name).to.equal(`Lost ${commit}`);
      const again = commit ? [] : ["PATCH /v1/organization/"];
      expect((await sandbox.requests()).slice(1)).to.deep.equal([
        "PATCH /v1/organization/",
        "GET /v1/organization/",
        ...again,
      ]);
    });
  }

  it("rename without the role Admin: the error names the role", async () => {
    await sandbox.admin("PATCH", "/keys", { role: "editor" });
    try {
      const { message } = await failureOf(plugin().create(await checkedOf(plugin(), { name: "Not mine" })));
      expect(message).to.match(/403.*renaming the organization requires Admin/);
    } finally {
      await sandbox.admin("PATCH", "/keys", { role: "admin" });
    }
  });

  it("key of another organization: every call refused", async () => {
    const { id, properties } = await createdOf("Acme");
    const foreign = "RG-000-000";
    const news = await checkedOf(plugin(), { name: "Taken over" });
    await sandbox.forget();
    for (const call of [
      plugin().read(id, { ...properties, organization: foreign }),
      plugin().read(foreign, hidden),
      plugin().update(id, { ...properties, organization: foreign }, news),
      plugin().delete(id, { ...properties, organization: foreign }),
      plugin().delete(foreign, hidden),
    ]) {
      expect((await failureOf(call)).message).to.match(/^The key belongs to organization RG-.* RG-000-000/);
    }
    expect([...new Set(await sandbox.requests())]).to.deep.equal(["GET /v1/organization/"]);
  });

  for (const [title, args, property] of [
    ["no name", {}, "name"],
    ["a blank name", { name: " " }, "name"],
    ["an unknown argument", { name: "Acme", nmae: "Acme" }, "nmae"],
  ] as const) {
    it(`${title}: rejected at preview`, async () => {
      const { failures } = await plugin().check({}, { ...args, ...hidden });
      expect(failures.map((failure) => failure.property)).to.deep.equal([property]);
    });
  }

  it("unknown name: accepted", async () => {
    const news = await checkedOf(plugin(), { name: unknown });
    expect(news.name).to.equal(unknown);
    expect((await plugin().diff("RG-1", { name: "Acme" }, news)).changes).to.equal("some");
  });

  it("nothing changed: no change", async () => {
    const { id, inputs, properties } = await createdOf("Acme");
    expect((await plugin().diff(id, properties, inputs)).changes).to.equal("none");
  });
});
