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
const verdict = ({ changes, replaces }: DiffOutcome) =>
  replaces.length > 0 ? `replacement because of ${replaces.join(", ")}` : changes ? "update in place" : "no change";

describe("diffNode", () => {
  const rows: readonly (readonly [string, Properties, Properties, DiffOutcome])[] = [
    ["nothing changed, placed by catalogue", catalogue, catalogue, same],
    ["nothing changed, placed by ids", ids, ids, same],
    ["nothing changed, placed in a network", inNetwork, inNetwork, same],
    ["a name instead of the generated one", catalogue, { ...catalogue, name: "mine" }, inPlace],
    ["another name", { ...catalogue, name: "a" }, { ...catalogue, name: "b" }, inPlace],
    ["readiness", catalogue, { ...catalogue, readiness: "platform" }, inPlace],
    ["readiness added, same as the default", catalogue, { ...catalogue, readiness: "rpc" }, same],
    ["onCreateTimeout", catalogue, { ...catalogue, onCreateTimeout: "delete" }, inPlace],
    ["onCreateTimeout added, same as the default", catalogue, { ...catalogue, onCreateTimeout: "keep" }, same],
    ["timeouts", catalogue, { ...catalogue, timeouts: { create: "1h" } }, inPlace],
    ["project", catalogue, { ...catalogue, project: "PR-9" }, replacing("project")],
    ["chain", catalogue, { ...catalogue, chain: "base-mainnet" }, replacing("chain")],
    ["region added", catalogue, { ...catalogue, region: "lon1" }, replacing("region")],
    ["region added, same as recorded", catalogue, { ...catalogue, region: "global1" }, same],
    [
      "region and provider removed",
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
    ["project and chain", catalogue, { project: "PR-9", chain: "base-mainnet" }, replacing("project", "chain")],
    ["catalogue name to ids, same placement", catalogue, ids, inPlace],
    ["ids to catalogue name, same placement", ids, catalogue, inPlace],
    ["ids to another chain by name", ids, { ...catalogue, chain: "base-mainnet" }, replacing("chain")],
    ["catalogue name to ids, another placement", catalogue, { ...ids, cloud: "CC-0020" }, replacing("cloud")],
    ["v2 to a v1 network", catalogue, inNetwork, replacing("networkId", "type", "configuration")],
    ["a v1 network to v2", inNetwork, catalogue, replacing("chain")],
  ];
  for (const [name, from, to, expected] of rows) {
    it(`${name}: ${verdict(expected)}`, () => {
      expect(diffTo(from, to)).to.deep.equal(expected);
    });
  }

  const shownElsewhere = { region: "us-east-1", provider: "aws" };
  const renames: readonly (readonly [string, Properties, Properties, Properties, DiffOutcome])[] = [
    ["the catalogue's region of the recorded cloud", catalogue, { ...catalogue, region: "global1" }, {}, inPlace],
    ["the region that is shown", catalogue, { ...catalogue, region: "us-east-1" }, {}, same],
    ["another region", catalogue, { ...catalogue, region: "lon1" }, {}, replacing("region")],
    [
      "the catalogue's region without a recorded cloud",
      catalogue,
      { ...catalogue, region: "global1" },
      { cloud: undefined },
      replacing("region"),
    ],
    [
      "the catalogue's region instead of another one",
      { ...catalogue, region: "lon1" },
      { ...catalogue, region: "global1" },
      { region: "lon1" },
      replacing("region"),
    ],
    ["the catalogue's chain of the recorded ids", ids, catalogue, { network: "eth" }, inPlace],
    [
      "another chain than that of the recorded ids",
      ids,
      { ...catalogue, chain: "base-mainnet" },
      {},
      replacing("chain"),
    ],
  ];
  for (const [name, from, to, outs, expected] of renames) {
    it(`platform shows another placement, the program writes ${name}: ${verdict(expected)}`, () => {
      expect(diffTo(from, to, { ...shownElsewhere, ...outs })).to.deep.equal(expected);
    });
  }

  for (const [args, key] of [
    ...Object.keys(catalogue).map((name) => [catalogue, name] as const),
    ...Object.keys(ids).map((name) => [ids, name] as const),
    ...Object.keys(inNetwork).map((name) => [inNetwork, name] as const),
  ]) {
    it(`unknown ${key} (${Object.keys(args).join(", ")}): replacement`, () => {
      for (const sentinel of sentinels) {
        expect(diffTo(args, { ...args, [key]: sentinel })).to.deep.equal(replacing(key));
      }
    });
  }

  it("unknown member of configuration: replacement", () => {
    const configuration = { ...inNetwork.configuration, archive: sentinels[1] };
    expect(diffTo(inNetwork, { ...inNetwork, configuration })).to.deep.equal(replacing("configuration"));
  });

  for (const key of ["name", "readiness", "onCreateTimeout", "timeouts"]) {
    it(`unknown ${key}: update in place`, () => {
      expect(diffTo(catalogue, { ...catalogue, [key]: sentinels[0] })).to.deep.equal(inPlace);
    });
  }

  it("not ready: update in place", () => {
    expect(diffTo(catalogue, catalogue, { ready: false })).to.deep.equal(inPlace);
    expect(diffTo(inNetwork, inNetwork, { ready: undefined })).to.deep.equal(inPlace);
  });

  it("any outputs except placement: no change", () => {
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

  it("any stored outputs: never throws, never replaces without a change", () => {
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
      it(`${from} to ${to}: ${expected}`, () => {
        expect(raisesReadiness({ readiness: from }, { readiness: to })).to.equal(expected);
      });
    }
  }

  it("omitted readiness: rpc", () => {
    expect(raisesReadiness({ readiness: "platform" }, {})).to.equal(true);
    expect(raisesReadiness({}, { readiness: "rpc" })).to.equal(false);
  });
});
