import { expect } from "chai";
import {
  getDeploymentOptions,
  getNetworks,
  getNodes,
  getOrganization,
  getProjectMembers,
  getProjects,
  getProjectsOutput,
  isProviderError,
  type Provider,
  type ProviderError,
} from "pulumi-blockchain-nodes";
import {
  accountOf,
  answerWithOther,
  callPlatform,
  createObjects,
  failureOf,
  type World,
} from "../support/functions/world";
import { contentOf, useMocks } from "../support/resources/mocks";
import { useSandbox } from "../support/sandbox";

/** Matches anything like a credential in a function's result. */
const credential = /[0-9a-f]{28,}|https?:\/\/|wss?:\/\//;

describe("function results", () => {
  const sandbox = useSandbox();
  let world: World;
  let provider: Provider;

  before(async () => {
    world = await createObjects(sandbox);
  });
  beforeEach(async () => {
    await useMocks();
    provider = accountOf(sandbox);
  });

  const namesOf = (items: readonly { readonly name?: string | undefined }[]) => items.map(({ name }) => name);

  describe("getOrganization", () => {
    it("any organization: id and name", async () => {
      const { organizations } = await sandbox.admin<{ organizations: readonly { id: string }[] }>("GET", "/objects");
      const id = organizations[0]?.id;
      await sandbox.admin("PATCH", `/objects/${id}`, { name: "Acme" });
      expect(await getOrganization({ provider })).to.deep.equal({ id, name: "Acme" });
    });
  });

  describe("getProjects", () => {
    it("no filter: every project with all its fields", async () => {
      const [project, ...others] = await getProjects({}, { provider });
      expect(others).to.deep.equal([]);
      expect(project).to.include({ id: world.project, name: "shop", description: "all of it", type: "public" });
      expect(project).to.have.property("organization").that.matches(/^RG-/);
    });

    it("name: exact match, although the platform matches a part", async () => {
      const { id } = await callPlatform(sandbox, "/v2/projects/", { name: "shop-2" });
      try {
        expect(namesOf(await getProjects({ name: "shop" }, { provider }))).to.deep.equal(["shop"]);
        // A walk filtered by name would miss objects renamed during it.
        expect((await sandbox.log()).at(-1)?.query).not.to.have.property("name");
        expect(namesOf(await getProjects({ type: "consortium" }, { provider }))).to.deep.equal([]);
      } finally {
        await sandbox.admin("DELETE", `/objects/${id}`);
      }
    });
  });

  describe("getProjectMembers", () => {
    it("consortium: its members; public project: none", async () => {
      expect(await getProjectMembers({ project: world.project }, { provider })).to.deep.equal([]);
      const { id } = await callPlatform(sandbox, "/v2/projects/", { name: "old" });
      const member = { id: "RG-777-777", name: "Partner", email: "ops@partner.test" };
      await sandbox.admin("PATCH", `/objects/${id}`, { type: "consortium", members: [member] });
      try {
        expect(await getProjectMembers({ project: id }, { provider })).to.deep.include(member);
      } finally {
        await sandbox.admin("DELETE", `/objects/${id}`);
      }
    });

    it("project does not exist: fails", async () => {
      const failure = await failureOf(getProjectMembers({ project: "PR-999-999-999" }, { provider }));
      expect(isProviderError(failure, "not-found")).to.equal(true);
    });
  });

  describe("getNetworks", () => {
    it("filters: networks with their nodes, without credentials", async () => {
      const networks = await getNetworks({ network: "polygon-pos-mainnet", project: world.project }, { provider });
      expect(networks.map(({ id }) => id)).to.deep.equal([world.network]);
      expect(networks[0]).to.deep.include({ protocol: "polygon-pos", network: "polygon-pos-mainnet" });
      expect(networks[0]?.nodes.map(({ id, name }) => ({ id, name }))).to.deep.equal([
        { id: world.dedicated, name: "own" },
      ]);
      expect(JSON.stringify(networks)).not.to.match(credential);
    });

    it("every filter: sent in the platform's name, except what may change during the walk", async () => {
      const args = { name: "a", project: "b", network: "c", protocol: "d", status: "ok", projectType: "public" };
      await getNetworks(args, { provider });
      expect((await sandbox.log()).at(-1)?.query)
        .to.include({ project: "b", public_network: "c", protocol: "d", project_type: "public" })
        .and.not.to.have.any.keys("name", "status");
    });

    const others = {
      name: ["name", "Testnet"],
      project: ["project", "PR-9-9-9"],
      network: ["configuration", { network: "polygon-pos-amoy" }],
      protocol: ["protocol", "ethereum"],
      status: ["status", "failed"],
    } as const;
    for (const [argument, [field, value]] of Object.entries(others)) {
      it(`${argument}: filtered by the function too, whatever the platform returns`, async () => {
        const wire = await answerWithOther(sandbox, "/v1/networks/", field, value);
        const [all] = await getNetworks({}, { provider });
        const args = { [argument]: (all as unknown as Record<string, unknown>)[argument] };
        await answerWithOther(sandbox, "/v1/networks/", field, value);
        expect((await getNetworks(args, { provider })).map(({ id }) => id)).to.deep.equal([wire.id]);
      });
    }
  });

  describe("getDeploymentOptions", () => {
    it("filters: matching options, in one call", async () => {
      expect(await getDeploymentOptions({ network: "ethereum-mainnet", region: "lon1" }, { provider })).to.deep.equal([
        {
          blockchain: "BC-000-000-008",
          cloud: "CC-0020",
          region: "lon1",
          provider: "chainstack_managed",
          protocol: "ethereum",
          network: "ethereum-mainnet",
          features: ["full"],
        },
      ]);
      expect(await sandbox.requests()).to.deep.equal(["GET /v2/deployment-options/"]);
    });

    const one = {
      blockchain: "BC-1",
      cloud: "CC-1",
      region: "lon1",
      provider: "one",
      protocol: "ethereum",
      network: "ethereum-mainnet",
    } as const;
    for (const argument of Object.keys(one) as (keyof typeof one)[]) {
      it(`${argument}: filtered by the function`, async () => {
        const options = [one, { ...one, [argument]: "another" }];
        const body = { options };
        await sandbox.fault({ path: "/v2/deployment-options/" }, { type: "status", status: 200, body });
        expect(await getDeploymentOptions({ [argument]: one[argument] }, { provider })).to.deep.equal([
          { ...one, features: [] },
        ]);
      });
    }
  });

  it("creator: as far as the platform shows it", async () => {
    const { projects } = await sandbox.admin<{ projects: readonly { creator: Readonly<Record<string, unknown>> }[] }>(
      "GET",
      "/objects",
    );
    const { id, email, first_name: firstName, last_name: lastName, organization } = projects[0]?.creator ?? {};
    const creator = { id, email, firstName, lastName, organization };
    expect(creator).to.have.property("email").that.includes("@");
    expect(creator.organization).to.have.all.keys("id", "name");
    const [project] = await getProjects({}, { provider });
    const [network] = await getNetworks({}, { provider });
    const [node] = await getNodes({ api: "v1" }, { provider });
    for (const object of [project, network, node]) {
      expect(object?.creator).to.deep.equal(creator);
    }
    const fields = { creator: { email, first_name: "", organization: null } };
    await sandbox.fault({}, { type: "show-as", fields }, 1);
    expect((await getProjects({}, { provider }))[0]?.creator).to.deep.equal({ email });
    expect((await getNodes({}, { provider }))[0]).not.to.have.property("creator");
  });

  it("unknown values: no member", async () => {
    const wire = { id: "NW-1", project: "PR-1", protocol: "ethereum", status: "ok" };
    const body = { count: 1, next: null, previous: null, results: [wire] };
    await sandbox.fault({ path: "/v1/networks/" }, { type: "status", status: 200, body });
    const [network] = await getNetworks({}, { provider });
    expect(Object.keys(network ?? {}).sort()).to.deep.equal(["id", "nodes", "project", "protocol", "status"]);
    const results = [{ id: "PR-1", name: "bare" }];
    await sandbox.fault({ path: "/v2/projects/" }, { type: "status", status: 200, body: { ...body, results } });
    const [project] = await getProjects({}, { provider });
    expect(Object.keys(project ?? {}).sort()).to.deep.equal(["id", "name"]);
  });

  it("request rejected: its id once in the error", async () => {
    await sandbox.fault({ path: "/v2/projects/" }, { type: "status", status: 400, body: { error: {} } }, 2);
    for (const failure of [
      await failureOf(getProjects({}, { provider })),
      await failureOf(contentOf(getProjectsOutput({}, { provider }))),
    ]) {
      const { requestId } = failure as ProviderError;
      expect(requestId).to.be.a("string");
      expect(failure?.message.split(` [request ${requestId}]`)).to.have.length(2);
    }
  });

  it("undocumented items: left out, with a warning", async () => {
    const items = [{ id: "PR-1", name: "sound" }, { id: "PR-2" }];
    const body = { count: 2, next: null, previous: null, results: items };
    await sandbox.fault({ path: "/v2/projects/" }, { type: "status", status: 200, body });
    // Without an engine the SDK's log goes to the console.
    const { warn } = console;
    const warnings: unknown[] = [];
    console.warn = (message: unknown) => warnings.push(message);
    try {
      expect(namesOf(await getProjects({}, { provider }))).to.deep.equal(["sound"]);
    } finally {
      console.warn = warn;
    }
    expect(warnings.join()).to.match(/getProjects: left out.*: PR-2\./);
  });

  it("platform repeats the key: redacted", async () => {
    const body = { error: { message: `no ${sandbox.apiKey}`, fields: { name: [sandbox.apiKey] } } };
    await sandbox.fault({ path: "/v2/projects/" }, { type: "status", status: 400, body });
    const failure = await failureOf(getProjects({ name: "x" }, { provider }));
    expect(failure?.message).to.include("[").and.not.to.include(sandbox.apiKey);
    expect(`${failure?.stack} ${JSON.stringify(failure)}`).not.to.include(sandbox.apiKey);
  });
});
