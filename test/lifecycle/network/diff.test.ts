import { expect } from "chai";
import fc from "fast-check";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import type { DiffOutcome } from "../../../provider/lifecycle/resource.js";
import { diffNetwork, diffProject } from "../../support/lifecycle/resources";
import { check, initialNode, networkArgs, sentinels } from "../../support/lifecycle/sample-inputs";

const same: DiffOutcome = { changes: false, replaces: [] };
const inPlace: DiffOutcome = { changes: true, replaces: [] };
const replacing = (...replaces: readonly string[]): DiffOutcome => ({ changes: true, replaces });
const verdict = ({ changes, replaces }: DiffOutcome) =>
  replaces.length > 0 ? `replacement because of ${replaces.join(", ")}` : changes ? "update in place" : "no change";

describe("diffNetwork", () => {
  const two = { ...networkArgs, nodes: [{ ...initialNode, name: "a" }, initialNode] };

  function diffTo(args: Properties, change: (outs: Properties) => Properties = (outs) => outs): DiffOutcome {
    const { inputs } = check.network({ ...two, __owner: "acme/urn" });
    const nodes = (inputs.nodes as readonly Properties[]).map((node, index) => ({
      ...node,
      id: `ND-${index}`,
      status: "running",
      ready: true,
      network: "ethereum-mainnet",
      endpoints: { https: "https://x.example" },
    }));
    const outs = { ...inputs, nodes, readiness: "rpc", name: "Mainnet", status: "ok", createdAt: "t", ready: true };
    return diffNetwork(change(outs), check.network({ ...args, __owner: "acme/urn" }, inputs).inputs);
  }
  const node = (index: number, changes: Properties): Properties => ({
    ...two,
    nodes: two.nodes.map((other, at) => (at === index ? { ...other, ...changes } : other)),
  });

  const rows: readonly (readonly [string, Properties, DiffOutcome])[] = [
    ["nothing changed", two, same],
    ["project", { ...two, project: "PR-9" }, replacing("project")],
    ["protocol", { ...two, protocol: "base" }, replacing("protocol")],
    ["network", { ...two, network: "ethereum-hoodi-testnet" }, replacing("network")],
    ["unknown project", { ...two, project: sentinels[0] }, replacing("project")],
    ["a node added", { ...two, nodes: [...two.nodes, initialNode] }, replacing("nodes")],
    ["a node removed", { ...two, nodes: two.nodes.slice(0, 1) }, replacing("nodes")],
    ["the type of a node", node(1, { type: "dedicated" }), replacing("nodes")],
    ["the provider of a node", node(0, { provider: "aws" }), replacing("nodes")],
    ["the region of a node", node(0, { region: "lon1" }), replacing("nodes")],
    ["the configuration of a node", node(1, { configuration: { archive: true } }), replacing("nodes")],
    ["unknown nodes", { ...two, nodes: sentinels[3] }, replacing("nodes")],
    ["an unknown node", { ...two, nodes: [two.nodes[0], sentinels[0]] }, replacing("nodes")],
    ["an unknown region", node(0, { region: sentinels[0] }), replacing("nodes")],
    ["an unknown member of a configuration", node(0, { configuration: { archive: sentinels[1] } }), replacing("nodes")],
    ["the name of a node", node(0, { name: "b" }), inPlace],
    ["the generated name of a node", node(1, { name: "b" }), inPlace],
    ["a name of an unknown node", node(0, { name: sentinels[0] }), inPlace],
    ["name", { ...two, name: "ours" }, inPlace],
    ["readiness", { ...two, readiness: "platform" }, inPlace],
    ["unknown readiness", { ...two, readiness: sentinels[0] }, inPlace],
    ["readiness added, same as the default", { ...two, readiness: "rpc" }, same],
    ["timeouts", { ...two, timeouts: { create: "1h" } }, inPlace],
    ["project and nodes at once", { ...two, project: "PR-9", nodes: [initialNode] }, replacing("project", "nodes")],
  ];
  for (const [name, args, expected] of rows) {
    it(`${name}: ${verdict(expected)}`, () => {
      expect(diffTo(args)).to.deep.equal(expected);
    });
  }

  it("not ready: update in place", () => {
    expect(diffTo(two, (outs) => ({ ...outs, ready: false }))).to.deep.equal(inPlace);
  });

  it("initial node deleted outside: update in place", () => {
    const change = (outs: Properties) => {
      const [first, ...others] = outs.nodes as readonly Properties[];
      return { ...outs, nodes: [{ ...first, id: undefined, status: "deleted" }, ...others] };
    };
    expect(diffTo(two, change)).to.deep.equal(inPlace);
  });

  it("any outputs except placement: no change", () => {
    const volatile = fc.record(
      {
        status: fc.string(),
        createdAt: fc.string(),
        organization: fc.string(),
        name: fc.string(),
        __owner: fc.string(),
      },
      { requiredKeys: [] },
    );
    const nodeVolatile = fc.record(
      {
        status: fc.string(),
        endpoints: fc.dictionary(fc.string(), fc.string()),
        host: fc.string(),
        version: fc.string(),
        ready: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(volatile, nodeVolatile, (more, nodeMore) => {
        const change = (outs: Properties) => ({
          ...outs,
          ...more,
          nodes: (outs.nodes as readonly Properties[]).map((old) => ({ ...old, ...nodeMore })),
        });
        expect(diffTo(two, change)).to.deep.equal(same);
      }),
    );
  });
});

describe("diffProject", () => {
  const outs = (args: Properties): Properties => ({
    type: "public",
    ...check.project(args).inputs,
    createdAt: "t",
    organization: "RG-1",
  });
  const diffTo = (from: Properties, to: Properties, more: Properties = {}) => {
    const olds = outs(from);
    return diffProject({ ...olds, ...more }, check.project(to, olds).inputs);
  };

  const rows: readonly (readonly [string, Properties, Properties, DiffOutcome])[] = [
    ["nothing changed", {}, {}, same],
    ["name", { name: "a" }, { name: "b" }, inPlace],
    ["description", { description: "a" }, { description: "b" }, inPlace],
    ["description removed", { description: "a" }, {}, inPlace],
    ["empty description added", {}, { description: "" }, same],
    ["type removed", { type: "public" }, {}, same],
    ["type added, same as recorded", {}, { type: "public" }, same],
    ["unknown type", {}, { type: sentinels[0] }, replacing("type")],
    ["unknown name", { name: "a" }, { name: sentinels[0] }, inPlace],
    ["unknown description", {}, { description: sentinels[0] }, inPlace],
    ["timeouts", {}, { timeouts: { delete: "1m" } }, inPlace],
  ];
  for (const [name, from, to, expected] of rows) {
    it(`${name}: ${verdict(expected)}`, () => {
      expect(diffTo(from, to)).to.deep.equal(expected);
    });
  }

  it("project of another type: type replaces", () => {
    expect(diffTo({}, { type: "public" }, { type: "consortium" })).to.deep.equal(replacing("type"));
    expect(diffTo({}, {}, { type: "consortium" })).to.deep.equal(same);
  });

  it("any other stored output: no change", () => {
    fc.assert(
      fc.property(fc.record({ createdAt: fc.string(), organization: fc.string(), __provider: fc.string() }), (more) => {
        expect(diffTo({ name: "a" }, { name: "a" }, more)).to.deep.equal(same);
      }),
    );
  });
});
