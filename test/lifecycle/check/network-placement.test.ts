import { type Args, named, type Row, table } from "../../support/lifecycle/check-table";
import { initialNode, networkArgs } from "../../support/lifecycle/sample-inputs";

describe("check of a network", () => {
  const network = (protocol: string, slug: string, node: Args = {}) => ({
    ...networkArgs,
    readiness: "platform",
    protocol,
    network: slug,
    nodes: [{ ...initialNode, ...node }],
  });
  const configured = (protocol: string, configuration: Args) =>
    network(protocol, `${protocol}-mainnet`, { configuration });
  const archive = /^nodes\[0\]\.configuration\.archive: must be true or false/;

  table("network", [
    ["the short name of a network", network("ethereum", "mainnet"), [/^network: write "ethereum-mainnet"$/]],
    ["such a name in another case", network("ethereum", "Mainnet"), [/^network: write "ethereum-mainnet"$/]],
    ["a short name and a protocol in another case", network("Ethereum", "mainnet"), [/^protocol: .*"ethereum"\?$/]],
    ["a chain of another protocol", network("polygon", "polygon-pos-mainnet"), [/^protocol: .*write "polygon-pos"$/]],
    ["a protocol in another case", network("Ethereum", "ethereum-mainnet"), [/^protocol: .*write "ethereum"$/]],
    ["a typo in the protocol", network("etherum", "mainnet"), [/^protocol: .*did you mean "ethereum"\?$/]],
    ["a protocol with a name like another", network("sei", "mainnet"), [], [named("network", "sei-mainnet")]],
    [
      "a typo in the network",
      network("ethereum", "etherum-mainnet"),
      [/^network: .*did you mean "ethereum-mainnet"\?/],
    ],
    ["a typo in its short name", network("ethereum", "mainnt"), [/^network: .*did you mean "ethereum-mainnet"\?/]],
    ["a network that the snapshot lacks", network("ethereum", "holesky"), [], [named("network", "ethereum-holesky")]],
    [
      "a region where the chain is not offered",
      network("ethereum", "ethereum-mainnet", { provider: "chainstack_partner", region: "global2" }),
      [],
      [/^nodes\[0\]\.region: ethereum-mainnet is not offered in "global2"; it is offered in global1/],
    ],
    [
      "a provider that does not fit the region",
      network("ethereum", "ethereum-mainnet", { provider: "chainstack_managed" }),
      [],
      [/^nodes\[0\]\.provider: ethereum-mainnet is not offered by "chainstack_managed" in global1/],
    ],
    [
      "a typo in a region",
      network("ethereum", "ethereum-mainnet", { region: "globl1" }),
      [/^nodes\[0\]\.region: there is no region "globl1"; did you mean "global1"\?/],
    ],
    [
      "a typo in a provider, once",
      network("ethereum", "ethereum-mainnet", { provider: "chainstack_globl" }),
      [/^nodes\[0\]\.provider: there is no provider "chainstack_globl"; did you mean "chainstack_global"\?/],
    ],
    [
      "a region of a dedicated node that nobody knows",
      network("ethereum", "ethereum-mainnet", { type: "dedicated", provider: "aws", region: "moon-base-7" }),
      [],
    ],
    [
      "a region of another provider for a dedicated node",
      network("ethereum", "ethereum-mainnet", { type: "dedicated", provider: "aws", region: "uksouth" }),
      [],
      [/^nodes\[0\]\.region: "uksouth" is known as a region of azure, not of aws$/],
    ],
    [
      "shared nodes at a host of dedicated ones",
      network("ethereum", "ethereum-mainnet", { provider: "aws", region: "x1" }),
      [],
      [named("nodes\\[0\\]\\.provider", "aws")],
    ],
    [
      "a dedicated node at the global provider",
      network("ethereum", "ethereum-mainnet", { type: "dedicated" }),
      [/^nodes\[0\]\.type: must be "shared"/],
    ],
    ...["ethereum", "polygon-pos", "bsc", "avalanche", "fantom"].flatMap((protocol): Row[] => [
      [
        `${protocol} without archive`,
        configured(protocol, {}),
        [
          new RegExp(
            `^nodes\\[0\\]\\.configuration\\.archive: is missing: it must be true or false, ${protocol} requires it$`,
          ),
        ],
      ],
      [`${protocol} with an archive flag that is a text`, configured(protocol, { archive: "yes" }), [archive]],
      [`${protocol} with archive`, configured(protocol, { archive: false }), []],
    ]),
    ["a protocol that demands nothing", configured("base", {}), []],
    [
      "tezos without the type of its node",
      configured("tezos", { archive: true }),
      [/tezos_node_type: is missing: it must be "regular", tezos requires it$/],
      [/archive: .*server errors/],
    ],
    ["tezos with everything", configured("tezos", { archive: false, tezos_node_type: "regular" }), []],
    [
      "harmony without archive",
      configured("harmony", {}),
      [/archive: is missing: it must be false, harmony requires it$/],
    ],
    [
      "harmony with archive, once",
      configured("harmony", { archive: true }),
      [/archive: must be false: harmony requires it$/],
    ],
    ["harmony with shard 1", configured("harmony", { archive: false, shard: 1 }), [/shard: must be 0/]],
    ["harmony with shard 0", configured("harmony", { archive: false, shard: 0 }), []],
    [
      "the second node, by its index",
      { ...networkArgs, nodes: [initialNode, { ...initialNode, configuration: {} }] },
      [/^nodes\[1\]\.configuration\.archive: /],
    ],
  ]);
});
