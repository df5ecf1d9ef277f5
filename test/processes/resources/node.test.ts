import { expect } from "chai";
import { checked, createdOf, failureOf, globalPlace, inputsOf, texts } from "../../support/processes/kit";
import { useProvider } from "../../support/processes/provider-scene";
import type { Bag } from "../../support/processes/wire";

describe("Node over gRPC", () => {
  const { sandbox, plugin, project } = useProvider();
  let networkId: string;

  before(async () => {
    const nodes = [{ ...globalPlace, configuration: { archive: false } }];
    const args = {
      project: project(),
      protocol: "ethereum",
      network: "ethereum-mainnet",
      nodes,
      readiness: "platform",
    };
    networkId = (await createdOf(plugin(), "Network", "eth", args)).id;
  });

  const placements: readonly {
    readonly title: string;
    readonly version: "v1" | "v2";
    readonly args: () => Bag;
    /** Outputs that show the placement, besides the arguments. */
    readonly place: () => Bag;
  }[] = [
    {
      title: "placed by chain",
      version: "v2",
      args: () => ({ project: project(), chain: "polygon-pos-mainnet" }),
      place: () => ({
        blockchain: "BC-000-000-010",
        cloud: "CC-0016",
        network: "polygon-pos-mainnet",
        provider: "chainstack_global",
        region: "global1",
      }),
    },
    {
      title: "placed by ids",
      version: "v2",
      args: () => ({ project: project(), blockchain: "BC-000-000-008", cloud: "CC-0016" }),
      place: () => ({ network: "ethereum-mainnet", protocol: "ethereum", region: "global1" }),
    },
    {
      title: "in a v1 network",
      version: "v1",
      args: () => ({ networkId, ...globalPlace, configuration: { archive: false } }),
      place: () => ({ project: project(), network: "ethereum-mainnet", protocol: "ethereum" }),
    },
  ];

  for (const { title, version, args, place } of placements) {
    describe(title, () => {
      it("create: one POST, ready; outputs contain inputs, placement and endpoints", async () => {
        const { id, inputs, properties } = await createdOf(plugin(), "Node", "rpc", {
          ...args(),
          readiness: "platform",
        });
        expect(id).to.match(/^ND-/);
        expect(properties).to.deep.include({ ...inputs, ...place(), ready: true, status: "running" });
        expect(properties.host).to.equal(new URL(sandbox.baseUrl).host);
        expect(properties.endpoints).to.have.property("https").that.includes(`http://${properties.host}/`);
        const writes = (await sandbox.requests()).filter((request) => request.startsWith("POST "));
        expect(writes).to.deep.equal([`POST /${version}/nodes/`]);
      });

      it("read after create: unchanged", async () => {
        const { id, inputs, properties } = await createdOf(plugin(), "Node", "rpc", { ...args(), readiness: "none" });
        expect(await plugin().read(id, properties)).to.deep.equal({ id, properties, inputs });
      });

      it("rename: in place, other outputs kept", async () => {
        const { id, properties } = await createdOf(plugin(), "Node", "rpc", { ...args(), readiness: "none" });
        const news = await checked(plugin(), "Node", "rpc", { ...args(), readiness: "none", name: "other" });
        const updated = await plugin().update(id, properties, news);
        const { __generated, ...kept } = properties;
        expect(updated.properties).to.deep.equal({ ...kept, ...news });
        expect(await sandbox.requests()).to.include(`PATCH /${version}/nodes/${id}/`);
      });

      it("other timeouts: stored without a request, outputs kept", async () => {
        const { id, properties, inputs } = await createdOf(plugin(), "Node", "rpc", { ...args(), readiness: "none" });
        await sandbox.forget();
        const news = { ...inputs, timeouts: { delete: "2m" } };
        expect(await plugin().update(id, properties, news)).to.deep.equal({ properties: { ...properties, ...news } });
        expect(await sandbox.requests()).to.deep.equal([]);
      });

      it("read by id alone, as get: complete", async () => {
        const { id, properties } = await createdOf(plugin(), "Node", "rpc", { ...args(), readiness: "none" });
        const read = await plugin().read(id, inputsOf("Node", "found"));
        expect(read.id).to.equal(id);
        for (const key of ["name", "status", "network", "organization", "host", "region", "ready"]) {
          expect(read.properties[key], key).to.equal(properties[key]);
        }
        expect(read.properties.endpoints).to.have.property("https");
        expect(read.properties).to.deep.include(inputsOf("Node", "found"));
      });

      it("delete: then read returns an empty id, a second delete succeeds", async () => {
        const { id, properties } = await createdOf(plugin(), "Node", "rpc", { ...args(), readiness: "none" });
        await plugin().delete(id, properties);
        expect(await sandbox.requests()).to.include(`DELETE /${version}/nodes/${id}/`);
        expect((await plugin().read(id, properties)).id).to.equal("");
        await plugin().delete(id, properties);
      });
    });
  }

  it("read by id alone, hidden in v2: through v1", async () => {
    const place = { networkId, ...globalPlace, configuration: { archive: false } };
    const { id, properties } = await createdOf(plugin(), "Node", "rpc", { ...place, readiness: "none" });
    const empty = { count: 0, next: null, previous: null, results: [] };
    await sandbox.fault({ method: "GET", path: `/v2/nodes/${id}/` }, { type: "status", status: 404 }, null);
    await sandbox.fault({ method: "GET", path: "/v2/nodes/" }, { type: "status", status: 200, body: empty }, null);
    const read = await plugin().read(id, inputsOf("Node", "found"));
    expect(read.id).to.equal(id);
    for (const key of ["name", "networkId", "type", "project", "network", "endpoints"]) {
      expect(read.properties[key], key).to.deep.equal(properties[key]);
    }
  });

  it("not ready at the deadline: kept with id, outputs, ready false and provider text", async () => {
    const args = { project: project(), chain: "polygon-pos-mainnet", region: "lon1", timeouts: { create: "1s" } };
    const inputs = await checked(plugin(), "Node", "slow", args);
    await sandbox.change({ regionalSeconds: 600 });
    const { message, partial } = await failureOf(plugin().create(inputs));
    expect(message).to.match(/^Node slow-[0-9a-f]{8} \(ND-.*\) is not ready after 1 s: pending\./);
    expect(partial?.id).to.match(/^ND-/);
    expect(partial?.properties).to.deep.include({ ...inputs, ready: false, status: "pending", __provider: texts.Node });
    expect(partial?.reasons).to.deep.equal([message]);
  });

  it("unfinished: finished by an update, not recreated", async () => {
    const args = { project: project(), chain: "polygon-pos-mainnet", region: "lon1", readiness: "platform" };
    const inputs = await checked(plugin(), "Node", "slow", { ...args, timeouts: { create: "500ms" } });
    await sandbox.change({ regionalSeconds: 600 });
    const { partial } = await failureOf(plugin().create(inputs));
    await sandbox.admin("PATCH", `/nodes/${partial?.id}`, { status: "running" });
    const news = await checked(plugin(), "Node", "slow", args, inputs);
    const { properties } = await plugin().update(partial?.id ?? "", partial?.properties ?? {}, news);
    expect(properties).to.deep.include({ ready: true, status: "running", name: inputs.name });
    expect((await sandbox.requests()).filter((request) => request.startsWith("POST "))).to.have.length(1);
  });

  it('not ready at the deadline, onCreateTimeout "delete": deleted, nothing kept', async () => {
    const args = { project: project(), chain: "polygon-pos-mainnet", region: "lon1", onCreateTimeout: "delete" };
    const inputs = await checked(plugin(), "Node", "too-slow", { ...args, timeouts: { create: "500ms" } });
    await sandbox.change({ regionalSeconds: 600 });
    const { message, partial } = await failureOf(plugin().create(inputs));
    expect(message).to.include('It was deleted, as onCreateTimeout: "delete" requests.');
    expect(partial).to.equal(undefined);
    const { nodes } = await sandbox.admin<{ readonly nodes: readonly { readonly name: string }[] }>("GET", "/objects");
    expect(nodes.some(({ name }) => name === inputs.name)).to.equal(false);
  });
});
