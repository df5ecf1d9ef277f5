import { expect } from "chai";
import {
  catalogue,
  check,
  failuresOf,
  ids,
  initialNode,
  inNetwork,
  networkArgs,
} from "../../support/lifecycle/sample-inputs";

type Row = readonly [name: string, news: Readonly<Record<string, unknown>>, failures: readonly RegExp[]];

function table(subject: keyof typeof check, rows: readonly Row[]): void {
  for (const [name, news, expected] of rows) {
    it(`${name}: ${expected.length === 0 ? "accepted" : "rejected"}`, () => {
      const failures = failuresOf(check[subject](news));
      expect(failures, failures.join("\n")).to.have.length(expected.length);
      expected.forEach((pattern, index) => {
        expect(failures[index]).to.match(pattern).and.not.to.match(/\n/);
      });
    });
  }
}

describe("checkNode", () => {
  table("node", [
    ["the catalogue form", catalogue, []],
    [
      "the catalogue form with region and provider",
      { ...catalogue, region: "lon1", provider: "chainstack_managed" },
      [],
    ],
    ["the form with ids", ids, []],
    ["the form in a network", inNetwork, []],
    [
      "every option",
      {
        ...catalogue,
        name: "a",
        readiness: "none",
        onCreateTimeout: "delete",
        timeouts: { create: "1h", update: "1m", delete: "1m" },
      },
      [],
    ],
    ["hidden inputs", { ...catalogue, __owner: "x", __provider: "y" }, []],
    ["no placement at all", {}, [/^chain: is missing: .*chain.*blockchain.*networkId/]],
    ["a project alone", { project: "PR-1" }, [/^chain: is missing/]],
    ["an empty chain", { ...catalogue, chain: "" }, [/^chain: must not be empty$/]],
    ["a blank project", { ...catalogue, project: "  " }, [/^project: must not be empty$/]],
    ["an empty name", { ...catalogue, name: "" }, [/^name: must not be empty$/]],
    ["a number as chain", { ...catalogue, chain: 7 }, [/^chain: must be of type string$/]],
    ["null as project", { ...catalogue, project: null }, [/^project: must be of type string$/]],
    [
      "a list as configuration",
      { ...inNetwork, configuration: ["archive"] },
      [/^configuration: must be of type (record|object)$/],
    ],
    ["a string as timeouts", { ...catalogue, timeouts: "20m" }, [/^timeouts: must be of type object$/]],
    [
      "a catalogue form without project",
      { chain: "ethereum-mainnet" },
      [/^project: is required together with "chain"$/],
    ],
    ["ids without cloud", { project: "PR-1", blockchain: "BC-1" }, [/^cloud: is required together with "blockchain"$/]],
    [
      "ids without blockchain and project",
      { cloud: "CC-1" },
      [/^project: is required together with "cloud"/, /^blockchain: is required/],
    ],
    ["a network without the rest", { networkId: "NW-1" }, [/^type: /, /^provider: /, /^region: /, /^configuration: /]],
    [
      "catalogue and ids at once",
      { ...catalogue, ...ids },
      [/^blockchain: cannot be combined with "chain": .*one way/],
    ],
    ["catalogue and network at once", { ...catalogue, ...inNetwork }, [/^networkId: cannot be combined with "chain"/]],
    [
      "ids with a region",
      { ...ids, region: "lon1" },
      [/^region: cannot be combined with "blockchain": .*follow from the cloud/],
    ],
    [
      "a network with a project",
      { ...inNetwork, project: "PR-1" },
      [/^project: cannot be combined with "networkId": .*belongs to a project/],
    ],
    [
      "a misspelled argument",
      { ...catalogue, regoin: "lon1" },
      [/^regoin: is not an argument here; did you mean "region"\?$/],
    ],
    [
      "an argument in the wrong case",
      { ...catalogue, Readiness: "none" },
      [/^Readiness: .*did you mean "readiness"\?$/],
    ],
    ["an unknown argument", { ...catalogue, size: "big" }, [/^size: is not an argument here$/]],
    [
      "an unknown member of timeouts",
      { ...catalogue, timeouts: { creat: "1m" } },
      [/^timeouts\.creat: is not an argument here; did you mean "create"\?$/],
    ],
    [
      "an unknown readiness",
      { ...catalogue, readiness: "ready" },
      [/^readiness: must be one of "none", "platform", "rpc"$/],
    ],
    [
      "an unknown onCreateTimeout",
      { ...catalogue, onCreateTimeout: "drop" },
      [/^onCreateTimeout: must be one of "keep", "delete"$/],
    ],
    [
      "an invalid duration",
      { ...catalogue, timeouts: { create: "20 minutes" } },
      [/^timeouts\.create: is not a duration/],
    ],
    [
      "a number as duration",
      { ...catalogue, timeouts: { delete: 60 } },
      [/^timeouts\.delete: must be of type string$/],
    ],
    ["adopt", { ...catalogue, adopt: "ND-1-2-3" }, [/^adopt: is not available yet/]],
    [
      "a chain without a probe",
      { ...catalogue, chain: "cardano-mainnet" },
      [/^readiness: there is no probe for cardano-mainnet.*"platform"$/],
    ],
    ["such a chain with readiness platform", { ...catalogue, chain: "cardano-mainnet", readiness: "platform" }, []],
    ["such a chain with readiness none", { ...catalogue, chain: "cardano-mainnet", readiness: "none" }, []],
    ["a chain newer than this package", { ...catalogue, chain: "brandnew-mainnet" }, []],
    ["several mistakes at once", { ...catalogue, name: "", regoin: "x" }, [/^name: /, /^regoin: /]],
  ]);
});

const cardano = { protocol: "cardano", nodes: [{ ...initialNode, configuration: {} }] };

describe("checkNetwork", () => {
  table("network", [
    ["the smallest network", networkArgs, []],
    [
      "every option",
      {
        ...networkArgs,
        name: "n",
        readiness: "platform",
        timeouts: { create: "6h" },
        nodes: [{ ...initialNode, name: "a" }, initialNode],
      },
      [],
    ],
    [
      "nothing",
      {},
      [/^project: is required$/, /^protocol: is required$/, /^network: is required$/, /^nodes: is required$/],
    ],
    ["no nodes", { ...networkArgs, nodes: [] }, [/^nodes: must contain at least one node/]],
    ["nodes that are not a list", { ...networkArgs, nodes: initialNode }, [/^nodes: must be of type array$/]],
    [
      "a node that is a string",
      { ...networkArgs, nodes: [initialNode, "x"] },
      [/^nodes\[1\]: must be of type object$/],
    ],
    [
      "a node without region",
      { ...networkArgs, nodes: [{ ...initialNode, region: undefined }] },
      [/^nodes\[0\]\.region: is required$/],
    ],
    [
      "a node with an empty type",
      { ...networkArgs, nodes: [{ ...initialNode, type: "" }] },
      [/^nodes\[0\]\.type: must not be empty$/],
    ],
    [
      "a node with an unknown argument",
      { ...networkArgs, nodes: [{ ...initialNode, role: "peer" }] },
      [/^nodes\[0\]\.role: is not an argument here$/],
    ],
    [
      "a node with a misspelled argument",
      { ...networkArgs, nodes: [{ ...initialNode, regoin: "global1" }] },
      [/^nodes\[0\]\.regoin: is not an argument here; did you mean "region"\?$/],
    ],
    ["a misspelled argument", { ...networkArgs, protocoll: "x" }, [/^protocoll: .*did you mean "protocol"\?$/]],
    ["adopt", { ...networkArgs, adopt: "NW-1" }, [/^adopt: /]],
    [
      "a network without a probe",
      { ...networkArgs, ...cardano, network: "cardano-mainnet" },
      [/^readiness: .*cardano-mainnet/],
    ],
    [
      "such a network by its short name",
      { ...networkArgs, ...cardano, network: "mainnet" },
      [/^readiness: .*cardano-mainnet/],
    ],
    [
      "such a network with readiness platform",
      { ...networkArgs, ...cardano, network: "cardano-mainnet", readiness: "platform" },
      [],
    ],
  ]);
});

describe("checkProject", () => {
  table("project", [
    ["nothing", {}, []],
    ["every option", { name: "a", description: "", type: "public", timeouts: { delete: "90s" } }, []],
    ["an empty name", { name: "" }, [/^name: must not be empty$/]],
    ["a number as description", { description: 7 }, [/^description: must be of type string$/]],
    ["another type", { type: "consortium" }, [/^type: must be one of "public"$/]],
    ["a misspelled argument", { descripton: "x" }, [/^descripton: .*did you mean "description"\?$/]],
    ["adopt", { adopt: true }, [/^adopt: /]],
    ["an invalid duration", { timeouts: { delete: "0s" } }, [/^timeouts\.delete: is not a duration/]],
  ]);
});
