import type { WindowName } from "../checks/strays";
import type { Injection, Victim } from "../plan/injections";
import type { RoundPlan } from "../plan/plan";
import type { Program, ProgramResource } from "../plan/program";

const waiting = { readiness: "platform", timeouts: { create: "20s" } };
const project: ProgramResource = { type: "Project", name: "apps", args: {}, refs: {} };

/** A project and one node, as the plans of this file use them. */
export function oneNode(args: Readonly<Record<string, unknown>> = {}): Program {
  const chain = "polygon-pos-mainnet";
  return [project, { type: "Node", name: "rpc", args: { chain, ...args, ...waiting }, refs: { project: "apps" } }];
}

/** A round that is made for one purpose; its number is only the seed of the sandbox. */
export function purposePlan(seed: number, plan: Partial<RoundPlan> & Pick<RoundPlan, "injections">): RoundPlan {
  const during = plan.during ?? oneNode();
  return {
    seed,
    scenario: "create",
    before: undefined,
    during,
    after: plan.after ?? during,
    again: [],
    recovery: "up",
    isRefreshed: false,
    isSweptFirst: true,
    ...plan,
  };
}

/** Kills a process while the answer to a write that has happened is on its way. */
export function killDuring(operation: string, victim: Victim): readonly Injection[] {
  const fault = { type: "delay", ms: 2_500, commit: true };
  return [
    { kind: "fault", name: "slow after", operation, fault, times: 1, skip: 0 },
    { kind: "kill", victim, moment: { at: "request", count: 1, operation } },
  ];
}

/** A round that must lose an object in a window, and the name by which `sweep` knows it. */
export interface WindowPlan {
  readonly title: string;
  readonly window: WindowName;
  readonly plan: RoundPlan;
}

const settled = oneNode();

/** The windows that a create cannot close, each hit on purpose. */
export const windowPlans: readonly WindowPlan[] = [
  {
    title: "the provider dies between the last rename and the checkpoint",
    window: "renamed",
    plan: purposePlan(9_001, { injections: killDuring("updateNodeV2", "provider") }),
  },
  {
    title: "the engine dies there, and the node was named by hand",
    window: "renamed",
    plan: purposePlan(9_002, {
      during: oneNode({ name: "frontend" }),
      injections: killDuring("updateNodeV2", "engine"),
    }),
  },
  {
    title: "the engine dies while a project is created, and the stack is destroyed",
    window: "destroyed",
    plan: purposePlan(9_003, { injections: killDuring("createProject*", "engine"), recovery: "destroy" }),
  },
  {
    title: "the provider dies while a replacement is created, which the program then does not ask for",
    window: "withdrawn",
    plan: purposePlan(9_005, {
      scenario: "replace",
      before: settled,
      during: oneNode({ region: "lon1" }),
      after: settled,
      injections: killDuring("createNodeV2", "provider"),
    }),
  },
];

/** Both machines create a node of the same name in different regions; the first one has died over it. */
export const secondMachine: RoundPlan = purposePlan(9_006, {
  injections: killDuring("createNodeV2", "provider"),
  other: { during: oneNode({ region: "lon1" }), injections: [] },
});

/** A node is being created when the engine dies, and the stack is destroyed: the project takes the claim with it. */
export const destroyedClaim: RoundPlan = purposePlan(9_004, {
  injections: killDuring("createNodeV2", "engine"),
  recovery: "destroy",
});
