import { expect } from "chai";
import {
  configOf,
  fullArgs,
  inputsOf,
  type TypeName,
  texts,
  typeNames,
  unknown,
  urnOf,
  usePlugin,
  validArgs,
  withUnknowns,
} from "../../support/processes/kit";
import type { Bag } from "../../support/processes/wire";
import { useSandbox } from "../../support/sandbox";

interface Row {
  readonly title: string;
  readonly type: TypeName;
  readonly args: Bag;
  readonly property: string;
  readonly reason: RegExp;
}

const chain = { project: "PR-1-2-3", chain: "ethereum-mainnet" };
const spellings = /by \{ project, chain, region\?, provider\? \}, \{ project, blockchain, cloud \} or \{ networkId, /;

/** Types whose objects the platform creates. */
const created = ["Project", "Network", "Node"] as const;

const wrong: readonly Row[] = [
  ...typeNames.flatMap((type): Row[] => [
    {
      title: `an argument that ${type} does not have`,
      type,
      args: { ...validArgs[type], wallet: "hot" },
      property: "wallet",
      reason: /^is not an argument here$/,
    },
    {
      title: `an empty name of ${type}`,
      type,
      args: { ...validArgs[type], name: "  " },
      property: "name",
      reason: /^must not be empty$/,
    },
  ]),
  ...created.flatMap((type): Row[] => [
    {
      title: `adopt of ${type}`,
      type,
      args: { ...validArgs[type], adopt: "XX-1-2-3" },
      property: "adopt",
      reason: /^is not available yet: use the static method `get`/,
    },
    {
      title: `a duration of ${type} without a unit`,
      type,
      args: { ...validArgs[type], timeouts: { create: "20" } },
      property: "timeouts.create",
      reason: /^is not a duration: write for example "90s"/,
    },
    {
      title: `an unknown timeout of ${type}`,
      type,
      args: { ...validArgs[type], timeouts: { read: "20s" } },
      property: "timeouts.read",
      reason: /^is not an argument here$/,
    },
  ]),
  {
    title: "a misspelled argument, with a suggestion",
    type: "Node",
    args: { ...chain, readines: "rpc" },
    property: "readines",
    reason: /^is not an argument here; did you mean "readiness"\?$/,
  },
  { title: "a node without a placement", type: "Node", args: {}, property: "chain", reason: spellings },
  {
    title: "a node with two placements",
    type: "Node",
    args: { ...chain, networkId: "NW-1-2-3" },
    property: "networkId",
    reason: /^cannot be combined with "chain": a node is placed in one way, by /,
  },
  {
    title: "a chain name together with ids",
    type: "Node",
    args: { ...chain, cloud: "CC-0016" },
    property: "cloud",
    reason: /^cannot be combined with "chain"/,
  },
  {
    title: "a placement by ids without a project",
    type: "Node",
    args: { blockchain: "BC-000-000-008", cloud: "CC-0016" },
    property: "project",
    reason: /^is required together with "blockchain"$/,
  },
  {
    title: "a number as chain",
    type: "Node",
    args: { ...chain, chain: 7 },
    property: "chain",
    reason: /^must be of type string$/,
  },
  {
    title: "an unknown readiness",
    type: "Node",
    args: { ...chain, readiness: "maybe" },
    property: "readiness",
    reason: /^must be one of "none", "platform", "rpc"$/,
  },
  {
    title: "a network without nodes",
    type: "Network",
    args: { ...validArgs.Network, nodes: [] },
    property: "nodes",
    reason: /^must contain at least one node/,
  },
  {
    title: "an initial node without a region",
    type: "Network",
    args: { ...validArgs.Network, nodes: [{ type: "shared", provider: "chainstack_global", configuration: {} }] },
    property: "nodes[0].region",
    reason: /^is required$/,
  },
  {
    title: "a typo in a chain",
    type: "Node",
    args: { ...chain, chain: "etherum-mainnet" },
    property: "chain",
    reason: /did you mean "ethereum-mainnet"\?/,
  },
  {
    title: "a region where the chain is not offered",
    type: "Node",
    args: { ...chain, region: "nyc1" },
    property: "region",
    reason: /it is offered in global1 \(chainstack_global\), .*lon1/,
  },
  {
    title: "an initial node without the archive flag that its protocol requires",
    type: "Network",
    args: {
      ...validArgs.Network,
      nodes: [{ type: "shared", provider: "chainstack_global", region: "global1", configuration: {} }],
    },
    property: "nodes[0].configuration.archive",
    reason: /must be true or false.*ethereum requires it$/,
  },
  {
    title: "a project of another type",
    type: "Project",
    args: { type: "private" },
    property: "type",
    reason: /^must be one of "public"$/,
  },
];

describe("check", () => {
  const sandbox = useSandbox();
  const plugin = usePlugin(() => ({ config: configOf(sandbox) }));

  afterEach("no request was sent", async () => {
    expect(await sandbox.requests()).to.deep.equal([]);
  });

  for (const type of typeNames) {
    it(`${type}, valid arguments: accepted, later checks change nothing`, async () => {
      const news = inputsOf(type, "web", validArgs[type]);
      const first = await plugin().check({}, news);
      const second = await plugin().check(first.inputs, news);
      expect(first.failures).to.deep.equal([]);
      expect(second).to.deep.equal(first);
      expect(first.inputs).to.deep.include({ __provider: texts[type], __owner: news.__owner });
    });

    it(`${type}, unknown values: passed through unchanged`, async () => {
      for (const { path, bag } of withUnknowns(fullArgs[type])) {
        const { inputs, failures } = await plugin().check({}, inputsOf(type, "web", bag));
        expect(failures, path).to.deep.equal([]);
        expect(inputs, path).to.deep.include(bag);
      }
    });
  }

  for (const type of created) {
    it(`${type}: generated name`, async () => {
      const news = inputsOf(type, "web", validArgs[type]);
      const first = await plugin().check({}, news);
      const [node] = (first.inputs.nodes ?? []) as readonly Bag[];
      expect(node?.name ?? first.inputs.name).to.match(
        type === "Network" ? /^web-0-[0-9a-f]{8}$/ : /^web-[0-9a-f]{8}$/,
      );
    });

    it(`${type}, replacement: the same name, so a saved plan stays valid`, async () => {
      const news = inputsOf(type, "web", validArgs[type]);
      const [first, second] = await Promise.all([plugin().check({}, news), plugin().check({}, news)]);
      expect(first.inputs).to.deep.equal(second.inputs);
    });
  }

  it("Node, unknown placement arguments: no other placement required or rejected", async () => {
    for (const key of ["chain", "cloud", "networkId"]) {
      const alone = await plugin().check({}, inputsOf("Node", "rpc", { [key]: unknown }));
      expect(alone.failures, key).to.deep.equal([]);
      const beside = await plugin().check({}, inputsOf("Node", "rpc", { ...chain, [key]: unknown }));
      expect(beside.failures, key).to.deep.equal([]);
    }
  });

  for (const { title, type, args, property, reason } of wrong) {
    it(`${title}: rejected`, async () => {
      const { failures } = await plugin().check({}, inputsOf(type, "web", args));
      const found = failures.find((failure) => failure.property === property);
      expect(found?.reason, JSON.stringify(failures)).to.match(reason);
      expect(found?.reason).not.to.include("\n");
    });
  }

  it("chain newer than the package: one warning on the resource's row, accepted", async () => {
    const news = inputsOf("Node", "new", { ...chain, chain: "bitcoin-regtest" });
    const first = await plugin().check({}, news);
    const second = await plugin().check(first.inputs, news);
    const { message } = await plugin().engine.waitFor(({ urn }) => urn === urnOf("Node", "new"));
    expect(message).to.match(
      /^chain: "bitcoin-regtest" is not in the catalogue .*[\d-]{10}.*`create` checks with the platform\.$/,
    );
    expect([...first.failures, ...second.failures]).to.deep.equal([]);
    // A duplicate would have arrived before the message of a later check.
    await plugin().check({}, inputsOf("Node", "later", { ...chain, project: "payments" }));
    const later = await plugin().engine.waitFor(({ urn }) => urn === urnOf("Node", "later"));
    expect(later).to.include({ severity: "warning", ephemeral: false });
    expect(plugin().engine.logs.filter(({ urn }) => urn === urnOf("Node", "new"))).to.have.length(1);
  });
});
