import fc from "fast-check";

/** What the documentation promises for a change of one argument. */
interface Change {
  readonly argument: string;
  /** The value to write instead; undefined leaves the argument out. */
  readonly to: unknown;
  readonly effect: "replace" | "same" | "update";
}

/** A resource with random arguments and one random change of them. */
export interface RandomResource {
  readonly type: "Network" | "Node" | "Project";
  readonly args: Readonly<Record<string, unknown>>;
  readonly change: Change;
}

/**
 * Stands in arguments for the id of one of the stack's own projects or of its network.
 *
 * Random networks have projects of their own: a v2 node joins a network of its chain in its project, and a network
 * that holds nodes of other resources is rightly not replaced.
 */
export const references = {
  project: "@project",
  otherProject: "@other-project",
  network: "@network",
  networkProject: "@network-project",
  otherNetworkProject: "@other-network-project",
} as const;

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}[a-z0-9]$/);
const duration = fc.constantFrom("90s", "7m", "1h30m");
const timeouts = fc.record({ create: duration, update: duration, delete: duration }, { requiredKeys: [] });
/** Offered both by the sandbox and by the snapshot; the first place is the default one. */
const places: Readonly<Record<string, readonly { readonly region: string; readonly provider: string }[]>> = {
  "ethereum-mainnet": [
    { region: "global1", provider: "chainstack_global" },
    { region: "lon1", provider: "chainstack_managed" },
  ],
  "polygon-pos-mainnet": [
    { region: "global1", provider: "chainstack_global" },
    { region: "lon1", provider: "chainstack_managed" },
  ],
  "optimism-mainnet": [{ region: "global1", provider: "chainstack_global" }],
  "bitcoin-regtest": [
    { region: "global1", provider: "chainstack_global" },
    { region: "lon1", provider: "chainstack_managed" },
  ],
};
const ids = [
  { blockchain: "BC-000-000-008", cloud: "CC-0016" },
  { blockchain: "BC-000-000-008", cloud: "CC-0020" },
  { blockchain: "BC-000-000-010", cloud: "CC-0016" },
] as const;
const dedicated = [
  { type: "dedicated", provider: "aws", region: "us-east-1", configuration: { archive: true } },
  { type: "dedicated", provider: "aws", region: "us-west-2", configuration: { archive: false } },
  { type: "dedicated", provider: "gcloud", region: "asia-southeast1", configuration: { archive: true } },
  { type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } },
  { type: "shared", provider: "chainstack_managed", region: "lon1", configuration: { archive: false } },
] as const;

const waiting = fc.record(
  { readiness: fc.constantFrom("none", "platform"), onCreateTimeout: fc.constantFrom("keep", "delete"), timeouts },
  { requiredKeys: ["readiness"] },
);
const common = fc.record({ name }, { requiredKeys: [] });

/** Changes that every node and network knows. */
const waitChanges = (args: Readonly<Record<string, unknown>>): Change[] => [
  { argument: "readiness", to: args.readiness === "none" ? "platform" : "none", effect: "update" },
  { argument: "timeouts", to: { create: "11m" }, effect: "update" },
];

const nodeChanges = (args: Readonly<Record<string, unknown>>): Change[] => [
  ...waitChanges(args),
  { argument: "name", to: "renamed", effect: "update" },
  { argument: "onCreateTimeout", to: args.onCreateTimeout === "delete" ? "keep" : "delete", effect: "update" },
];

const project = fc
  .record(
    { name, description: fc.string({ maxLength: 20 }), type: fc.constant("public"), timeouts },
    { requiredKeys: [] },
  )
  .map((args) => ({
    type: "Project" as const,
    args,
    changes: [
      { argument: "name", to: "renamed", effect: "update" },
      { argument: "description", to: "another", effect: "update" },
      // What the platform would choose by itself, written or left out.
      { argument: "type", to: args.type === undefined ? "public" : undefined, effect: "same" },
      { argument: "timeouts", to: { delete: "11m" }, effect: "update" },
    ] satisfies Change[],
  }));

const catalogueNode = fc
  .constantFrom(...Object.keys(places))
  .chain((chain) =>
    fc.record({
      chain: fc.constant(chain),
      place: fc.constantFrom(undefined, ...(places[chain] ?? [])),
      withProvider: fc.boolean(),
      common,
      waiting,
    }),
  )
  .map(({ chain, place, withProvider, common: named, waiting: wait }) => {
    const where = withProvider ? place : place && { region: place.region };
    const args = { project: references.project, chain, ...where, ...named, ...wait };
    const others = (places[chain] ?? []).filter(({ region }) => region !== (place?.region ?? "global1"));
    return {
      type: "Node" as const,
      args,
      changes: [
        ...nodeChanges(args),
        { argument: "project", to: references.otherProject, effect: "replace" },
        ...(withProvider && place !== undefined
          ? []
          : others.map(({ region }): Change => ({ argument: "region", to: region, effect: "replace" }))),
        // A region that is left out means the default, and the node is there already.
        ...(place?.region === "global1" && !withProvider
          ? [{ argument: "region", to: undefined, effect: "same" } satisfies Change]
          : []),
        ...(where === undefined
          ? [
              {
                argument: "chain",
                to: chain === "optimism-mainnet" ? "bsc-mainnet" : "optimism-mainnet",
                effect: "replace",
              } satisfies Change,
            ]
          : []),
      ] satisfies Change[],
    };
  });

const idNode = fc
  .record({ place: fc.constantFrom(...ids), common, waiting })
  .map(({ place, common: named, waiting: wait }) => {
    const args = { project: references.project, ...place, ...named, ...wait };
    return {
      type: "Node" as const,
      args,
      changes: [
        ...nodeChanges(args),
        ...(place.cloud === "CC-0016"
          ? [{ argument: "blockchain", to: "BC-000-000-006", effect: "replace" } satisfies Change]
          : []),
        ...(place.blockchain === "BC-000-000-008"
          ? [
              {
                argument: "cloud",
                to: place.cloud === "CC-0016" ? "CC-0020" : "CC-0016",
                effect: "replace",
              } satisfies Change,
            ]
          : []),
      ] satisfies Change[],
    };
  });

const networkNode = fc
  .record({ place: fc.constantFrom(...dedicated), common, waiting })
  .map(({ place, common: named, waiting: wait }) => {
    const args = { networkId: references.network, ...place, ...named, ...wait };
    return {
      type: "Node" as const,
      args,
      changes: [
        ...nodeChanges(args),
        { argument: "configuration", to: { archive: !place.configuration.archive }, effect: "replace" },
      ] satisfies Change[],
    };
  });

const network = fc
  .record({
    nodes: fc.array(
      fc
        .record({ place: fc.constantFrom(...dedicated), common })
        .map(({ place, common: named }) => ({ ...place, ...named })),
      { minLength: 1, maxLength: 3 },
    ),
    waiting,
  })
  .map(({ nodes, waiting: { onCreateTimeout: _, ...wait } }) => {
    const args = {
      project: references.networkProject,
      protocol: "ethereum",
      network: "ethereum-mainnet",
      nodes,
      ...wait,
    };
    const [first, ...more] = nodes;
    const moved = dedicated.find(({ region }) => region !== first?.region);
    return {
      type: "Network" as const,
      args,
      changes: [
        ...waitChanges(args),
        { argument: "nodes", to: [{ ...first, name: "renamed" }, ...more], effect: "update" },
        { argument: "nodes", to: [{ ...first, ...moved }, ...more], effect: "replace" },
        { argument: "nodes", to: [...nodes, dedicated[0]], effect: "replace" },
        ...(nodes.every(({ region }) => region !== "lon1")
          ? [{ argument: "network", to: "ethereum-sepolia-testnet", effect: "replace" } satisfies Change]
          : []),
        { argument: "project", to: references.otherNetworkProject, effect: "replace" },
      ] satisfies Change[],
    };
  });

/** Any resource, with one of its changes. */
export const randomResource: fc.Arbitrary<RandomResource> = fc
  .oneof(project, catalogueNode, idNode, networkNode, network)
  .chain(({ type, args, changes }) =>
    fc.constantFrom(...(changes as readonly Change[])).map((change) => ({ type, args, change })),
  );
