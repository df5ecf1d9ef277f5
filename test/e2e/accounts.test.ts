import { expect } from "chai";
import { saidBy, stepsOf } from "../support/engine/run";
import { type SceneStack, useScene } from "./scene";

/** Names of the two accounts of the program. */
const names = ["home", "guest"] as const;
type Name = (typeof names)[number];

interface HeldProject {
  readonly id: string;
  readonly name: string;
}

describe("several accounts in one program", function () {
  this.timeout(180_000);
  const { sandbox, ...scene } = useScene();
  let stack: SceneStack;
  let keys: Record<Name, string>;
  let organizations: Record<Name, string>;
  const everyKey: string[] = [];

  /** A project in each account, and the name of the second one's organization. */
  const declare = (description: string, company?: string) =>
    stack.setProgram("two-accounts.cjs", { baseUrl: sandbox.baseUrl, keys, description, company });

  const heldBy = async (name: Name): Promise<readonly HeldProject[]> => {
    const answer = await fetch(`${sandbox.baseUrl}/v2/projects/`, {
      headers: { authorization: `Bearer ${keys[name]}` },
    });
    return ((await answer.json()) as { readonly results: readonly HeldProject[] }).results;
  };

  const organizationOf = (name: Name) =>
    sandbox
      .admin<{ organizations: readonly { id: string; name: string }[] }>("GET", "/objects")
      .then((held) => held.organizations.find(({ id }) => id === organizations[name]));

  before(async () => {
    // The environment names the first account: the second one's own key must win.
    stack = await scene.open("settings-of-a-provider.cjs");
    const guest = await scene.makeAccount();
    keys = { home: stack.account.apiKey, guest: guest.apiKey };
    organizations = { home: stack.account.id, guest: guest.id };
    everyKey.push(...Object.values(keys));
  });

  it("malformed setting of a provider: the preview fails", async () => {
    stack.setArguments({ settings: "malformed" });
    const said = saidBy(await stack.preview({ expectFailure: true }));
    expect(said).to.match(/property baseUrl .*argument baseUrl of the Provider/);
    expect(said).to.match(/property apiKey .*blank/);
  });

  it("key undefined, another one in the environment: the preview fails", async () => {
    stack.setArguments({ settings: "undefined" });
    const said = saidBy(await stack.preview({ expectFailure: true }));
    expect(said)
      .to.match(/property apiKey .*blank/)
      .and.not.to.match(/TypeError/);
  });

  it("key unknown, from another resource: the preview succeeds", async () => {
    stack.setArguments({ settings: "unknown", baseUrl: sandbox.baseUrl, apiKey: keys.home });
    await sandbox.forget();
    expect((await stack.preview()).summary).to.deep.equal({ create: 5 });
    expect(await sandbox.requests()).to.deep.equal([]);
  });

  it("up: every object is in its provider's organization", async () => {
    await declare("first", "Guest Ltd");
    const { summary } = await stack.up();
    const outputs = await stack.outputs();
    // Two providers, two projects, the organization's settings, the stack.
    expect(summary).to.deep.equal({ create: 6 });
    for (const name of names) {
      expect(outputs[name]?.value).to.equal(organizations[name]);
      expect(outputs[`${name}Asked`]).to.deep.equal({ value: organizations[name], secret: false });
      expect((await heldBy(name)).map(({ id }) => id)).to.deep.equal([(await stack.stateOf(`in-${name}`)).id]);
    }
    const [home, guest] = await Promise.all(names.map((name) => stack.stateOf(`in-${name}`)));
    expect(home?.provider).to.match(/::home::/);
    expect(guest?.provider).to.match(/::guest::/);
    expect(await organizationOf("guest")).to.include({ name: "Guest Ltd" });
    expect(await organizationOf("home")).not.to.include({ name: "Guest Ltd" });
  });

  it("no changes: the preview plans nothing and makes no call for a resource", async () => {
    await sandbox.forget();
    expect((await stack.preview()).summary).to.deep.equal({ same: 6 });
    expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/", "GET /v1/organization/"]);
  });

  it("organization renamed, by the program and outside: updated in place, detected and restored", async () => {
    await declare("first", "Guest Inc");
    expect(stepsOf((await stack.up()).finished, "company").map(({ op }) => op)).to.deep.equal(["update"]);
    await sandbox.admin("PATCH", `/objects/${organizations.guest}`, { name: "Elsewhere" });
    await stack.refresh();
    expect((await stack.stateOf("company")).outputs).to.include({ name: "Elsewhere" });
    await stack.up();
    expect(await organizationOf("guest")).to.include({ name: "Guest Inc" });
  });

  it("rotated key: only the provider changes", async () => {
    const { apiKey } = await sandbox.admin<{ apiKey: string }>("POST", "/keys", { organization: organizations.guest });
    await sandbox.admin("DELETE", "/keys", { apiKey: keys.guest });
    everyKey.push(apiKey);
    keys = { ...keys, guest: apiKey };
    await declare("first", "Guest Inc");
    const run = await stack.up();
    expect(stepsOf(run.finished, "guest").map(({ op }) => op)).to.deep.equal(["update"]);
    expect(run.summary).to.deep.equal({ same: 5, update: 1 });
    expect((await stack.refresh()).ok).to.equal(true);
  });

  it("swapped keys: refused by the organization; nothing changes", async () => {
    const own = keys;
    keys = { home: own.guest, guest: own.home };
    await declare("second", "Swapped");
    await sandbox.forget();
    const run = await stack.up({ expectFailure: true });
    const said = saidBy(run);
    // The engine stops at whichever comes first.
    const refusals = [
      `The key belongs to organization ${organizations.guest}, but this resource to ${organizations.home}`,
      `The key belongs to organization ${organizations.home}, but this resource to ${organizations.guest}`,
    ];
    expect(
      refusals.some((refusal) => said.includes(refusal)),
      said,
    ).to.equal(true);
    await stack.refresh({ expectFailure: true });
    await stack.destroy({ expectFailure: true });
    expect(new Set(await sandbox.requests())).to.deep.equal(new Set(["GET /v1/organization/"]));
    keys = own;
    expect(await heldBy("home")).to.have.length(1);
    expect(await heldBy("guest")).to.have.length(1);
    expect(await organizationOf("guest")).to.include({ name: "Guest Inc" });
  });

  it("OrganizationSettings with a foreign key: replacement and deletion refused; nothing is renamed", async () => {
    const own = keys;
    const before = await organizationOf("home");
    const { urn } = await stack.stateOf("company");
    keys = { ...own, guest: own.home };
    await declare("first", "Taken over");
    await sandbox.forget();
    const refusal = `The key belongs to organization ${organizations.home}, but this resource to ${organizations.guest}`;
    for (const run of [
      await stack.up({ flags: ["--replace", urn, "--target", urn], expectFailure: true }),
      await stack.destroy({ flags: ["--target", urn], expectFailure: true }),
    ]) {
      expect(saidBy(run)).to.include(refusal);
      expect(run.finished.filter((step) => step.urn === urn)).to.deep.equal([]);
    }
    expect(new Set((await sandbox.log()).map(({ method }) => method))).to.deep.equal(new Set(["GET"]));
    expect(await organizationOf("home")).to.deep.equal(before);
    expect(await stack.stateOf("company")).to.include({ id: organizations.guest });
    keys = own;
  });

  it("OrganizationSettings replaced with its own key: removed from state, adopted and renamed", async () => {
    const { urn } = await stack.stateOf("company");
    await declare("first", "Guest Corp");
    const run = await stack.up({ flags: ["--replace", urn] });
    expect(stepsOf(run.finished, "company").map(({ op }) => op)).to.include("delete-replaced");
    expect(await stack.stateOf("company")).to.include({ id: organizations.guest });
    expect(await organizationOf("guest")).to.include({ name: "Guest Corp" });
  });

  it("state and outputs: no key", async () => {
    await declare("second", "Guest Inc");
    const run = await stack.up();
    const shown = JSON.stringify([
      await stack.outputs(),
      run.stdout,
      run.stderr,
      run.diagnostics,
      await stack.storedState(),
      (await stack.exportState()).deployment.resources?.filter(({ type }) => !type.startsWith("pulumi:providers:")),
    ]);
    for (const key of everyKey) {
      expect(shown).not.to.include(key);
    }
  });

  it("destroy: the objects are deleted; the organization keeps its name", async () => {
    const run = await stack.destroy();
    expect(await heldBy("home")).to.deep.equal([]);
    expect(await heldBy("guest")).to.deep.equal([]);
    expect(await organizationOf("guest")).to.include({ name: "Guest Inc" });
    expect(saidBy(run)).to.match(/keeps its name, "Guest Inc"/);
  });
});
