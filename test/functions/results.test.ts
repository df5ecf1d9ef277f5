import { type Output, output } from "@pulumi/pulumi";
import { expect } from "chai";
import {
  getDeploymentOptions,
  getNetworks,
  getNodes,
  getNodesOutput,
  getNodeUsage,
  getOrganization,
  getProjectMembers,
  getProjects,
  getProjectsOutput,
  isProviderError,
  type Provider,
  type ProviderError,
} from "pulumi-blockchain-nodes";
import { contentOf, useMocks } from "../resources/mocks";
import { useSandbox } from "../support/sandbox";
import { accountOf, answerWithOther, callPlatform, failureOf, furnish, type World } from "./world";

/** Everything that reads like a credential in what a function gave. */
const credential = /[0-9a-f]{28,}|https?:\/\/|wss?:\/\//;

describe("the functions", () => {
  const sandbox = useSandbox();
  let world: World;
  let provider: Provider;

  before(async () => {
    world = await furnish(sandbox);
  });
  beforeEach(async () => {
    await useMocks();
    provider = accountOf(sandbox);
  });

  const namesOf = (items: readonly { readonly name?: string | undefined }[]) => items.map(({ name }) => name);

  describe("getOrganization", () => {
    it("gives id and name", async () => {
      const { organizations } = await sandbox.admin<{ organizations: readonly { id: string }[] }>("GET", "/objects");
      const id = organizations[0]?.id;
      await sandbox.admin("PATCH", `/objects/${id}`, { name: "Acme" });
      expect(await getOrganization({ provider })).to.deep.equal({ id, name: "Acme" });
    });
  });

  describe("getProjects", () => {
    it("gives every project with what the platform shows of it", async () => {
      const [project, ...others] = await getProjects({}, { provider });
      expect(others).to.deep.equal([]);
      expect(project).to.include({ id: world.project, name: "shop", description: "all of it", type: "public" });
      expect(project).to.have.property("organization").that.matches(/^RG-/);
    });

    it("takes the whole name, where the platform's filter takes a part of it", async () => {
      const { id } = await callPlatform(sandbox, "/v2/projects/", { name: "shop-2" });
      try {
        expect(namesOf(await getProjects({ name: "shop" }, { provider }))).to.deep.equal(["shop"]);
        // A walk by a name would miss what is renamed meanwhile.
        expect((await sandbox.log()).at(-1)?.query).not.to.have.property("name");
        expect(namesOf(await getProjects({ type: "consortium" }, { provider }))).to.deep.equal([]);
      } finally {
        await sandbox.admin("DELETE", `/objects/${id}`);
      }
    });
  });

  describe("getProjectMembers", () => {
    it("gives the members of a consortium, and none of a public project", async () => {
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

    it("fails for a project that does not exist", async () => {
      const failure = await failureOf(getProjectMembers({ project: "PR-999-999-999" }, { provider }));
      expect(isProviderError(failure, "not-found")).to.equal(true);
    });
  });

  describe("getNetworks", () => {
    it("gives networks with their nodes and without a credential", async () => {
      const networks = await getNetworks({ network: "polygon-pos-mainnet", project: world.project }, { provider });
      expect(networks.map(({ id }) => id)).to.deep.equal([world.network]);
      expect(networks[0]).to.deep.include({ protocol: "polygon-pos", network: "polygon-pos-mainnet" });
      expect(networks[0]?.nodes.map(({ id, name }) => ({ id, name }))).to.deep.equal([
        { id: world.dedicated, name: "own" },
      ]);
      expect(JSON.stringify(networks)).not.to.match(credential);
    });

    it("sends every filter in the platform's name, but for what may change during the walk", async () => {
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
      it(`compares ${argument} itself, whatever the platform's filter lets through`, async () => {
        const wire = await answerWithOther(sandbox, "/v1/networks/", field, value);
        const [all] = await getNetworks({}, { provider });
        const args = { [argument]: (all as unknown as Record<string, unknown>)[argument] };
        await answerWithOther(sandbox, "/v1/networks/", field, value);
        expect((await getNetworks(args, { provider })).map(({ id }) => id)).to.deep.equal([wire.id]);
      });
    }
  });

  describe("getNodes", () => {
    it("gives all nodes as v2 shows them, without a credential", async () => {
      const nodes = await getNodes({}, { provider });
      expect(namesOf(nodes)).to.deep.equal(["rpc", "rpc-2", "btc", "own"]);
      expect(nodes[0]).to.deep.include({
        api: "v2",
        id: world.nodes[0],
        network: "ethereum-mainnet",
        project: world.project,
        cloud: "CC-0016",
        region: "global1",
      });
      expect(nodes[0]).to.have.property("host").that.is.a("string");
      expect(nodes.some((node) => "endpoints" in node)).to.equal(false);
      expect(JSON.stringify(nodes)).not.to.match(credential);
      expect(new Set(await sandbox.requests())).to.deep.equal(new Set(["GET /v2/nodes/"]));
    });

    const filters = [
      [{ name: "rpc" }, ["rpc"]],
      [{ network: "bitcoin-regtest" }, ["btc"]],
      [{ protocol: "ethereum", name: "rpc-2" }, ["rpc-2"]],
      [{ region: "lon1" }, ["btc"]],
      [{ provider: "aws" }, ["own"]],
      [{ cloud: "CC-0020" }, ["btc"]],
      [{ blockchain: "BC-000-000-008" }, ["rpc", "rpc-2"]],
      [{ status: "failed" }, []],
      [{ project: "PR-999-999-999" }, []],
    ] as const;
    for (const [args, expected] of filters) {
      it(`compares ${JSON.stringify(args)} itself, since v2 has no filters`, async () => {
        expect(namesOf(await getNodes(args, { provider }))).to.deep.equal(expected);
        const queries = (await sandbox.log()).map(({ query }) => Object.keys(query as object).sort());
        expect(queries).to.deep.equal([["order_by", "page"]]);
      });
    }

    it("walks every page of the list", async () => {
      await sandbox.change({ pageSize: 1 });
      expect(namesOf(await getNodes({}, { provider }))).to.deep.equal(["rpc", "rpc-2", "btc", "own"]);
    });

    it("asks v1 with a filter that only v1 has", async () => {
      const nodes = await getNodes({ type: "dedicated", archive: true }, { provider });
      expect(namesOf(nodes)).to.deep.equal(["own"]);
      expect(nodes[0]).to.deep.include({
        api: "v1",
        networkId: world.network,
        type: "dedicated",
        role: "peer",
        configuration: { archive: true },
      });
      expect(JSON.stringify(nodes)).not.to.match(credential);
      expect(await sandbox.requests()).to.deep.equal(["GET /v1/nodes/"]);
    });

    it("takes the whole name in v1 too", async () => {
      expect(namesOf(await getNodes({ api: "v1", name: "rpc" }, { provider }))).to.deep.equal(["rpc"]);
    });

    const shownByV1 = {
      name: "other",
      region: "lon1",
      provider: "gcloud",
      status: "failed",
      networkId: "NW-9-9-9",
      organization: "RG-9-9",
      type: "shared",
      role: "validator",
    } as const;
    for (const [argument, value] of Object.entries(shownByV1)) {
      it(`compares ${argument} itself in v1 too, whatever the platform's filter lets through`, async () => {
        const field = argument === "networkId" ? "network" : argument;
        const wire = await answerWithOther(sandbox, "/v1/nodes/", field, value);
        const nodes = await getNodes({ api: "v1", [argument]: wire[field] }, { provider });
        expect(nodes.map(({ id }) => id)).to.deep.equal([wire.id]);
      });
    }

    it("sends every filter to v1 in the platform's name, but for what may change during the walk", async () => {
      const args = { name: "a", project: "b", network: "c", protocol: "d", region: "e", provider: "f", status: "g" };
      const more = {
        networkId: "h",
        organization: "i",
        type: "shared",
        role: "peer",
        archive: false,
        projectType: "j",
      };
      await getNodes({ ...args, ...more }, { provider });
      const { query } = (await sandbox.log()).at(-1) ?? {};
      expect(query).not.to.have.any.keys("name", "status");
      expect(query).to.include({
        project: "b",
        public_network: "c",
        protocol: "d",
        region: "e",
        provider: "f",
        network: "h",
        organization: "i",
        type: "shared",
        role: "peer",
        archive: "false",
        project_type: "j",
      });
    });

    for (const api of ["v1", "v2"] as const) {
      it(`gives the endpoints of ${api} where they are asked for; the twin marks the whole as secret`, async () => {
        const [node] = await getNodes({ api, name: "rpc", includeEndpoints: true }, { provider });
        expect(node?.endpoints?.https).to.match(/^http.*[0-9a-f]{28}/);
        const twin = await contentOf(getNodesOutput({ api, name: "rpc", includeEndpoints: true }, { provider }));
        expect(twin).to.deep.equal({ value: [node], isKnown: true, isSecret: true });
      });
    }

    it("gives a twin that is no secret without endpoints, although the key is one", async () => {
      const { value, isSecret } = await contentOf(getNodesOutput({ name: "rpc" }, { provider }));
      expect(namesOf(value)).to.deep.equal(["rpc"]);
      expect(isSecret).to.equal(false);
    });
  });

  describe("getDeploymentOptions", () => {
    it("gives what fits, in one call", async () => {
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
      it(`compares ${argument} itself`, async () => {
        const options = [one, { ...one, [argument]: "another" }];
        const body = { options };
        await sandbox.fault({ path: "/v2/deployment-options/" }, { type: "status", status: 200, body });
        expect(await getDeploymentOptions({ [argument]: one[argument] }, { provider })).to.deep.equal([
          { ...one, features: [] },
        ]);
      });
    }
  });

  describe("getNodeUsage", () => {
    const firstOfMonth = new Date();
    firstOfMonth.setUTCDate(1);
    firstOfMonth.setUTCHours(0, 0, 0, 0);
    const at = (hours: number) => new Date(firstOfMonth.getTime() + hours * 3_600_000).toISOString();
    const period = { dateFrom: at(0), dateTo: at(48) };

    before(async () => {
      const [first, second] = world.nodes;
      await sandbox.admin("POST", `/nodes/${first}/usage`, {
        rows: [
          { datetime: at(1), requestUnits: 10 },
          { datetime: at(2), requestUnits: 20 },
          { datetime: at(25), requestUnits: 5 },
        ],
      });
      await sandbox.admin("POST", `/nodes/${second}/usage`, { rows: [{ datetime: at(1), requestUnits: 7 }] });
      await sandbox.admin("POST", `/nodes/${world.dedicated}/usage`, { rows: [{ datetime: at(1), computeHours: 1 }] });
    });

    it("gives rows by time with sums over all of them, over all pages", async () => {
      await sandbox.change({ pageSize: 2 });
      const { rows, totals } = await getNodeUsage({ ...period, networks: ["ethereum-mainnet"] }, { provider });
      const [first, second] = world.nodes;
      expect(rows.map(({ nodeId, requestUnits }) => [nodeId, requestUnits])).to.have.deep.members([
        [first, 30],
        [second, 7],
        [first, 5],
      ]);
      expect(rows.map(({ datetime }) => Date.parse(datetime))).to.deep.equal(
        rows.map(({ datetime }) => Date.parse(datetime)).sort((a, b) => a - b),
      );
      expect(rows[0]).not.to.have.property("id");
      expect(totals.requestUnits).to.equal(42);
    });

    it("sends every argument in the platform's name and form", async () => {
      const [first = "", second = ""] = world.nodes;
      const dateFrom = at(0).slice(0, 10);
      await getNodeUsage(
        {
          dateFrom,
          dateTo: at(24).replace(/T.*/, "T02:00:00+02:00"),
          nodeIds: [first, second],
          protocols: ["ethereum", "bitcoin"],
          networks: ["ethereum-mainnet"],
          nodeType: "elastic",
          granularity: "hour",
        },
        { provider },
      );
      expect((await sandbox.log()).at(-1)?.query).to.include({
        date_from: at(0),
        date_to: at(24),
        node_id: `${first},${second}`,
        protocol: "ethereum,bitcoin",
        network: "ethereum-mainnet",
        node_type: "elastic",
        granularity: "hour",
      });
    });

    it("names the argument that the platform refuses", async () => {
      const failure = await failureOf(getNodeUsage({ dateFrom: "2001-01-01" }, { provider }));
      expect(isProviderError(failure, "rejected")).to.equal(true);
      expect(failure).to.have.property("fields").that.has.keys("dateFrom");
    });
  });

  describe("wrong arguments are refused before anything is asked:", () => {
    const wrong: readonly (readonly [title: string, ask: () => Promise<unknown>, field: string, reason: RegExp])[] = [
      ["an unknown one", () => getNodes({ regoin: "lon1" } as object, { provider }), "regoin", /did you mean "region"/],
      ["an empty text", () => getProjects({ name: " " }, { provider }), "name", /must be a text that is not empty/],
      ["no project", () => getProjectMembers({} as { project: string }, { provider }), "project", /is required/],
      [
        "v2 with a filter of v1",
        () => getNodes({ api: "v2", role: "peer" }, { provider }),
        "role",
        /goes with v1 only/,
      ],
      [
        "v1 with a filter of v2",
        () => getNodes({ role: "peer", cloud: "CC-1" }, { provider }),
        "cloud",
        /with v2 only/,
      ],
      ["an empty list", () => getNodeUsage({ nodeIds: [] }, { provider }), "nodeIds", /at least one/],
      ["a comma", () => getNodeUsage({ nodeIds: ["a,b"] }, { provider }), "nodeIds", /with a comma/],
      ["a date of no calendar", () => getNodeUsage({ dateFrom: "2026-02-30" }, { provider }), "dateFrom", /ISO 8601/],
      [
        "a time without a zone",
        () => getNodeUsage({ dateFrom: "2026-02-03T04:05:06" }, { provider }),
        "dateFrom",
        /zone/,
      ],
      [
        "an end that is not later than the begin",
        () => getNodeUsage({ dateFrom: "2026-02-03T00:00:00Z", dateTo: "2026-02-03" }, { provider }),
        "dateTo",
        /must be later than dateFrom/,
      ],
      [
        "another granularity",
        () => getNodeUsage({ granularity: "week" as "day" }, { provider }),
        "granularity",
        /"day", "hour"/,
      ],
      [
        "a list of one in place of a choice",
        () => getNodes({ api: ["v1"] as unknown as "v1" }, { provider }),
        "api",
        /"v1", "v2"/,
      ],
      [
        "a list of one in place of a time",
        () => getNodeUsage({ dateFrom: ["2026-02-03"] as unknown as string }, { provider }),
        "dateFrom",
        /ISO 8601/,
      ],
      [
        "an output, which its twin takes",
        () => getProjects({ name: output("shop") as unknown as string }, { provider }),
        "name",
        /is an output: getProjectsOutput takes it/,
      ],
      [
        "a promise, which its twin takes",
        () => getNodes({ region: Promise.resolve("lon1") as unknown as string }, { provider }),
        "region",
        /is a promise: await it, or use getNodesOutput/,
      ],
    ];
    for (const [title, ask, field, reason] of wrong) {
      it(title, async () => {
        const failure = await failureOf(ask());
        expect(isProviderError(failure, "rejected")).to.equal(true);
        expect(failure).to.have.property("fields").that.has.keys(field);
        expect(failure?.message).to.match(reason);
        expect(await sandbox.requests()).to.deep.equal([]);
      });
    }
  });

  describe("an argument of a twin whose output came out undefined is refused:", () => {
    const late = (value: unknown) => output(value) as unknown as Output<string>;
    const asks: readonly (readonly [title: string, ask: () => Output<unknown>, field: string])[] = [
      ["a filter", () => getNodesOutput({ project: late(undefined), includeEndpoints: true }, { provider }), "project"],
      ["one that is null", () => getProjectsOutput({ name: late(null) }, { provider }), "name"],
      ["a promise", () => getProjectsOutput({ name: Promise.resolve() as never }, { provider }), "name"],
    ];
    for (const [title, ask, field] of asks) {
      it(title, async () => {
        const failure = await failureOf(contentOf(ask()));
        expect(isProviderError(failure, "rejected")).to.equal(true);
        expect(failure).to.have.property("fields").that.has.keys(field);
        expect(failure?.message).to.match(/came out undefined: leave the argument out to ask for all/);
        expect(await sandbox.requests()).to.deep.equal([]);
      });
    }

    it("not one that was left out, as undefined too", async () => {
      const args = { name: undefined } as unknown as { readonly name: string };
      expect(namesOf((await contentOf(getProjectsOutput(args, { provider }))).value)).to.deep.equal(["shop"]);
    });
  });

  it("have no member of what is not known", async () => {
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

  it("name the request that the platform refused, once", async () => {
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

  it("leave out what is not as documented, with a warning", async () => {
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

  it("repeat nothing of the key that the platform says", async () => {
    const body = { error: { message: `no ${sandbox.apiKey}`, fields: { name: [sandbox.apiKey] } } };
    await sandbox.fault({ path: "/v2/projects/" }, { type: "status", status: 400, body });
    const failure = await failureOf(getProjects({ name: "x" }, { provider }));
    expect(failure?.message).to.include("[").and.not.to.include(sandbox.apiKey);
    expect(`${failure?.stack} ${JSON.stringify(failure)}`).not.to.include(sandbox.apiKey);
  });
});
