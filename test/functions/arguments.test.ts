import { type Output, output } from "@pulumi/pulumi";
import { expect } from "chai";
import {
  getNodes,
  getNodesOutput,
  getNodeUsage,
  getProjectMembers,
  getProjects,
  getProjectsOutput,
  isProviderError,
  type Provider,
} from "pulumi-blockchain-nodes";
import { accountOf, createObjects, failureOf } from "../support/functions/world";
import { contentOf, useMocks } from "../support/resources/mocks";
import { useSandbox } from "../support/sandbox";

describe("function arguments", () => {
  const sandbox = useSandbox();
  let provider: Provider;

  before(async () => {
    await createObjects(sandbox);
  });
  beforeEach(async () => {
    await useMocks();
    provider = accountOf(sandbox);
  });

  const namesOf = (items: readonly { readonly name?: string | undefined }[]) => items.map(({ name }) => name);

  describe("invalid", () => {
    const wrong: readonly (readonly [title: string, ask: () => Promise<unknown>, field: string, reason: RegExp])[] = [
      [
        "unknown argument",
        () => getNodes({ regoin: "lon1" } as object, { provider }),
        "regoin",
        /did you mean "region"/,
      ],
      ["empty string", () => getProjects({ name: " " }, { provider }), "name", /must be a non-empty string/],
      ["project missing", () => getProjectMembers({} as { project: string }, { provider }), "project", /is required/],
      ["v2 with a filter of v1", () => getNodes({ api: "v2", role: "peer" }, { provider }), "role", /requires v1/],
      ["v1 with a filter of v2", () => getNodes({ role: "peer", cloud: "CC-1" }, { provider }), "cloud", /requires v2/],
      ["empty list", () => getNodeUsage({ nodeIds: [] }, { provider }), "nodeIds", /non-empty list/],
      ["comma in an id", () => getNodeUsage({ nodeIds: ["a,b"] }, { provider }), "nodeIds", /without commas/],
      ["impossible date", () => getNodeUsage({ dateFrom: "2026-02-30" }, { provider }), "dateFrom", /ISO 8601/],
      [
        "time without a zone",
        () => getNodeUsage({ dateFrom: "2026-02-03T04:05:06" }, { provider }),
        "dateFrom",
        /zone/,
      ],
      [
        "end not later than the start",
        () => getNodeUsage({ dateFrom: "2026-02-03T00:00:00Z", dateTo: "2026-02-03" }, { provider }),
        "dateTo",
        /must be later than dateFrom/,
      ],
      [
        "unknown granularity",
        () => getNodeUsage({ granularity: "week" as "day" }, { provider }),
        "granularity",
        /"day", "hour"/,
      ],
      [
        "list instead of a choice",
        () => getNodes({ api: ["v1"] as unknown as "v1" }, { provider }),
        "api",
        /"v1", "v2"/,
      ],
      [
        "list instead of a time",
        () => getNodeUsage({ dateFrom: ["2026-02-03"] as unknown as string }, { provider }),
        "dateFrom",
        /ISO 8601/,
      ],
      [
        "output, which its Output form accepts",
        () => getProjects({ name: output("shop") as unknown as string }, { provider }),
        "name",
        /is an output: use getProjectsOutput/,
      ],
      [
        "promise, which its Output form accepts",
        () => getNodes({ region: Promise.resolve("lon1") as unknown as string }, { provider }),
        "region",
        /is a promise: await it, or use getNodesOutput/,
      ],
    ];
    for (const [title, ask, field, reason] of wrong) {
      it(`${title}: rejected before any request`, async () => {
        const failure = await failureOf(ask());
        expect(isProviderError(failure, "rejected")).to.equal(true);
        expect(failure).to.have.property("fields").that.has.keys(field);
        expect(failure?.message).to.match(reason);
        expect(await sandbox.requests()).to.deep.equal([]);
      });
    }
  });

  describe("output of undefined in an Output form", () => {
    const late = (value: unknown) => output(value) as unknown as Output<string>;
    const asks: readonly (readonly [title: string, ask: () => Output<unknown>, field: string])[] = [
      ["filter", () => getNodesOutput({ project: late(undefined), includeEndpoints: true }, { provider }), "project"],
      ["null", () => getProjectsOutput({ name: late(null) }, { provider }), "name"],
      ["promise", () => getProjectsOutput({ name: Promise.resolve() as never }, { provider }), "name"],
    ];
    for (const [title, ask, field] of asks) {
      it(`${title}: rejected`, async () => {
        const failure = await failureOf(contentOf(ask()));
        expect(isProviderError(failure, "rejected")).to.equal(true);
        expect(failure).to.have.property("fields").that.has.keys(field);
        expect(failure?.message).to.match(/came out undefined: omit the argument to get all/);
        expect(await sandbox.requests()).to.deep.equal([]);
      });
    }

    it("argument left out, or undefined: accepted", async () => {
      const args = { name: undefined } as unknown as { readonly name: string };
      expect(namesOf((await contentOf(getProjectsOutput(args, { provider }))).value)).to.deep.equal(["shop"]);
    });
  });
});
