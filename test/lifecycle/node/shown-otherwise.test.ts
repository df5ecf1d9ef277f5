import { expect } from "chai";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { bareNetwork } from "../../support/lifecycle/network-scene";
import { inputsFor, partialFailureOf, type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { diffNode, nodeOperations } from "../../support/lifecycle/resources";

/** What a response may do to the details of a node that the key does not own. */
const hiding = {
  "details omitted": { omit: ["details"] },
  "details null": { fields: { details: null } },
  "details empty": { fields: { details: {} } },
  "each detail null": {
    fields: { "details.https_endpoint": null, "details.wss_endpoint": null, "details.auth_key": null },
  },
  "URL omitted": { omit: ["details.https_endpoint"] },
  "key omitted": { omit: ["details.auth_key"] },
  "key empty": { fields: { "details.auth_key": "" } },
} as const;

/** Placement: in a network, in a region, or unspecified. */
type Placement = "v1" | "v2" | "open";

describe("node shown differently", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const places: Record<Placement, Properties> = { v1: {}, v2: {}, open: {} };
  before(async () => {
    const networkId = await bareNetwork(scene);
    places.v1 = {
      networkId,
      type: "shared",
      provider: "chainstack_global",
      region: "global1",
      configuration: { archive: false },
    };
    places.open = { project: scene.project, chain: "ethereum-mainnet" };
    places.v2 = { project: scene.project, chain: "ethereum-mainnet", region: "global1" };
  });

  const make = async (api: Placement, more: Properties = {}) => {
    const args = { ...places[api], readiness: "none", ...more };
    const inputs = inputsFor("node", args);
    const { id, outs } = await nodeOperations.create(inputs, scene.context());
    return { id, outs, inputs, change: (changes: Properties) => inputsFor("node", { ...args, ...changes }, inputs) };
  };
  const show = (showing: object, match: object = {}) =>
    sandbox.fault(match, { type: "show-as", id: "ND-", ...showing }, null);
  const warnings = ({ lines }: TestContext) => lines.filter((line) => line.includes("omits details"));

  for (const api of ["v1", "v2"] as const) {
    // In v2 the key is part of the URLs.
    for (const [what, showing] of Object.entries(hiding).filter(([name]) => api === "v1" || !name.startsWith("key"))) {
      it(`${api}, refresh, ${what}: recorded details kept`, async () => {
        const { id, outs } = await make(api);
        await show(showing);
        const context = scene.context();
        const read = await nodeOperations.read(id, outs, context);
        expect(read?.outs).to.deep.equal(outs);
        expect(warnings(context)).to.have.length(1);
      });

      it(`${api}, rename, ${what}: recorded details kept`, async () => {
        const { id, outs, change } = await make(api);
        await show(showing);
        const context = scene.context();
        const news = change({ name: "renamed" });
        const updated = await nodeOperations.update(id, outs, news, context);
        expect(updated).to.include({ name: "renamed" });
        expect(updated).to.deep.include({
          endpoints: outs.endpoints,
          host: outs.host,
          apiNamespaces: outs.apiNamespaces,
        });
        expect(warnings(context)).to.have.length(1);
      });

      it(`${api}, readiness raised, ${what}: judged by the response, recorded details kept`, async () => {
        const { id, outs, change } = await make(api);
        await show(showing);
        const context = scene.context();
        const news = change({ readiness: "platform", timeouts: { update: "1s" } });
        const hasUrl = what.includes("key");
        const updating = nodeOperations.update(id, outs, news, context);
        const updated = hasUrl ? await updating : (await partialFailureOf(updating)).outs;
        expect(updated).to.deep.include({ endpoints: outs.endpoints, host: outs.host, ready: hasUrl });
        expect(warnings(context)).to.have.length(1);
      });
    }

    it(`${api}, create, details omitted by the rename: kept from the POST response`, async () => {
      await show({ omit: ["details"] }, { method: "PATCH" });
      const { id, outs } = await make(api);
      const endpoints = outs.endpoints as Properties;
      expect(endpoints.https).to.include(id);
      expect(outs.host).to.equal(new URL(sandbox.baseUrl).host);
    });

    it(`${api}, refresh, new credentials and a hidden endpoint: credentials updated`, async () => {
      const { id, outs } = await make(api);
      const { token } = await sandbox.admin<{ token: string }>("POST", `/nodes/${id}/rotate`, {});
      await show({ omit: ["details.wss_endpoint"] });
      const read = await nodeOperations.read(id, outs, scene.context());
      const { https, wss } = (read?.outs.endpoints ?? {}) as Readonly<Record<string, string>>;
      expect(https).to.include(token);
      // The v2 URL contains the token: the recorded one is all that is known.
      expect(wss?.includes(token)).to.equal(api === "v1");
      expect(wss).to.include(id);
    });
  }

  it("v1, new URL without the key: joined with the recorded key", async () => {
    const { id, outs } = await make("v1");
    await show({ fields: { "details.https_endpoint": "https://moved.example" }, omit: ["details.auth_key"] });
    const read = await nodeOperations.read(id, outs, scene.context());
    const { key } = outs.endpoints as Readonly<Record<string, string>>;
    expect(read?.outs.endpoints).to.include({ https: `https://moved.example/${key}`, key });
    expect(read?.outs.host).to.equal("moved.example");
  });

  describe("another placement than in the program", () => {
    const elsewhere = { region: "us-east-1", provider: "aws" };

    for (const [api, fields] of [
      ["v1", { ...elsewhere, type: "dedicated" }],
      ["v2", elsewhere],
    ] as const) {
      it(`${api}: the program's is kept, no replacement, at most a warning`, async () => {
        await show({ fields });
        const { id, outs, inputs } = await make(api);
        expect(outs).to.include(places[api].type === undefined ? { region: "global1" } : places[api]);
        expect(diffNode(outs, inputs)).to.deep.equal({ changes: false, replaces: [] });
        const context = scene.context();
        const read = await nodeOperations.read(id, outs, context);
        expect(read?.outs).to.deep.equal(outs);
        const { __provider, ...own } = inputs;
        expect(read?.inputs).to.deep.equal(own);
        expect(context.lines.filter((line) => line.includes("but the program requests"))).to.have.length(
          api === "v1" ? 1 : 0,
        );
      });
    }

    it("omitted in the program: filled in from the platform", async () => {
      const { outs } = await make("open");
      expect(outs).to.include({ region: "global1", provider: "chainstack_global" });
      await show({ fields: elsewhere });
      const other = await make("open");
      expect(other.outs).to.include(elsewhere);
      expect(diffNode(other.outs, other.inputs).changes).to.equal(false);
    });

    it("get: the platform's placement", async () => {
      const { id } = await make("v2");
      await show({ fields: elsewhere });
      const read = await nodeOperations.read(id, {}, scene.context());
      expect(read?.outs).to.include(elsewhere);
    });

    it("region added to the program, the catalogue's for the recorded ids: stored, no replacement", async () => {
      await show({ fields: elsewhere });
      const { id, outs, change } = await make("open");
      const news = change({ region: "global1", provider: "chainstack_global" });
      expect(diffNode(outs, news)).to.deep.equal({ changes: true, replaces: [] });
      await sandbox.forget();
      const updated = await nodeOperations.update(id, outs, news, scene.context());
      expect(await sandbox.requests()).to.deep.equal([]);
      expect(updated).to.include({ region: "global1", provider: "chainstack_global" });
      expect(diffNode(updated, news).changes).to.equal(false);
      expect(diffNode(outs, change({ region: "lon1" })).replaces).to.deep.equal(["region"]);
    });

    it("create, response lost: found by its claim, not created twice", async () => {
      await show({ fields: elsewhere });
      await sandbox.fault({ operation: "createNodeV2" }, { type: "drop", commit: true });
      const { id } = await make("v2");
      expect(await scene.writes()).to.deep.equal(["POST /v2/nodes/", `PATCH /v2/nodes/${id}/`]);
    });

    it("ids hidden by the platform: those used to create it", async () => {
      await show({ fields: { cloud: null }, omit: ["blockchain"] });
      const { id, outs, change } = await make("v2");
      expect(outs).to.include({ cloud: "CC-0016", blockchain: "BC-000-000-008" });
      const read = await nodeOperations.read(id, outs, scene.context());
      const { chain, region, ...rest } = change({});
      const news = { ...rest, blockchain: "BC-000-000-008", cloud: "CC-0016" };
      expect(diffNode(read?.outs ?? {}, news).replaces).to.deep.equal([]);
    });
  });
});
