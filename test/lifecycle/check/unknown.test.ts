import { expect } from "chai";
import fc from "fast-check";
import { hasUnknown } from "../../../provider/lifecycle/engine/unknown.js";
import { placementOf } from "../../../provider/lifecycle/node/placements.js";
import {
  catalogue,
  check,
  failuresOf,
  ids,
  initialNode,
  inNetwork,
  networkArgs,
  sentinels,
  warningsOf,
} from "../../support/lifecycle/sample-inputs";

type Path = readonly (string | number)[];

/** Every path within a value, except the value itself. */
function paths(value: unknown, path: Path = []): readonly Path[] {
  const here = path.length === 0 ? [] : [path];
  return typeof value === "object" && value !== null
    ? [
        ...here,
        ...Object.entries(value).flatMap(([key, member]) =>
          paths(member, [...path, Array.isArray(value) ? Number(key) : key]),
        ),
      ]
    : here;
}

function put(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) {
    return replacement;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === key ? put(item, rest, replacement) : item));
  }
  // A member may already be replaced.
  return typeof value === "object" && value !== null && key in value
    ? { ...value, [key]: put((value as Record<string, unknown>)[key], rest, replacement) }
    : value;
}

const options = { readiness: "platform", timeouts: { create: "20m", update: "5m", delete: "10m" } };
const valid = [
  [
    "node",
    { ...catalogue, ...options, region: "global1", provider: "chainstack_global", name: "a", onCreateTimeout: "keep" },
  ],
  ["node", { ...ids, ...options }],
  ["node", { ...inNetwork, ...options }],
  ["network", { ...networkArgs, ...options, name: "n", nodes: [initialNode, { ...initialNode, name: "b" }] }],
  ["project", { name: "p", description: "d", type: "public", timeouts: { delete: "1m" } }],
] as const;

describe("check of unknown values", () => {
  for (const [type, args] of valid) {
    const all = paths(args);

    it(`unknowns anywhere in ${Object.keys(args).join(", ")} (${type}): accepted and passed on`, () => {
      const replaced = fc.shuffledSubarray([...all], { minLength: 1, maxLength: 4 });
      fc.assert(
        fc.property(replaced, fc.constantFrom(...sentinels), (chosen, sentinel) => {
          const news = chosen.reduce<Record<string, unknown>>(
            (value, path) => put(value, path, sentinel) as Record<string, unknown>,
            args,
          );
          const outcome = check[type](news);
          expect([...failuresOf(outcome), ...warningsOf(outcome)]).to.deep.equal([]);
          expect(hasUnknown(outcome.inputs)).to.equal(true);
          // Names are all that check adds below the top level.
          const { nodes, name, __set, __generated, ...rest } = outcome.inputs;
          const { nodes: givenNodes, name: givenName, ...given } = news;
          expect(rest).to.deep.equal(given);
          if (givenName !== undefined) {
            expect(name).to.equal(givenName);
          }
          if (Array.isArray(givenNodes)) {
            expect(nodes).to.have.length(givenNodes.length);
            givenNodes.forEach((node: unknown, index) => {
              const checked = (nodes as readonly unknown[])[index];
              expect(typeof node === "string" ? checked : { ...(checked as object), name: undefined }).to.deep.equal(
                typeof node === "string" ? node : { ...(node as object), name: undefined },
              );
            });
          } else {
            expect(nodes).to.equal(givenNodes);
          }
        }),
      );
    });

    it(`invalid values beside an unknown (${type} by ${Object.keys(args)[0]}): still rejected`, () => {
      const news = { ...args, timeouts: { create: sentinels[0], delete: "never" }, unheardOf: sentinels[0] };
      const failures = failuresOf(check[type](news));
      expect(failures.join("\n"))
        .to.match(/timeouts\.delete: is not a duration/)
        .and.to.match(/unheardOf: is not an argument/);
      expect(failures).to.have.length(2);
    });
  }

  it("unknown argument of a placement: neither checked nor changed", () => {
    const names = fc.constantFrom(
      "ethereum-mainnet",
      "etherum-mainnet",
      "brandnew-mainnet",
      "blast-mainnet",
      "lon1",
      "nyc1",
    );
    const value = fc.oneof(
      names,
      fc.constantFrom("chainstack_global", "chainstack_managed", "aws", "ND-1-2-3", "dedicated"),
    );
    const sentinel = fc.constantFrom(...sentinels);
    const keys = ["project", "chain", "region", "provider", "blockchain", "cloud", "networkId", "type"] as const;
    const args = fc.record(Object.fromEntries(keys.map((key) => [key, fc.oneof(value, sentinel)])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(args, (news: Readonly<Record<string, unknown>>) => {
        const outcome = check.node(news);
        const reported = [...outcome.failures, ...(outcome.warnings ?? [])].map(({ property }) => property);
        for (const [key, given] of Object.entries(news).filter(([, given]) => hasUnknown(given))) {
          expect(reported).not.to.include(key);
          expect(outcome.inputs[key]).to.equal(given);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("unknown region: not required", () => {
    for (const sentinel of sentinels) {
      expect(failuresOf(check.node({ ...catalogue, provider: "chainstack_managed", region: sentinel }))).to.deep.equal(
        [],
      );
      // Regions depend on the provider.
      for (const region of ["globl1", "us-east-1", "global2"]) {
        const outcome = check.node({ ...catalogue, region, provider: sentinel });
        expect([...failuresOf(outcome), ...warningsOf(outcome)]).to.deep.equal([]);
      }
    }
  });

  it("unknown argument of another placement: no conflict", () => {
    for (const sentinel of sentinels) {
      expect(failuresOf(check.node({ ...catalogue, networkId: sentinel }))).to.deep.equal([]);
      expect(failuresOf(check.node({ ...catalogue, blockchain: sentinel, cloud: sentinel }))).to.deep.equal([]);
      expect(failuresOf(check.node({ ...ids, region: sentinel }))).to.deep.equal([]);
      expect(failuresOf(check.node({ project: "PR-1", chain: sentinel, blockchain: sentinel }))).to.deep.equal([]);
      expect(failuresOf(check.node({ chain: sentinel }))).to.deep.equal([]);
      expect(failuresOf(check.node({ adopt: sentinel, ...catalogue }))).to.deep.equal([]);
    }
  });

  it("placement: chosen by known arguments, whatever the unknown ones become", () => {
    for (const sentinel of sentinels) {
      expect(placementOf({ ...catalogue, networkId: sentinel, type: sentinel })).to.equal("catalogue");
      expect(placementOf({ ...inNetwork, chain: sentinel, cloud: sentinel })).to.equal("network");
      expect(placementOf({ ...ids, chain: sentinel })).to.equal("ids");
      expect(placementOf({ chain: sentinel })).to.equal("catalogue");
      expect(placementOf({ chain: sentinel, networkId: sentinel })).to.equal(undefined);
    }
    expect(placementOf({ ...catalogue, ...ids })).to.equal(undefined);
  });

  it("unknown chain or readiness: no probe required", () => {
    const cardano = { ...catalogue, chain: "cardano-mainnet" };
    expect(failuresOf(check.node({ ...cardano, readiness: sentinels[1] }))).to.deep.equal([]);
    expect(
      failuresOf(check.network({ ...networkArgs, protocol: sentinels[0], network: "cardano-mainnet" })),
    ).to.deep.equal([]);
    expect(failuresOf(check.node(cardano))).to.have.length(1);
  });
});
