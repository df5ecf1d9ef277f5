import { expect } from "chai";
import {
  configOf,
  fullArgs,
  inputsOf,
  type TypeName,
  typeNames,
  unknown,
  usePlugin,
  withUnknowns,
} from "../../support/processes/kit";
import type { Bag } from "../../support/processes/wire";
import { useSandbox } from "../../support/sandbox";

/** Outputs of an object that matches its inputs. */
function outputsOf(type: TypeName, inputs: Bag): Bag {
  const __set = Object.keys(fullArgs[type]).sort().join(",");
  const nodes = ((inputs.nodes ?? []) as readonly Bag[]).map((node, index) => ({
    ...node,
    id: `ND-1-2-${index}`,
    status: "running",
    ready: true,
  }));
  const observed = { status: "running", organization: "RG-1-2", createdAt: "2026-01-01T00:00:00Z", ready: true };
  return { ...inputs, ...observed, ...(type === "Network" ? { nodes } : {}), __set };
}

/** Arguments whose change replaces the object. */
const replacing: Readonly<Record<TypeName, readonly string[]>> = {
  Project: ["type"],
  Network: ["project", "protocol", "network", "nodes"],
  Node: ["project", "chain", "region", "provider"],
  OrganizationSettings: [],
};

/** Another valid value of each argument. */
const others: Readonly<Record<TypeName, Bag>> = {
  Project: { name: "shop", description: "", timeouts: { create: "2m" } },
  Network: {
    project: "PR-9-9-9",
    protocol: "polygon-pos",
    network: "polygon-pos-mainnet",
    nodes: [{ name: "first", type: "shared", provider: "chainstack_global", region: "global1", configuration: {} }],
    readiness: "rpc",
    timeouts: { create: "2m" },
  },
  Node: {
    project: "PR-9-9-9",
    chain: "polygon-pos-mainnet",
    name: "shop",
    region: "lon1",
    provider: "chainstack_managed",
    readiness: "rpc",
    onCreateTimeout: "keep",
    timeouts: { create: "2m" },
  },
  OrganizationSettings: { name: "Globex" },
};

describe("diff", () => {
  const sandbox = useSandbox();
  const plugin = usePlugin(() => ({ config: configOf(sandbox) }));

  afterEach("no request was sent", async () => {
    expect(await sandbox.requests()).to.deep.equal([]);
  });

  for (const type of typeNames) {
    const news = inputsOf(type, "web", fullArgs[type]);
    const olds = outputsOf(type, news);

    it(`${type}, outputs match inputs: no change`, async () => {
      expect(await plugin().diff("XX-1", olds, news)).to.deep.equal({
        changes: "none",
        replaces: [],
        deleteBeforeReplace: false,
      });
    });

    it(`${type}, another provider text or owner: no change`, async () => {
      const other = { ...olds, __provider: `${String(olds.__provider)} `, __owner: "another/urn" };
      expect((await plugin().diff("XX-1", other, news)).changes).to.equal("none");
    });

    it(`${type}, other outputs of the platform: no change`, async () => {
      const other = { ...olds, status: "maintenance", createdAt: "2027-01-01T00:00:00Z", host: "another.example.com" };
      expect((await plugin().diff("XX-1", other, news)).changes).to.equal("none");
    });

    for (const [key, value] of Object.entries(others[type])) {
      const isReplacing = replacing[type].includes(key);
      it(`${type}, ${key} changed: ${isReplacing ? "replacement" : "update in place"}`, async () => {
        const { changes, replaces } = await plugin().diff("XX-1", olds, { ...news, [key]: value });
        expect(changes).to.equal("some");
        expect(replaces).to.deep.equal(isReplacing ? [key] : []);
      });
    }

    it(`${type}, unknown values: a change, and a replacement where they decide the placement`, async () => {
      for (const { path, bag } of withUnknowns(fullArgs[type])) {
        const key = path.replace(/[.[].*$/, "");
        const isName = /^nodes\[\d\]\.name$/.test(path);
        const answer = await plugin().diff("XX-1", olds, { ...news, ...bag });
        expect(answer.changes, path).to.equal("some");
        expect(answer.replaces, path).to.deep.equal(replacing[type].includes(key) && !isName ? [key] : []);
      }
    });
  }

  for (const type of ["Network", "Node"] as const) {
    it(`${type}, not ready: the next up finishes it`, async () => {
      const news = inputsOf(type, "web", fullArgs[type]);
      const { changes, replaces } = await plugin().diff("XX-1", { ...outputsOf(type, news), ready: false }, news);
      expect({ changes, replaces }).to.deep.equal({ changes: "some", replaces: [] });
    });
  }

  it("partly saved object without outputs: a change", async () => {
    for (const type of typeNames) {
      const { __provider } = inputsOf(type, "web");
      const answer = await plugin().diff("XX-1", { __provider }, inputsOf(type, "web", fullArgs[type]));
      expect(answer.changes, type).to.equal("some");
    }
  });

  it("unknown provider text in inputs: taken from the outputs", async () => {
    const news = inputsOf("Node", "web", fullArgs.Node);
    const answer = await plugin().diff("ND-1", outputsOf("Node", news), { ...news, __provider: unknown });
    expect(answer.changes).to.equal("none");
  });
});
