import { expect } from "chai";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import { parseOwner } from "../../../provider/lifecycle/owner.js";
import {
  type Created,
  checked,
  configOf,
  createdOf,
  globalPlace,
  makeProject,
  type TypeName,
} from "../../support/processes/kit";
import { type Plugin, startPlugin } from "../../support/processes/plugin";
import type { Bag } from "../../support/processes/wire";
import { useSandbox } from "../../support/sandbox";

const polygon = "polygon-pos-mainnet";
const ownerSalt = "pepper";

describe("replacement while reads still show the old object under its claim", () => {
  const sandbox = useSandbox();
  const config = () => ({ ...configOf(sandbox), "blockchain-nodes:ownerSalt": ownerSalt });
  let project: string;
  let plugin: Plugin;
  let serial = 0;
  let name: string;
  before(async () => {
    project = await makeProject(sandbox);
  });
  beforeEach(async () => {
    serial += 1;
    name = `web${serial}`;
    plugin = await startPlugin({ config: config() });
  });
  afterEach(() => plugin.stop());

  const argsOf: Readonly<Record<Exclude<TypeName, "OrganizationSettings">, () => Bag>> = {
    Project: () => ({}),
    Network: () => ({
      project,
      protocol: "ethereum",
      network: "ethereum-mainnet",
      nodes: [{ ...globalPlace, configuration: { archive: false } }],
      readiness: "platform",
    }),
    Node: () => ({ project, chain: polygon, readiness: "platform" }),
  };
  const types = Object.keys(argsOf) as readonly (keyof typeof argsOf)[];

  /** Created by an earlier run. From now on the platform shows it as it was before its last step. */
  const makeLagging = async (type: keyof typeof argsOf): Promise<Created> => {
    const earlier = await startPlugin({ config: config() });
    try {
      const created = await createdOf(earlier, type, name, argsOf[type]());
      const [node] = (created.properties.nodes ?? []) as readonly Bag[];
      const claim = claimName(parseOwner(String(created.inputs.__owner), ownerSalt));
      const shown = { type: "show-as", id: String(node?.id ?? created.id), fields: { name: claim } };
      await sandbox.fault({ method: "GET" }, shown, null);
      await sandbox.forget();
      return created;
    } finally {
      await earlier.stop();
    }
  };
  const deletions = async () => (await sandbox.requests()).filter((request) => request.startsWith("DELETE "));

  for (const type of types) {
    it(`${type}, forced: resumed by create, not deleted, with a warning`, async () => {
      const old = await makeLagging(type);
      const { id } = await plugin.create(await checked(plugin, type, name, argsOf[type]()));
      expect(id).to.equal(old.id);
      await sandbox.admin("DELETE", "/faults");
      await plugin.delete(old.id, old.properties);
      expect(await deletions()).to.deep.equal([]);
      await plugin.engine.waitFor(({ message }) => message.startsWith(`Does not delete ${id}: `));
    });

    it(`${type}, seen in a diff: another one created, the old one deleted`, async () => {
      const old = await makeLagging(type);
      await plugin.diff(old.id, old.properties, old.inputs);
      const { id } = await plugin.create(await checked(plugin, type, name, argsOf[type]()));
      expect(id).not.to.equal(old.id);
      expect(await deletions()).to.deep.equal([]);
      await sandbox.admin("DELETE", "/faults");
      await plugin.delete(old.id, old.properties);
      expect((await deletions()).length).to.be.above(0);
    });
  }

  it("Node with another placement: the old one not deleted before the new one exists", async () => {
    const old = await makeLagging("Node");
    const moved = await checked(plugin, "Node", name, { ...argsOf.Node(), chain: "ethereum-mainnet" });
    await plugin.diff(old.id, old.properties, moved);
    await plugin.create(moved);
    expect(await deletions()).to.deep.equal([]);
  });

  it("Node created by the same process: deleted", async () => {
    const { id, properties } = await createdOf(plugin, "Node", name, argsOf.Node());
    await plugin.delete(id, properties);
    expect((await deletions()).length).to.equal(1);
  });
});
