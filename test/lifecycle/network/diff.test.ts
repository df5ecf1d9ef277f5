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
  replaces.length > 0 ? `replaces by ${replaces.join(", ")}` : changes ? "updates in place" : "does nothing";

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
    ["nothing", two, same],
    ["project", { ...two, project: "PR-9" }, replacing("project")],
    ["protocol", { ...two, protocol: "base" }, replacing("protocol")],
    ["network", { ...two, network: "ethereum-hoodi-testnet" }, replacing("network")],
    ["project that is not known yet", { ...two, project: sentinels[0] }, replacing("project")],
    ["the number of nodes", { ...two, nodes: [...two.nodes, initialNode] }, replacing("nodes")],
    ["a node less", { ...two, nodes: two.nodes.slice(0, 1) }, replacing("nodes")],
    ["the type of a node", node(1, { type: "dedicated" }), replacing("nodes")],
    ["the provider of a node", node(0, { provider: "aws" }), replacing("nodes")],
    ["the region of a node", node(0, { region: "lon1" }), replacing("nodes")],
    ["the configuration of a node", node(1, { configuration: { archive: true } }), replacing("nodes")],
    ["nodes that are not known yet", { ...two, nodes: sentinels[3] }, replacing("nodes")],
    ["a node that is not known yet", { ...two, nodes: [two.nodes[0], sentinels[0]] }, replacing("nodes")],
    ["a region that is not known yet", node(0, { region: sentinels[0] }), replacing("nodes")],
    [
      "a member of a configuration that is not known yet",
      node(0, { configuration: { archive: sentinels[1] } }),
      replacing("nodes"),
    ],
    ["the name of a node", node(0, { name: "b" }), inPlace],
    ["the generated name of a node", node(1, { name: "b" }), inPlace],
    ["a name of a node that is not known yet", node(0, { name: sentinels[0] }), inPlace],
    ["name", { ...two, name: "ours" }, inPlace],
    ["readiness", { ...two, readiness: "platform" }, inPlace],
    ["readiness that is not known yet", { ...two, readiness: sentinels[0] }, inPlace],
    ["readiness written out as its default", { ...two, readiness: "rpc" }, same],
    ["timeouts", { ...two, timeouts: { create: "1h" } }, inPlace],
    ["project and nodes at once", { ...two, project: "PR-9", nodes: [initialNode] }, replacing("project", "nodes")],
  ];
  for (const [name, args, expected] of rows) {
    it(`${verdict(expected)} for a change of ${name}`, () => {
      expect(diffTo(args)).to.deep.equal(expected);
    });
  }

  it("updates in place while it is not ready", () => {
    expect(diffTo(two, (outs) => ({ ...outs, ready: false }))).to.deep.equal(inPlace);
  });

  it("updates in place where an initial node was deleted outside", () => {
    const change = (outs: Properties) => {
      const [first, ...others] = outs.nodes as readonly Properties[];
      return { ...outs, nodes: [{ ...first, id: undefined, status: "deleted" }, ...others] };
    };
    expect(diffTo(two, change)).to.deep.equal(inPlace);
  });

  it("ignores whatever the platform says beside the place", () => {
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
    ["nothing", {}, {}, same],
    ["name", { name: "a" }, { name: "b" }, inPlace],
    ["description", { description: "a" }, { description: "b" }, inPlace],
    ["description that is taken away", { description: "a" }, {}, inPlace],
    ["description that is empty now", {}, { description: "" }, same],
    ["type that is left out", { type: "public" }, {}, same],
    ["type written out as it is", {}, { type: "public" }, same],
    ["type that is not known yet", {}, { type: sentinels[0] }, replacing("type")],
    ["name that is not known yet", { name: "a" }, { name: sentinels[0] }, inPlace],
    ["description that is not known yet", {}, { description: sentinels[0] }, inPlace],
    ["timeouts", {}, { timeouts: { delete: "1m" } }, inPlace],
  ];
  for (const [name, from, to, expected] of rows) {
    it(`${verdict(expected)} for a change of ${name}`, () => {
      expect(diffTo(from, to)).to.deep.equal(expected);
    });
  }

  it("replaces by type where the project is of another one", () => {
    expect(diffTo({}, { type: "public" }, { type: "consortium" })).to.deep.equal(replacing("type"));
    expect(diffTo({}, {}, { type: "consortium" })).to.deep.equal(same);
  });

  it("ignores whatever else was stored", () => {
    fc.assert(
      fc.property(fc.record({ createdAt: fc.string(), organization: fc.string(), __provider: fc.string() }), (more) => {
        expect(diffTo({ name: "a" }, { name: "a" }, more)).to.deep.equal(same);
      }),
    );
  });
});
