import type { FindingKind } from "../checks/findings";
import type { RoundPlan } from "../plan/plan";
import type { Mutation } from "../world/workshop";
import { killDuring, oneNode, purposePlan, secondMachine } from "./purposes";

/** A way to break the package, and a round that must notice it. */
export interface MutationCase extends Mutation {
  /** The whole package must pass it. */
  readonly plan: RoundPlan;
  /** What the round must find in the broken one. */
  readonly finds: FindingKind;
}

const node = oneNode();
const gone = { type: "status", status: 404, body: { error: { code: "not_found", message: "Not found." } } };

const lostCreate = purposePlan(9_101, {
  injections: [
    {
      kind: "fault",
      name: "drop after",
      operation: "createNodeV2",
      fault: { type: "drop", commit: true },
      times: 1,
      skip: 0,
    },
  ],
});
const killedCreate = purposePlan(9_102, { injections: killDuring("createNodeV2", "provider") });
const hiddenNode = purposePlan(9_103, {
  scenario: "refresh",
  before: node,
  during: node,
  injections: [{ kind: "fault", name: "lagging read", operation: "retrieveNodeV2", fault: gone, times: 3, skip: 0 }],
});

/** Each mechanism that keeps platform and state together, switched off. */
export const mutationCases: readonly MutationCase[] = [
  {
    name: "creates without a claim; an answer is lost",
    env: { BLOCKCHAIN_NODES_CRASH_SAFE_CREATE: "false" },
    plan: lostCreate,
    finds: "twin",
  },
  {
    name: "creates without a claim; the provider is killed",
    env: { BLOCKCHAIN_NODES_CRASH_SAFE_CREATE: "false" },
    plan: killedCreate,
    finds: "twin",
  },
  {
    name: "claims that nobody looks for",
    text: {
      file: "dist/lifecycle/claim/create-once.js",
      find: "const found = (await (0, resumption_js_1.resumeOldest)(plan, await present(plan, context), context, false)) ?? (await earlier());",
      replace: "const found = undefined;",
    },
    plan: killedCreate,
    finds: "twin",
  },
  {
    name: "claims of another machine taken for the stack's own",
    text: { file: "dist/lifecycle/owner.js", find: 'isExclusive: salt !== ""', replace: "isExclusive: true" },
    plan: secondMachine,
    finds: "bystander",
  },
  {
    name: "writes that are repeated after their answer was lost",
    text: { file: "dist/http/retry.js", find: "return isRepeatable || !mayHaveTakenEffect", replace: "return true" },
    plan: lostCreate,
    finds: "twin",
  },
  {
    name: "absence without proof",
    text: {
      file: "dist/lifecycle/absence/proof.js",
      find: "async function obstacleToProof(account, question) {",
      replace: "async function obstacleToProof() { return undefined;",
    },
    plan: hiddenNode,
    finds: "twin",
  },
  {
    name: "endpoints that are no secret",
    text: { file: "dist/resources/shapes.js", find: 'secrets: ["endpoints"]', replace: "secrets: []" },
    plan: hiddenNode,
    finds: "leak",
  },
];
