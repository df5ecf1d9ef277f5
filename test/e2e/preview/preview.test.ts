import { expect } from "chai";
import { saidBy } from "../../support/engine/run";
import { rowsAt } from "../../support/extent";
import { type SceneStack, useScene } from "../scene";

const placement = { project: "PR-1-2-3", chain: "ethereum-mainnet" };

describe("preview", function () {
  this.timeout(120_000);
  const { sandbox, ...scene } = useScene();
  let stack: SceneStack;

  before(async () => {
    stack = await scene.open("preview/unknowns.cjs");
  });

  beforeEach(() => stack.setEnv(scene.envOf(stack.account)));

  it("unknown values in every argument: accepted, without a call to the platform", async () => {
    const run = await stack.preview();
    expect(run.summary).to.deep.equal({ create: 5 });
    expect(await sandbox.requests()).to.deep.equal([]);
  });

  it("no key, no base URL: succeeds; the first call fails and names config key and environment variable", async () => {
    stack.setEnv({});
    expect((await stack.preview()).summary).to.deep.equal({ create: 5 });
    for (const [given, config, variable] of [
      [{}, "blockchain-nodes:baseUrl", "BLOCKCHAIN_NODES_BASE_URL"],
      [{ BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl }, "blockchain-nodes:apiKey", "BLOCKCHAIN_NODES_API_KEY"],
    ] as const) {
      stack.setEnv(given);
      const run = await stack.up({ expectFailure: true });
      expect(saidBy(run)).to.include(config).and.to.include(variable);
    }
    expect(await sandbox.requests()).to.deep.equal([]);
  });

  const mistakes: readonly [what: string, args: object, property: string, reason: RegExp][] = [
    ["an empty argument", { ...placement, chain: "" }, "chain", /must not be empty/],
    ["an unknown argument", { ...placement, regoin: "lon1" }, "regoin", /did you mean "region"/],
    ["two placements at once", { ...placement, cloud: "CC-0016" }, "cloud", /cannot be combined with "chain"/],
    ["no placement", { project: "PR-1-2-3" }, "chain", /is missing/],
    ["adopt", { ...placement, adopt: true }, "adopt", /not available yet/],
    ["a bad duration", { ...placement, timeouts: { create: "20 minutes" } }, "timeouts.create", /is not a duration/],
    ["a typo in a chain", { ...placement, chain: "etherum-mainnet" }, "chain", /did you mean "ethereum-mainnet"/],
    ["a region without the chain", { ...placement, region: "nyc1" }, "region", /it is offered in global1/],
    ["an id of another kind", { ...placement, project: "ND-1-2-3" }, "project", /is the id of a node/],
    ["a readiness that does not exist", { ...placement, readiness: "soon" }, "readiness", /must be one of/],
  ];
  for (const [what, args, property, reason] of rowsAt(mistakes, 0)) {
    it(`${what}: refused on its argument, without a call to the platform`, async () => {
      await stack.setProgram("one-node.cjs", { node: args });
      const run = await stack.preview({ expectFailure: true });
      const errors = run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
      const line = errors.find((message) => message.includes(`property ${property} `));
      expect(line, errors.join("\n")).to.match(reason);
      expect(await sandbox.requests()).to.deep.equal([]);
    });
  }

  it("chain newer than the package: a warning on the row of the node; succeeds", async () => {
    await stack.setProgram("one-node.cjs", { node: { ...placement, chain: "brandnew-mainnet" } });
    const run = await stack.preview();
    const [warning, ...more] = run.diagnostics.filter(({ severity }) => severity === "warning");
    expect(warning?.message).to.match(
      /chain: "brandnew-mainnet" is not in the catalogue .*`create` checks with the platform/,
    );
    expect(warning?.urn).to.match(/blockchain-nodes:Node::rpc$/);
    expect(more).to.deep.equal([]);
  });

  for (const [what, baseUrl, reason] of [
    ["a malformed base URL", "platform.example", /is not a URL/],
    ["plain http to a host that is not loopback", "http://platform.example", /must begin with https/],
  ] as const) {
    it(`${what}: refused`, async () => {
      stack.setEnv({ ...scene.envOf(stack.account), BLOCKCHAIN_NODES_BASE_URL: baseUrl });
      await stack.setProgram("one-project.cjs");
      const run = await stack.preview({ expectFailure: true });
      const errors = run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
      expect(errors.find((message) => message.includes("property baseUrl "))).to.match(reason);
    });
  }

  it("chain not offered by the global provider: the region is required; nothing is created", async () => {
    await stack.setProgram("one-node.cjs", { node: { chain: "gnosis-mainnet" } });
    const run = await stack.up({ expectFailure: true });
    expect(saidBy(run)).to.match(/region: specify where to run gnosis-mainnet/);
    expect((await stack.objects()).nodes).to.deep.equal([]);
    expect((await stack.stateOf("apps")).id).to.match(/^PR-/);
  });
});
