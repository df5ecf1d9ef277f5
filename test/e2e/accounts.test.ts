import { type Output, secret } from "@pulumi/pulumi";
import { expect } from "chai";
import { getOrganizationOutput, OrganizationSettings, Project, Provider } from "pulumi-blockchain-nodes";
import { stepsOf } from "../support/engine";
import { useEngine } from "../support/engine-home";
import { openScene, platformEnv, type Scene, stateOf } from "./scene";

/** Names of the two accounts of the program. */
const names = ["home", "guest"] as const;
type Name = (typeof names)[number];

interface HeldProject {
  readonly id: string;
  readonly name: string;
}

describe("several accounts in one program", function () {
  this.timeout(180_000);
  useEngine();
  let scene: Scene;
  let keys: Record<Name, string>;
  let organizations: Record<Name, string>;
  const everyKey: string[] = [];

  /** A project in each account, and the name of the second one's organization. */
  const program = (description: string, companyName?: string) => async () => {
    const outputs: Record<string, unknown> = {};
    for (const name of names) {
      const provider = new Provider(name, { baseUrl: scene.sandbox.baseUrl, apiKey: keys[name] });
      const project = new Project(`in-${name}`, { description }, { provider });
      outputs[name] = project.organization;
      outputs[`${name}Asked`] = getOrganizationOutput({ provider }).id;
      if (name === "guest" && companyName !== undefined) {
        outputs.company = new OrganizationSettings("company", { name: companyName }, { provider }).name;
      }
    }
    return outputs;
  };

  const heldBy = async (name: Name): Promise<readonly HeldProject[]> => {
    const answer = await fetch(`${scene.sandbox.baseUrl}/v2/projects/`, {
      headers: { authorization: `Bearer ${keys[name]}` },
    });
    return ((await answer.json()) as { readonly results: readonly HeldProject[] }).results;
  };

  const organizationOf = (name: Name) =>
    scene
      .admin<{ organizations: readonly { id: string; name: string }[] }>("GET", "/objects")
      .then((held) => held.organizations.find(({ id }) => id === organizations[name]));

  before(async () => {
    scene = await openScene(async () => {});
    const guest = await scene.admin<{ organization: { id: string }; apiKey: string }>("POST", "/organizations", {
      name: "Guest",
    });
    const [own] = await scene.admin<readonly { organization: string }[]>("GET", "/keys");
    keys = { home: scene.sandbox.apiKey, guest: guest.apiKey };
    organizations = { home: own?.organization ?? "", guest: guest.organization.id };
    everyKey.push(...Object.values(keys));
    // The environment names the first account: the second one's own key must win.
    scene.stack.setEnv(platformEnv(scene.sandbox));
  });
  after(() => scene.close());

  it("fails at preview for a malformed setting of a provider", async () => {
    scene.stack.setProgram(async () => {
      const provider = new Provider("home", { baseUrl: "http://platform.example", apiKey: " " });
      new Project("in-home", {}, { provider });
    });
    const run = await scene.stack.preview({ expectFailure: true });
    const said = run.diagnostics.map(({ message }) => message).join("\n");
    expect(said).to.match(/property baseUrl .*argument baseUrl of the Provider/);
    expect(said).to.match(/property apiKey .*blank/);
  });

  it("fails at preview for a key that came out undefined, though the environment has one", async () => {
    scene.stack.setProgram(async () => {
      const apiKey = secret(undefined) as unknown as Output<string>;
      new Project("in-home", {}, { provider: new Provider("home", { apiKey }) });
    });
    const run = await scene.stack.preview({ expectFailure: true });
    const said = run.diagnostics.map(({ message }) => message).join("\n");
    expect(said)
      .to.match(/property apiKey .*blank/)
      .and.not.to.match(/TypeError/);
  });

  it("lets a key be unknown in a preview, as one that another resource makes", async () => {
    scene.stack.setProgram(async () => {
      const home = new Provider("home", { baseUrl: scene.sandbox.baseUrl, apiKey: keys.home });
      const { createdAt } = new Project("in-home", {}, { provider: home });
      const late = new Provider("late", { baseUrl: scene.sandbox.baseUrl, apiKey: createdAt });
      new Project("in-late", {}, { provider: late });
      return { organization: getOrganizationOutput({ provider: late }).id };
    });
    await scene.forget();
    expect((await scene.stack.preview()).summary).to.deep.equal({ create: 5 });
    expect(await scene.requests()).to.deep.equal([]);
  });

  it("puts every object into its own organization, with a provider of its own", async () => {
    scene.stack.setProgram(program("first", "Guest Ltd"));
    const { outputs, summary } = await scene.stack.up();
    // Two providers, two projects, the organization's settings, the stack.
    expect(summary).to.deep.equal({ create: 6 });
    for (const name of names) {
      expect(outputs[name]?.value).to.equal(organizations[name]);
      expect(outputs[`${name}Asked`]).to.deep.equal({ value: organizations[name], secret: false });
      expect((await heldBy(name)).map(({ id }) => id)).to.deep.equal([(await stateOf(scene.stack, `in-${name}`)).id]);
    }
    const [home, guest] = await Promise.all(names.map((name) => stateOf(scene.stack, `in-${name}`)));
    expect(home?.provider).to.match(/::home::/);
    expect(guest?.provider).to.match(/::guest::/);
    expect(await organizationOf("guest")).to.include({ name: "Guest Ltd" });
    expect(await organizationOf("home")).not.to.include({ name: "Guest Ltd" });
  });

  it("plans nothing when nothing changes, without a call for a resource", async () => {
    await scene.forget();
    expect((await scene.stack.preview()).summary).to.deep.equal({ same: 6 });
    expect((await scene.requests()).map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      "GET /v1/organization/",
      "GET /v1/organization/",
    ]);
  });

  it("renames an organization in place, finds a name from outside, and gives it back", async () => {
    scene.stack.setProgram(program("first", "Guest Inc"));
    expect(stepsOf((await scene.stack.up()).finished, "company").map(({ op }) => op)).to.deep.equal(["update"]);
    await scene.admin("PATCH", `/objects/${organizations.guest}`, { name: "Elsewhere" });
    await scene.stack.refresh();
    expect((await stateOf(scene.stack, "company")).outputs).to.include({ name: "Elsewhere" });
    await scene.stack.up();
    expect(await organizationOf("guest")).to.include({ name: "Guest Inc" });
  });

  it("goes on with a rotated key, and changes nothing but the provider", async () => {
    const { apiKey } = await scene.admin<{ apiKey: string }>("POST", "/keys", { organization: organizations.guest });
    await scene.admin("DELETE", "/keys", { apiKey: keys.guest });
    everyKey.push(apiKey);
    keys = { ...keys, guest: apiKey };
    const run = await scene.stack.up();
    expect(stepsOf(run.finished, "guest").map(({ op }) => op)).to.deep.equal(["update"]);
    expect(run.summary).to.deep.equal({ same: 5, update: 1 });
    expect((await scene.stack.refresh()).ok).to.equal(true);
  });

  it("refuses swapped keys by the organization, and touches nothing", async () => {
    const own = keys;
    keys = { home: own.guest, guest: own.home };
    scene.stack.setProgram(program("second", "Swapped"));
    await scene.forget();
    const run = await scene.stack.up({ expectFailure: true });
    const said = run.diagnostics.map(({ message }) => message).join("\n");
    // The engine stops at whichever comes first.
    const refusals = [
      `The key belongs to the organization ${organizations.guest}, this resource to ${organizations.home}`,
      `The key belongs to the organization ${organizations.home}, this resource to ${organizations.guest}`,
    ];
    expect(
      refusals.some((refusal) => said.includes(refusal)),
      said,
    ).to.equal(true);
    await scene.stack.refresh({ expectFailure: true });
    await scene.stack.destroy({ expectFailure: true });
    expect(new Set((await scene.requests()).map(({ method, path }) => `${method} ${path}`))).to.deep.equal(
      new Set(["GET /v1/organization/"]),
    );
    keys = own;
    expect(await heldBy("home")).to.have.length(1);
    expect(await heldBy("guest")).to.have.length(1);
    expect(await organizationOf("guest")).to.include({ name: "Guest Inc" });
  });

  it("refuses a forced replacement and a deletion of OrganizationSettings with a foreign key, and renames nothing", async () => {
    const own = keys;
    const before = await organizationOf("home");
    const { urn } = await stateOf(scene.stack, "company");
    keys = { ...own, guest: own.home };
    scene.stack.setProgram(program("first", "Taken over"));
    await scene.forget();
    const refusal = `The key belongs to the organization ${organizations.home}, this resource to ${organizations.guest}`;
    for (const run of [
      await scene.stack.up({ replace: [urn], target: [urn], expectFailure: true }),
      await scene.stack.destroy({ target: [urn], expectFailure: true }),
    ]) {
      expect(run.diagnostics.map(({ message }) => message).join("\n")).to.include(refusal);
      expect(run.finished.filter((step) => step.urn === urn)).to.deep.equal([]);
    }
    expect(new Set((await scene.requests()).map(({ method }) => method))).to.deep.equal(new Set(["GET"]));
    expect(await organizationOf("home")).to.deep.equal(before);
    expect(await stateOf(scene.stack, "company")).to.include({ id: organizations.guest });
    keys = own;
  });

  it("replaces OrganizationSettings with its own key: forgotten, adopted and renamed", async () => {
    const { urn } = await stateOf(scene.stack, "company");
    scene.stack.setProgram(program("first", "Guest Corp"));
    const run = await scene.stack.up({ replace: [urn] });
    expect(stepsOf(run.finished, "company").map(({ op }) => op)).to.include("delete-replaced");
    expect(await stateOf(scene.stack, "company")).to.include({ id: organizations.guest });
    expect(await organizationOf("guest")).to.include({ name: "Guest Corp" });
  });

  it("keeps every key out of the state and the outputs", async () => {
    scene.stack.setProgram(program("second", "Guest Inc"));
    const run = await scene.stack.up();
    const shown = JSON.stringify([
      run.outputs,
      run.stdout,
      run.stderr,
      run.diagnostics,
      await scene.stack.storedState(),
      (await scene.stack.exportState()).deployment.resources?.filter(
        ({ type }) => !type.startsWith("pulumi:providers:"),
      ),
    ]);
    for (const key of everyKey) {
      expect(shown).not.to.include(key);
    }
  });

  it("destroys the objects and leaves the organization its name", async () => {
    const run = await scene.stack.destroy();
    expect(await heldBy("home")).to.deep.equal([]);
    expect(await heldBy("guest")).to.deep.equal([]);
    expect(await organizationOf("guest")).to.include({ name: "Guest Inc" });
    expect(run.diagnostics.map(({ message }) => message).join("\n")).to.match(/keeps its name, "Guest Inc"/);
  });
});
