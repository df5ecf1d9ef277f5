import { expect } from "chai";
import fc from "fast-check";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { raisesReadiness } from "../../../provider/lifecycle/node/check.js";
import type { DiffOutcome } from "../../../provider/lifecycle/resource.js";
import { diffNode } from "../../support/lifecycle/resources";
import { catalogue, check, ids, inNetwork, sentinels } from "../../support/lifecycle/sample-inputs";

/** Outputs that the platform adds for a v2 node, and for one in a v1 network. */
const observedV2 = {
  status: "running",
  network: "ethereum-mainnet",
  protocol: "ethereum",
  region: "global1",
  provider: "chainstack_global",
  cloud: "CC-0016",
  blockchain: "BC-000-000-008",
  organization: "RG-1-2",
  host: "ethereum.example",
  endpoints: { https: "https://ethereum.example/0123" },
  apiNamespaces: ["eth"],
};
const observedV1 = {
  status: "running",
  network: "ethereum-mainnet",
  protocol: "ethereum",
  project: "PR-1-2-3",
  organization: "RG-1-2",
  mode: "archive",
  version: "1.14.8",
  endpoints: { https: "https://nd.example/0123", key: "0123" },
};

/** Inputs after `check` on create, and outputs after create. */
function made(args: Properties): { readonly inputs: Properties; readonly outs: Properties } {
  const { inputs } = check.node({ ...args, __owner: "acme/urn" });
  const observed = "networkId" in args ? observedV1 : observedV2;
  return { inputs, outs: { ...inputs, readiness: "rpc", onCreateTimeout: "keep", ...observed, ready: true } };
}

/** Diff after the program changed to `args`. */
function diffTo(from: Properties, args: Properties, outs: Properties = {}): DiffOutcome {
  const { inputs, outs: olds } = made(from);
  return diffNode({ ...olds, ...outs }, check.node({ ...args, __owner: "acme/urn" }, inputs).inputs);
}

const same: DiffOutcome = { changes: false, replaces: [] };
const inPlace: DiffOutcome = { changes: true, replaces: [] };
const replacing = (...replaces: readonly string[]): DiffOutcome => ({ changes: true, replaces });

describe("diffNode", () => {
  const rows: readonly (readonly [string, Properties, Properties, DiffOutcome])[] = [
    ["nothing, placed by catalogue", catalogue, catalogue, same],
    ["nothing, placed by ids", ids, ids, same],
    ["nothing, placed in a network", inNetwork, inNetwork, same],
    ["a name that was generated", catalogue, { ...catalogue, name: "mine" }, inPlace],
    ["a name that was given", { ...catalogue, name: "a" }, { ...catalogue, name: "b" }, inPlace],
    ["readiness", catalogue, { ...catalogue, readiness: "platform" }, inPlace],
    ["readiness written out as its default", catalogue, { ...catalogue, readiness: "rpc" }, same],
    ["onCreateTimeout", catalogue, { ...catalogue, onCreateTimeout: "delete" }, inPlace],
    ["onCreateTimeout written out as its default", catalogue, { ...catalogue, onCreateTimeout: "keep" }, same],
    ["timeouts", catalogue, { ...catalogue, timeouts: { create: "1h" } }, inPlace],
    ["project", catalogue, { ...catalogue, project: "PR-9" }, replacing("project")],
    ["chain", catalogue, { ...catalogue, chain: "base-mainnet" }, replacing("chain")],
    ["region, which was left out", catalogue, { ...catalogue, region: "lon1" }, replacing("region")],
    ["region, written out as it is", catalogue, { ...catalogue, region: "global1" }, same],
    [
      "region and provider, left out again",
      { ...catalogue, region: "global1", provider: "chainstack_global" },
      catalogue,
      same,
    ],
    ["provider", catalogue, { ...catalogue, provider: "chainstack_managed" }, replacing("provider")],
    ["blockchain", ids, { ...ids, blockchain: "BC-9" }, replacing("blockchain")],
    ["cloud", ids, { ...ids, cloud: "CC-9" }, replacing("cloud")],
    ["networkId", inNetwork, { ...inNetwork, networkId: "NW-9" }, replacing("networkId")],
    ["type", inNetwork, { ...inNetwork, type: "shared" }, replacing("type")],
    ["region in a network", inNetwork, { ...inNetwork, region: "us-west-2" }, replacing("region")],
    ["provider in a network", inNetwork, { ...inNetwork, provider: "gcloud" }, replacing("provider")],
    [
      "a member of configuration",
      inNetwork,
      { ...inNetwork, configuration: { archive: false, client: "geth" } },
      replacing("configuration"),
    ],
    ["the order of configuration", inNetwork, { ...inNetwork, configuration: { client: "geth", archive: true } }, same],
    ["several places at once", catalogue, { project: "PR-9", chain: "base-mainnet" }, replacing("project", "chain")],
    ["catalogue to ids of the same place", catalogue, ids, inPlace],
    ["ids to the catalogue name of the same place", ids, catalogue, inPlace],
    ["ids to another chain by name", ids, { ...catalogue, chain: "base-mainnet" }, replacing("chain")],
    ["catalogue to ids of another place", catalogue, { ...ids, cloud: "CC-0020" }, replacing("cloud")],
    ["v2 to a network of v1", catalogue, inNetwork, replacing("networkId", "type", "configuration")],
    ["a network of v1 to v2", inNetwork, catalogue, replacing("chain")],
  ];
  for (const [name, from, to, expected] of rows) {
    const verdict =
      expected.replaces.length > 0
        ? `replaces by ${expected.replaces.join(", ")}`
        : expected.changes
          ? "updates in place"
          : "does nothing";
    it(`${verdict} for a change of ${name}`, () => {
      expect(diffTo(from, to)).to.deep.equal(expected);
    });
  }

  const shownElsewhere = { region: "us-east-1", provider: "aws" };
  const renames: readonly (readonly [string, Properties, Properties, Properties, DiffOutcome])[] = [
    ["the catalogue's region of the recorded cloud", catalogue, { ...catalogue, region: "global1" }, {}, inPlace],
    ["the region that is shown", catalogue, { ...catalogue, region: "us-east-1" }, {}, same],
    ["a region that is neither", catalogue, { ...catalogue, region: "lon1" }, {}, replacing("region")],
    [
      "the catalogue's region of a cloud that is not recorded",
      catalogue,
      { ...catalogue, region: "global1" },
      { cloud: undefined },
      replacing("region"),
    ],
    [
      "another region than the one written before, although it is the catalogue's",
      { ...catalogue, region: "lon1" },
      { ...catalogue, region: "global1" },
      { region: "lon1" },
      replacing("region"),
    ],
    ["the catalogue's chain of the recorded ids", ids, catalogue, { network: "eth" }, inPlace],
    [
      "a chain that is not that of the recorded ids",
      ids,
      { ...catalogue, chain: "base-mainnet" },
      {},
      replacing("chain"),
    ],
  ];
  for (const [name, from, to, outs, expected] of renames) {
    it(`goes by program and catalogue where the platform shows another place: ${name}`, () => {
      expect(diffTo(from, to, { ...shownElsewhere, ...outs })).to.deep.equal(expected);
    });
  }

  for (const [args, key] of [
    ...Object.keys(catalogue).map((name) => [catalogue, name] as const),
    ...Object.keys(ids).map((name) => [ids, name] as const),
    ...Object.keys(inNetwork).map((name) => [inNetwork, name] as const),
  ]) {
    it(`replaces by ${key} when it is not known yet (${Object.keys(args).join(", ")})`, () => {
      for (const sentinel of sentinels) {
        expect(diffTo(args, { ...args, [key]: sentinel })).to.deep.equal(replacing(key));
      }
    });
  }

  it("replaces by configuration when a member of it is not known yet", () => {
    const configuration = { ...inNetwork.configuration, archive: sentinels[1] };
    expect(diffTo(inNetwork, { ...inNetwork, configuration })).to.deep.equal(replacing("configuration"));
  });

  for (const key of ["name", "readiness", "onCreateTimeout", "timeouts"]) {
    it(`updates in place when ${key} is not known yet`, () => {
      expect(diffTo(catalogue, { ...catalogue, [key]: sentinels[0] })).to.deep.equal(inPlace);
    });
  }

  it("updates in place while the node has not become ready", () => {
    expect(diffTo(catalogue, catalogue, { ready: false })).to.deep.equal(inPlace);
    expect(diffTo(inNetwork, inNetwork, { ready: undefined })).to.deep.equal(inPlace);
  });

  it("ignores whatever the platform says beside the place", () => {
    const volatile = fc.record(
      {
        status: fc.oneof(fc.string(), fc.constantFrom("error", "maintenance", "stopped", "failed")),
        endpoints: fc.option(fc.dictionary(fc.string(), fc.string()), { nil: undefined }),
        host: fc.option(fc.string(), { nil: undefined }),
        mode: fc.string(),
        version: fc.string(),
        apiNamespaces: fc.array(fc.string()),
        organization: fc.string(),
        protocol: fc.string(),
        __provider: fc.string(),
        __owner: fc.string(),
        somethingNew: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(catalogue, ids, inNetwork), volatile, (args, outs) => {
        expect(diffTo(args, args, outs)).to.deep.equal(same);
      }),
    );
  });

  it("never fails and never replaces without a change, whatever was stored", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(catalogue, ids, inNetwork),
        (olds, args) => {
          const { changes, replaces } = diffNode(olds, check.node(args).inputs);
          expect(changes || replaces.length === 0).to.equal(true);
        },
      ),
    );
  });
});

describe("raisesReadiness", () => {
  const order = ["none", "platform", "rpc"] as const;
  for (const from of order) {
    for (const to of order) {
      const expected = order.indexOf(to) > order.indexOf(from);
      it(`is ${expected} from ${from} to ${to}`, () => {
        expect(raisesReadiness({ readiness: from }, { readiness: to })).to.equal(expected);
      });
    }
  }

  it("takes rpc where none is given", () => {
    expect(raisesReadiness({ readiness: "platform" }, {})).to.equal(true);
    expect(raisesReadiness({}, { readiness: "rpc" })).to.equal(false);
  });
});
