import { expect } from "chai";
import type { Bag } from "../support/plugin-wire";
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
} from "../support/processes/kit";
import { useSandbox } from "../support/sandbox";

interface Row {
  readonly title: string;
  readonly type: TypeName;
  readonly args: Bag;
  readonly property: string;
  readonly reason: RegExp;
}

const chain = { project: "PR-1-2-3", chain: "ethereum-mainnet" };
const spellings = /by \{ project, chain, region\?, provider\? \}, \{ project, blockchain, cloud \} or \{ networkId, /;

/** The types whose objects the platform makes. */
const made = ["Project", "Network", "Node"] as const;

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
  ...made.flatMap((type): Row[] => [
    {
      title: `adopt of a ${type}`,
      type,
      args: { ...validArgs[type], adopt: "XX-1-2-3" },
      property: "adopt",
      reason: /^is not available yet: use the static method `get`/,
    },
    {
      title: `a duration of a ${type} without a unit`,
      type,
      args: { ...validArgs[type], timeouts: { create: "20" } },
      property: "timeouts.create",
      reason: /^is no duration: write for example "90s"/,
    },
    {
      title: `a deadline of a ${type} that does not exist`,
      type,
      args: { ...validArgs[type], timeouts: { read: "20s" } },
      property: "timeouts.read",
      reason: /^is not an argument here$/,
    },
  ]),
  {
    title: "a misspelt argument, with the one that was meant",
    type: "Node",
    args: { ...chain, readines: "rpc" },
    property: "readines",
    reason: /^is not an argument here; did you mean "readiness"\?$/,
  },
  { title: "a node without a place", type: "Node", args: {}, property: "chain", reason: spellings },
  {
    title: "a node with two places",
    type: "Node",
    args: { ...chain, networkId: "NW-1-2-3" },
    property: "networkId",
    reason: /^cannot go with "chain": a node is placed in one way, by /,
  },
  {
    title: "a chain name together with ids",
    type: "Node",
    args: { ...chain, cloud: "CC-0016" },
    property: "cloud",
    reason: /^cannot go with "chain"/,
  },
  {
    title: "a place by ids that lacks the project",
    type: "Node",
    args: { blockchain: "BC-000-000-008", cloud: "CC-0016" },
    property: "project",
    reason: /^is required together with "blockchain"$/,
  },
  {
    title: "a number in place of a chain",
    type: "Node",
    args: { ...chain, chain: 7 },
    property: "chain",
    reason: /^must be of type string$/,
  },
  {
    title: "a readiness that does not exist",
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
    reason: /^must hold at least one node/,
  },
  {
    title: "an initial node without a region",
    type: "Network",
    args: { ...validArgs.Network, nodes: [{ type: "shared", provider: "chainstack_global", configuration: {} }] },
    property: "nodes[0].region",
    reason: /^is required$/,
  },
  {
    title: "a typo in the name of a chain",
    type: "Node",
    args: { ...chain, chain: "etherum-mainnet" },
    property: "chain",
    reason: /did you mean "ethereum-mainnet"\?/,
  },
  {
    title: "a region where the chain is not offered, with those where it is",
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
    it(`accepts the arguments of ${type}, and later checks change nothing`, async () => {
      const news = inputsOf(type, "web", validArgs[type]);
      const first = await plugin().check({}, news);
      const second = await plugin().check(first.inputs, news);
      expect(first.failures).to.deep.equal([]);
      expect(second).to.deep.equal(first);
      expect(first.inputs).to.deep.include({ __provider: texts[type], __owner: news.__owner });
    });

    it(`passes whatever is not known in the arguments of ${type} through unchanged`, async () => {
      for (const { path, bag } of withUnknowns(fullArgs[type])) {
        const { inputs, failures } = await plugin().check({}, inputsOf(type, "web", bag));
        expect(failures, path).to.deep.equal([]);
        expect(inputs, path).to.deep.include(bag);
      }
    });
  }

  for (const type of made) {
    it(`gives a ${type} a name that later checks keep`, async () => {
      const news = inputsOf(type, "web", validArgs[type]);
      const first = await plugin().check({}, news);
      const [node] = (first.inputs.nodes ?? []) as readonly Bag[];
      expect(node?.name ?? first.inputs.name).to.match(
        type === "Network" ? /^web-0-[0-9a-f]{8}$/ : /^web-[0-9a-f]{8}$/,
      );
    });

    it(`gives a ${type} that replaces another one the same name: a saved plan stays true`, async () => {
      const news = inputsOf(type, "web", validArgs[type]);
      const [first, second] = await Promise.all([plugin().check({}, news), plugin().check({}, news)]);
      expect(first.inputs).to.deep.equal(second.inputs);
    });
  }

  it("lets the place of a node be open while what names it is not known, since that may turn out to be absent", async () => {
    for (const key of ["chain", "cloud", "networkId"]) {
      const alone = await plugin().check({}, inputsOf("Node", "rpc", { [key]: unknown }));
      expect(alone.failures, key).to.deep.equal([]);
      const beside = await plugin().check({}, inputsOf("Node", "rpc", { ...chain, [key]: unknown }));
      expect(beside.failures, key).to.deep.equal([]);
    }
  });

  for (const { title, type, args, property, reason } of wrong) {
    it(`refuses ${title}`, async () => {
      const { failures } = await plugin().check({}, inputsOf(type, "web", args));
      const found = failures.find((failure) => failure.property === property);
      expect(found?.reason, JSON.stringify(failures)).to.match(reason);
      expect(found?.reason).not.to.include("\n");
    });
  }

  it("warns on the row of the resource of a chain that is newer than the package, once, and goes on", async () => {
    const news = inputsOf("Node", "new", { ...chain, chain: "bitcoin-regtest" });
    const first = await plugin().check({}, news);
    const second = await plugin().check(first.inputs, news);
    const { message } = await plugin().engine.waitFor(({ urn }) => urn === urnOf("Node", "new"));
    expect(message).to.match(
      /^chain: "bitcoin-regtest" is not in the catalogue .*[\d-]{10}.*`create` asks the platform\.$/,
    );
    expect([...first.failures, ...second.failures]).to.deep.equal([]);
    // A message of a later check would have overtaken a second one of these.
    await plugin().check({}, inputsOf("Node", "later", { ...chain, project: "payments" }));
    const later = await plugin().engine.waitFor(({ urn }) => urn === urnOf("Node", "later"));
    expect(later).to.include({ severity: "warning", ephemeral: false });
    expect(plugin().engine.logs.filter(({ urn }) => urn === urnOf("Node", "new"))).to.have.length(1);
  });
});
