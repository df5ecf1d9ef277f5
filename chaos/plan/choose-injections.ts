import { type Effect, faultRows, type Injection, type KillInjection, type Moment, type Victim } from "./injections";
import type { Prng } from "./prng";
import type { Program, ProgramResource } from "./program";
import type { Scenario } from "./scenario";

/** What a run asks of the platform. */
type Verb = "create" | "delete" | "list" | "read" | "rename";

/** Operations of the sandbox by what they are for; projects are the same in both versions of the interface. */
const operations: Readonly<Record<"network" | "node" | "networkNode" | "project", Readonly<Record<Verb, string>>>> = {
  project: {
    create: "createProject*",
    read: "retrieveProject*",
    list: "listAllProjects*",
    rename: "updateProject*",
    delete: "deleteProject*",
  },
  node: {
    create: "createNodeV2",
    read: "retrieveNodeV2",
    list: "listAllNodesV2",
    rename: "updateNodeV2",
    delete: "deleteNodeV2",
  },
  networkNode: {
    create: "createNode",
    read: "retrieveNode",
    list: "listAllNodes",
    rename: "updateNode",
    delete: "deleteNode",
  },
  network: {
    create: "createNetwork",
    read: "retrieveNetwork",
    list: "listAllNetworks",
    rename: "updateNode",
    delete: "deleteNetwork",
  },
};

const common: readonly Target[] = [
  { operation: "getOrganizatonInfo", effect: "read", weight: 0.5 },
  { operation: "listDeploymentOptions", effect: "read", weight: 0.5 },
];

const verbs: Readonly<Record<Scenario, readonly Verb[]>> = {
  create: ["create", "read", "list", "rename"],
  replace: ["create", "read", "list", "rename", "delete"],
  forced: ["create", "read", "list", "rename", "delete"],
  "delete first": ["create", "read", "list", "rename", "delete"],
  rename: ["rename", "read", "list"],
  finish: ["read", "list", "rename"],
  refresh: ["read", "list"],
  destroy: ["delete", "read", "list"],
};

/** Writes are where objects get lost. */
const weights: Readonly<Record<Verb, number>> = { create: 4, rename: 3, delete: 3, read: 2, list: 1.5 };

interface Target {
  readonly operation: string;
  readonly effect: Effect;
  readonly weight: number;
}

function targetsOf(scenario: Scenario, program: Program): readonly Target[] {
  const found = program.flatMap((resource) =>
    verbs[scenario].map((verb): Target => {
      const effect = verb === "read" || verb === "list" ? verb : "write";
      return { operation: operations[kindOf(resource)][verb], effect, weight: weights[verb] };
    }),
  );
  return [...found, ...common];
}

function kindOf({ type, refs }: ProgramResource): keyof typeof operations {
  const kinds = {
    Project: "project",
    Network: "network",
    Node: refs.networkId === undefined ? "node" : "networkNode",
  } as const;
  return kinds[type];
}

const victims: readonly { readonly victim: Victim; readonly weight: number }[] = [
  { victim: "provider", weight: 4 },
  { victim: "engine", weight: 4 },
  { victim: "program", weight: 1 },
];

/**
 * One or two things that go wrong in a run; two may be a fault and a kill, but not two kills.
 *
 * @param touched the resources that the run has something to do for
 */
export function chooseInjections(random: Prng, scenario: Scenario, touched: Program): readonly Injection[] {
  const targets = targetsOf(scenario, touched);
  const first = random.chance(0.5) ? chooseKill(random, targets) : chooseFault(random, targets);
  return random.chance(0.5) ? [first] : [first, chooseFault(random, targets)];
}

function chooseFault(random: Prng, targets: readonly Target[]): Injection {
  if (random.chance(0.08)) {
    return { kind: "lag", listLagMs: random.integer(300, 2_000) };
  }
  const { operation, effect } = random.weighted(targets);
  const row = random.weighted(faultRows.filter(({ on }) => on.includes(effect)));
  const { fault, times = 1 } = row.make(random);
  const skip = random.chance(0.75) ? 0 : random.integer(1, 2);
  return { kind: "fault", name: row.name, operation, fault, times, skip };
}

function chooseKill(random: Prng, targets: readonly Target[]): KillInjection {
  const { victim } = random.weighted(victims);
  return { kind: "kill", victim, moment: chooseMoment(random, victim, targets) };
}

function chooseMoment(random: Prng, victim: Victim, targets: readonly Target[]): Moment {
  // The program has registered everything, and is gone, soon after the first requests.
  if (victim === "program" || random.chance(0.12)) {
    return { at: "time", ms: random.integer(300, 3_000) };
  }
  if (random.chance(0.4)) {
    const { operation } = random.weighted(targets.filter(({ effect }) => effect === "write").concat(common));
    return { at: "request", count: random.chance(0.8) ? 1 : 2, operation };
  }
  return { at: "request", count: random.integer(1, 10) };
}
