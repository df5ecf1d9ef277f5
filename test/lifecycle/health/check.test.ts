import { expect } from "chai";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { checkHealth, healthOperations } from "../../support/lifecycle/health-scene";
import { failuresOf, sentinels, warningsOf } from "../../support/lifecycle/sample-inputs";

const endpoints = { https: "https://node.example.com/0123456789abcdef0123456789abcdef" };
const node = { id: "ND-1-2-3", chain: "ethereum-mainnet", mode: "archive" };
const chain = { chain: "ethereum-mainnet" };
const full = {
  node,
  endpoints,
  expect: {
    ...chain,
    identity: "1",
    mode: "archive",
    apiNamespaces: ["eth"],
    depth: "full",
    verdict: "healthy",
    maxCost: 9,
  },
  triggers: { release: "1" },
  timeouts: { create: "1m", update: "1m" },
};

const accepted: readonly (readonly [title: string, args: Properties])[] = [
  ["every argument", full],
  ["a node", { node, endpoints }],
  ["endpoints with their chain", { endpoints, expect: chain }],
  ["a beacon endpoint alone", { endpoints: { beacon: endpoints.https }, expect: chain }],
  ["a list of triggers", { node, endpoints, triggers: ["1", 2, { a: null }] }],
  ["a new chain with its identity", { endpoints, expect: { chain: "newchain-mainnet", identity: "77" } }],
];

const rejected: readonly (readonly [title: string, args: Properties, failures: readonly RegExp[]])[] = [
  ["nothing", {}, [/^node: is missing: pass a Node, or endpoints together with expect\.chain$/]],
  ["a misspelled node", { nodes: node }, [/^nodes: .*did you mean "node"\?$/, /^node: is missing/]],
  ["a node without endpoints", { node, endpoints: null }, [/^node: has no endpoints: it is not deployed yet/]],
  ["a node of gRPC alone", { node, endpoints: { key: "x" } }, [/^node: has neither an https nor a beacon endpoint/]],
  ["endpoints without a chain", { endpoints }, [/^expect\.chain: is required together with endpoints/]],
  ["endpoints without any URL", { endpoints: {}, expect: chain }, [/^endpoints: has neither an https nor a beacon/]],
  [
    "an endpoint of another type",
    { endpoints: { https: 5 }, expect: chain },
    [/^endpoints\.https: must be of type string$/],
  ],
  [
    "an unknown expectation",
    { node, endpoints, expect: { chian: "x" } },
    [/^expect\.chian: .*did you mean "chain"\?$/],
  ],
  ["an unknown depth", { node, endpoints, expect: { depth: "deep" } }, [/^expect\.depth: must be one of "basic", /]],
  [
    "a verdict that is never accepted",
    { node, endpoints, expect: { verdict: "unknown" } },
    [/^expect\.verdict: must be one of "healthy", "degraded"$/],
  ],
  ["half a request unit", { node, endpoints, expect: { maxCost: 0.5 } }, [/^expect\.maxCost: must be a whole number/]],
  [
    "a demand that the depth does not check",
    { node, endpoints, expect: { depth: "basic", mode: "archive" } },
    [/^expect\.depth: "basic" does not check expect\.mode: leave depth out$/],
  ],
  [
    "a trigger without a name",
    { node, endpoints, triggers: "1" },
    [/^triggers: must be a list or an object of values$/],
  ],
  ["a malformed duration", { node, endpoints, timeouts: { create: "20" } }, [/^timeouts\.create: is not a duration/]],
  [
    "a deadline of the deletion",
    { node, endpoints, timeouts: { delete: "1m" } },
    [/^timeouts\.delete: is not an argument here$/],
  ],
  [
    "a chain without a probe",
    { node: { ...node, chain: "cardano-mainnet" }, endpoints },
    [/^node: there is no probe for cardano-mainnet yet/],
  ],
  [
    "a mistyped chain",
    { endpoints, expect: { chain: "etherum-mainnet" } },
    [/^expect\.chain: .*did you mean "ethereum-mainnet"\?$/],
  ],
];

/** The value once for each place at any depth, with an unknown value there. */
function withUnknowns(value: unknown, unknown: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) {
    return [unknown];
  }
  const changed = Object.entries(value).flatMap(([key, member]) =>
    withUnknowns(member, unknown).map((other) =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other },
    ),
  );
  return [unknown, ...changed];
}

describe("check of NodeHealth", () => {
  for (const [title, args] of accepted) {
    it(`${title}: accepted as given`, () => {
      const outcome = checkHealth(args);
      expect([...failuresOf(outcome), ...warningsOf(outcome)]).to.deep.equal([]);
      expect(outcome.inputs).to.deep.include(args);
    });
  }

  for (const [title, args, failures] of rejected) {
    it(`${title}: rejected`, () => {
      const found = failuresOf(checkHealth(args));
      expect(found, found.join("\n")).to.have.length(failures.length);
      failures.forEach((pattern, index) => {
        expect(found[index]).to.match(pattern);
      });
    });
  }

  it("a chain whose identity is not known: warning", () => {
    const outcome = checkHealth({ endpoints, expect: { chain: "newchain-mainnet" } });
    expect(failuresOf(outcome)).to.deep.equal([]);
    expect(warningsOf(outcome)).to.have.length(1);
    expect(warningsOf(outcome)[0]).to.match(
      /^expect\.chain: the identity of newchain-mainnet is not known.*set expect\.identity/,
    );
  });

  it("values that are not known yet, at any depth: pass unchanged", () => {
    for (const sentinel of sentinels) {
      for (const args of withUnknowns(full, sentinel).slice(1) as readonly Properties[]) {
        const outcome = checkHealth(args);
        expect(failuresOf(outcome), JSON.stringify(args)).to.deep.equal([]);
        expect(outcome.inputs).to.deep.include(args);
      }
    }
  });

  it("reasons: no part of an endpoint", () => {
    const outcome = checkHealth({ endpoints: { ...endpoints, wss: 5 }, expect: { chain: "x", color: "red" } });
    expect(JSON.stringify(outcome.failures)).not.to.include("0123456789abcdef");
  });
});

describe("diff of NodeHealth", () => {
  const olds = {
    ...full,
    verdict: "healthy",
    report: { verdict: "healthy" },
    __set: "endpoints,expect,node,timeouts,triggers",
  };
  const diff = (changes: Properties) => healthOperations.diff(olds, { ...full, ...changes });
  const token = "fedcba9876543210fedcba9876543210";

  for (const [title, changes] of [
    ["nothing changed", {}],
    ["a rotated token", { endpoints: { https: `https://node.example.com/${token}` } }],
    ["rotated credentials beside the URL", { endpoints: { ...endpoints, username: "u", password: "p", key: token } }],
    ["what the platform states", { node: { ...node, version: "v2", apiNamespaces: ["eth"], mode: "full" } }],
  ] as const) {
    it(`${title}: no change`, () => {
      expect(diff(changes)).to.deep.equal({ changes: false, replaces: [] });
    });
  }

  for (const [title, changes] of [
    ["another node", { node: { ...node, id: "ND-4-5-6" } }],
    ["another chain", { node: { ...node, chain: "base-mainnet" } }],
    ["another host", { endpoints: { https: "https://other.example.com/0123456789abcdef0123456789abcdef" } }],
    ["another port", { endpoints: { https: "https://node.example.com:8545/0123456789abcdef0123456789abcdef" } }],
    ["one endpoint more", { endpoints: { ...endpoints, wss: "wss://node.example.com/x" } }],
    ["no node any more", { node: undefined }],
    ["another expectation", { expect: { ...full.expect, verdict: "degraded" } }],
    ["another trigger", { triggers: { release: "2" } }],
    ["no triggers any more", { triggers: undefined }],
    ["other timeouts", { timeouts: { create: "2m" } }],
  ] as const) {
    it(`${title}: an update in place`, () => {
      expect(diff(changes)).to.deep.equal({ changes: true, replaces: [] });
    });
  }

  it("values that are not known yet, at any depth: an update in place", () => {
    for (const news of withUnknowns(full, sentinels[0]).slice(1)) {
      const outcome = healthOperations.diff(olds, news as Properties);
      expect(outcome, JSON.stringify(news)).to.deep.equal({ changes: true, replaces: [] });
    }
  });
});
