import { expect } from "chai";
import { bundledCatalogue } from "../../../provider/lifecycle/check/placement-check.js";
import { dedicatedRegions, deploymentOptions } from "../../../sandbox/state/catalogue.js";
import { type Args, named, table } from "../../support/lifecycle/check-table";
import {
  catalogue,
  check,
  failuresOf,
  ids,
  initialNode,
  inNetwork,
  networkArgs,
  warningsOf,
} from "../../support/lifecycle/sample-inputs";

describe("check of a chain name", () => {
  const place = (more: Args) => ({ ...catalogue, readiness: "platform", ...more });

  table("node", [
    ["a chain that is offered", place({}), []],
    ["the global provider", place({ provider: "chainstack_global" }), []],
    [
      "a typo in the chain",
      place({ chain: "etherum-mainnet" }),
      [/^chain: .*did you mean "ethereum-mainnet"\?.*catalogue/],
    ],
    [
      "a chain in the wrong case",
      place({ chain: "Ethereum-Mainnet" }),
      [/^chain: .*did you mean "ethereum-mainnet"\?/],
    ],
    ["a chain that the snapshot lacks", place({ chain: "brandnew-mainnet" }), [], [named("chain", "brandnew-mainnet")]],
    ["a chain of the sandbox", place({ chain: "bitcoin-regtest" }), [], [named("chain", "bitcoin-regtest")]],
    ["a real chain that resembles another", place({ chain: "sei-mainnet" }), [], [named("chain", "sei-mainnet")]],
    ["a new network of a known chain", place({ chain: "bitcoin-testnet4" }), [], [named("chain", "bitcoin-testnet4")]],
    [
      "such a chain under another name",
      place({ chain: "xrp-mainnet" }),
      [],
      [/^chain: "xrp-mainnet" .*the catalogue calls this chain "xrpl-mainnet"/],
    ],
    ["a typo in a region", place({ region: "globl1" }), [/^region: .*did you mean "global1"\? ethereum-mainnet is/]],
    ["a region in the wrong case", place({ region: "GLOBAL1" }), [/^region: .*did you mean "global1"\?/]],
    ["a region that the snapshot lacks", place({ region: "moon-base-7" }), [], [named("region", "moon-base-7")]],
    [
      "a region of dedicated nodes",
      place({ region: "us-east-1" }),
      [/^region: "us-east-1" is a region of aws, which hosts dedicated nodes, .*by networkId, or by ids$/],
    ],
    [
      "a typo in a provider",
      place({ provider: "chainstack-global" }),
      [/^provider: .*did you mean "chainstack_global"\?/],
    ],
    ["a provider that the snapshot lacks", place({ provider: "moonhost" }), [], [named("provider", "moonhost")]],
    ["a provider whose offer the snapshot lacks", place({ region: "eu3", provider: "vzo" }), []],
    [
      "a host of dedicated nodes",
      place({ provider: "aws", region: "us-east-1" }),
      [/^provider: "aws" hosts dedicated nodes, .*networkId, or by ids$/],
    ],
    ["such a host in the wrong case", place({ provider: "AWS" }), [/^provider: "AWS" hosts dedicated nodes/]],
    [
      "a host of dedicated nodes for a chain that the snapshot lacks",
      place({ chain: "brandnew-mainnet", provider: "gcloud" }),
      [/^provider: "gcloud" hosts/],
      [named("chain", "brandnew-mainnet")],
    ],
    [
      "a typo in the chain beside a host of dedicated nodes",
      place({ chain: "etherum-mainnet", provider: "azure" }),
      [/^provider: /, /^chain: /],
    ],
    ["an empty chain, once", place({ chain: "" }), [/^chain: must not be empty$/]],
    ["a chain that is not a string, once", place({ chain: 7 }), [/^chain: must be of type string$/]],
    ["a region with blanks, once", place({ region: " lon1" }), [/^region: must not begin or end with spaces$/]],
    [
      "an argument beside another placement, not checked itself",
      place({ chain: "x", ...ids }),
      [/^blockchain: cannot/],
    ],
  ]);

  it("inputs: nothing added from the catalogue", () => {
    const { inputs } = check.node({ ...catalogue, name: "rpc", region: "lon1" });
    expect(inputs).to.have.all.keys("project", "chain", "name", "region", "__set");
  });
});

describe("check of ids", () => {
  table("node", [
    ["unknown ids", { project: "PR-1", blockchain: "BC-9", cloud: "CC-9" }, []],
    ["ids of an unknown kind", { ...ids, project: "XYZ-1-2" }, []],
    [
      "ids that are swapped",
      { ...ids, blockchain: "CC-0016", cloud: "BC-000-000-008" },
      [
        /^blockchain: "CC-0016" is the id of a cloud; expected is that of a blockchain \(BC-…\)/,
        /^cloud: "BC-000-000-008" is the id of a blockchain; expected is that of a cloud \(CC-…\)/,
      ],
    ],
    ["a node as project", { ...ids, project: "ND-1-2-3" }, [/^project: "ND-1-2-3" is the id of a node; .*output `id`/]],
    ["an organization as project", { ...catalogue, project: "RG-1-2" }, [/^project: .* of an organization/]],
    ["a user as project", { ...catalogue, project: "UR-1-2" }, [/^project: .* of a user/]],
    ["a project as network", { ...inNetwork, networkId: "PR-1-2" }, [/^networkId: .* of a project; expected .*NW-/]],
    ["a network as cloud", { ...ids, cloud: "NW-1-2" }, [/^cloud: .* of a network/]],
    [
      "a name as project",
      { ...catalogue, project: "payments" },
      [],
      [/^project: "payments" does not look like the id of a project \(PR-…\): use the output `id` of a Project$/],
    ],
    [
      "a slug as blockchain",
      { ...ids, blockchain: "ethereum-mainnet" },
      [],
      [/^blockchain: .*blockchain-nodes catalogue/],
    ],
  ]);

  table("network", [
    ["a node as project", { ...networkArgs, project: "ND-1-2-3" }, [/^project: /]],
    ["a name as project", { ...networkArgs, project: "payments" }, [], [/^project: .*does not look like/]],
  ]);
});

describe("check of a v1 node", () => {
  const node = (more: Args) => ({ ...inNetwork, ...more });

  table("node", [
    [
      "a typo in the region of a dedicated node",
      { ...inNetwork, region: "us-esat-1" },
      [/^region: there is no region "us-esat-1"; did you mean "us-east-1"\?$/],
    ],
    [
      "the region of a dedicated node in the wrong case",
      { ...inNetwork, region: "US-EAST-1" },
      [/^region: .*did you mean "us-east-1"\?$/],
    ],
    [
      "a region that belongs to another provider",
      { ...inNetwork, type: "shared", provider: "chainstack_global", region: "lon1", configuration: {} },
      [],
      [/^region: "lon1" is known as a region of chainstack_managed, not of chainstack_global$/],
    ],
    ["a dedicated node", inNetwork, []],
    ["a dedicated node in any region", node({ region: "moon" }), []],
    [
      "an unfamiliar provider",
      node({ provider: "stackhouse" }),
      [],
      [
        /^provider: "stackhouse" is not a provider that this package knows \(.*aws.*\); `create` checks with the platform$/,
      ],
    ],
    [
      "a typo in the type",
      node({ type: "dedicatd" }),
      [/^type: there is no type "dedicatd"; did you mean "dedicated"\?$/],
    ],
    ["a type in the wrong case", node({ type: "Shared" }), [/^type: .*did you mean "shared"\?$/]],
    ["an unfamiliar type", node({ type: "elastic" }), [], [/^type: "elastic" is not a type that this package knows/]],
    [
      "a dedicated node at the global provider",
      node({ provider: "chainstack_global" }),
      [/^type: must be "shared" with chainstack_global/],
      [/^configuration\.archive: /],
    ],
    [
      "a dedicated node at the partner",
      node({ provider: "chainstack_partner" }),
      [/^type: must be "shared" with chainstack_partner/],
    ],
    ["a typo in the provider", node({ provider: "gclod" }), [/^provider: .*did you mean "gcloud"\?/]],
    [
      "archive at the global provider",
      { networkId: "NW-1", ...initialNode, configuration: { archive: true } },
      [],
      [/^configuration\.archive: .*server errors: set false/],
    ],
    ["no archive flag for an unknown protocol", node({ configuration: {} }), []],
  ]);
});

describe("check of an unchanged placement", () => {
  const refusals = (outcome: ReturnType<typeof check.node>) => [...failuresOf(outcome), ...warningsOf(outcome)];
  const placements: readonly (readonly [string, Args, Args])[] = [
    ["by names", { ...catalogue, chain: "etherum-mainnet", readiness: "platform" }, { chain: "ethereun-mainnet" }],
    ["by ids", { ...ids, project: "payments" }, { cloud: "BC-1-2" }],
    ["in a network", { ...inNetwork, type: "dedicatd", provider: "moonhost" }, { region: "us-east-2" }],
  ];
  for (const [name, args, change] of placements) {
    it(`node placed ${name}: accepted, whatever the catalogue contains now`, () => {
      const { inputs } = check.node(args);
      expect(refusals(check.node(args))).not.to.deep.equal([]);
      expect(refusals(check.node({ ...args, name: "other", timeouts: { create: "5m" } }, inputs))).to.deep.equal([]);
      expect(refusals(check.node({ ...args, ...change }, inputs))).not.to.deep.equal([]);
    });
  }

  const wrong = { ...initialNode, region: "globl1" };
  const args = {
    ...networkArgs,
    project: "payments",
    protocol: "ethereum",
    network: "mainnet",
    readiness: "platform",
    nodes: [wrong, { ...initialNode, type: "shred" }],
  };
  const propertiesOf = (news: Args, olds: Args) => {
    const { failures, warnings = [] } = check.network(news, olds);
    return [...failures, ...warnings].map(({ property }) => property);
  };

  it("network: accepted, whatever the catalogue contains now", () => {
    const { inputs } = check.network(args);
    expect(propertiesOf(args, {})).to.deep.equal(["network", "nodes[0].region", "nodes[1].type", "project"]);
    expect(propertiesOf({ ...args, name: "other" }, inputs)).to.deep.equal([]);
  });

  it("changed network: only changed nodes are checked, all of them on another chain", () => {
    const { inputs } = check.network(args);
    const moved = { ...args, nodes: [wrong, { ...initialNode, type: "sharde" }, wrong] };
    expect(propertiesOf(moved, inputs)).to.deep.equal(["nodes[1].type", "nodes[2].region"]);
    expect(propertiesOf({ ...args, network: "sepolia-testnet" }, inputs)).to.deep.equal([
      "network",
      "nodes[0].region",
      "nodes[1].type",
    ]);
    expect(propertiesOf({ ...args, project: "billing" }, inputs)).to.deep.equal(["project"]);
  });
});

describe("check of the sandbox's offer", () => {
  for (const [provider, regions] of Object.entries(dedicatedRegions)) {
    it(`dedicated nodes of ${provider}: accepted`, () => {
      const nodes = regions.map((region) => ({ ...initialNode, type: "dedicated", provider, region }));
      const outcome = check.network({ ...networkArgs, nodes });
      expect([...failuresOf(outcome), ...warningsOf(outcome)]).to.deep.equal([]);
    });
  }

  // In global1 it is the sandbox's own, so that every chain can be tried without a region.
  const offered = deploymentOptions.filter(
    (option) => !(option.network === "polkadot-mainnet" && option.region === "global1"),
  );
  for (const { network, protocol, region, provider } of offered) {
    it(`${network} in ${region}: accepted`, () => {
      const place = { region, provider };
      expect(failuresOf(check.node({ ...catalogue, chain: network, ...place }))).to.deep.equal([]);
      for (const type of region.startsWith("global") ? ["shared"] : ["shared", "dedicated"]) {
        const configuration =
          protocol === "tezos" ? { archive: false, tezos_node_type: "regular" } : { archive: false };
        const node = { ...initialNode, configuration, type, ...place };
        const outcome = check.network({ ...networkArgs, protocol, network, nodes: [node] });
        expect(failuresOf(outcome)).to.deep.equal([]);
        // The platform's catalogue has no regtest chains, for example.
        expect(warningsOf(outcome)).to.have.length(bundledCatalogue.protocols.has(network) ? 0 : 1);
      }
    });
  }
});
