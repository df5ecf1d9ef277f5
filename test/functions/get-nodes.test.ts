import { expect } from "chai";
import { getNodes, getNodesOutput, type Provider } from "pulumi-blockchain-nodes";
import { accountOf, answerWithOther, createObjects, type World } from "../support/functions/world";
import { contentOf, useMocks } from "../support/resources/mocks";
import { useSandbox } from "../support/sandbox";

/** Matches anything like a credential in a function's result. */
const credential = /[0-9a-f]{28,}|https?:\/\/|wss?:\/\//;

describe("getNodes", () => {
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

  it("no filter: all nodes as v2 shows them, without credentials", async () => {
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
    it(`${JSON.stringify(args)}: filtered by the function, since v2 has no filters`, async () => {
      expect(namesOf(await getNodes(args, { provider }))).to.deep.equal(expected);
      const queries = (await sandbox.log()).map(({ query }) => Object.keys(query as object).sort());
      expect(queries).to.deep.equal([["order_by", "page"]]);
    });
  }

  it("several pages: all nodes", async () => {
    await sandbox.change({ pageSize: 1 });
    expect(namesOf(await getNodes({}, { provider }))).to.deep.equal(["rpc", "rpc-2", "btc", "own"]);
  });

  it("filter that only v1 has: requested from v1", async () => {
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

  it("v1 › name: exact match", async () => {
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
    it(`v1 › ${argument}: filtered by the function too, whatever the platform returns`, async () => {
      const field = argument === "networkId" ? "network" : argument;
      const wire = await answerWithOther(sandbox, "/v1/nodes/", field, value);
      const nodes = await getNodes({ api: "v1", [argument]: wire[field] }, { provider });
      expect(nodes.map(({ id }) => id)).to.deep.equal([wire.id]);
    });
  }

  it("v1 › every filter: sent in the platform's name, except what may change during the walk", async () => {
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
    it(`${api} › includeEndpoints: the endpoints; the result of the Output form is secret`, async () => {
      const [node] = await getNodes({ api, name: "rpc", includeEndpoints: true }, { provider });
      expect(node?.endpoints?.https).to.match(/^http.*[0-9a-f]{28}/);
      const output = await contentOf(getNodesOutput({ api, name: "rpc", includeEndpoints: true }, { provider }));
      expect(output).to.deep.equal({ value: [node], isKnown: true, isSecret: true });
    });
  }

  it("Output form without endpoints: not secret, although the key is", async () => {
    const { value, isSecret } = await contentOf(getNodesOutput({ name: "rpc" }, { provider }));
    expect(namesOf(value)).to.deep.equal(["rpc"]);
    expect(isSecret).to.equal(false);
  });
});
