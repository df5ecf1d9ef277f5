import { messageOf } from "../../base/text.js";
import { ConflictError, isProviderError, NotReadyError } from "../../errors/errors.js";
import { guardRead, proveAbsence, readOrReport } from "../absence/absence.js";
import { parseClaim } from "../claim/claim-name.js";
import { isClaimed } from "../claim/create-once.js";
import { giveName, keptAsClaim } from "../claim/final-name.js";
import { namingRefresh } from "../claim/naming-refresh.js";
import { recencyOf } from "../recency.js";
import type { Context, Operations, Outcome } from "../resource.js";
import { deadlinesOf } from "../timeouts.js";
import { absenceOfNode, apiOf, deadlinesOfNode, nodeApis, removeNode } from "./api.js";
import { raisesReadiness } from "./check.js";
import { createPlaced } from "./create.js";
import { echoOf, type NodeInputs, type NodeState, type ShownOutputs, shownIn } from "./model.js";
import type { ObservedNode } from "./observed.js";
import { nextStep, type WaitOutcome, waitUntilReady } from "./readiness.js";
import { warnOfDiscrepancies, withRecorded } from "./record.js";

export const nodeOperations: Operations<NodeInputs, NodeState> = {
  async create(inputs, context) {
    const organization = await context.account.organization();
    const first = await createPlaced(inputs, context);
    const { createMs } = deadlinesOfNode(inputs);
    const outcome = await waitFor(first, first.outputs, inputs, organization, createMs, context);
    const { failure } = outcome;
    if (isProviderError(failure, "not-found")) {
      throw failure;
    }
    if (isClaimed(context)) {
      context.signal.throwIfAborted();
    }
    if (inputs.onCreateTimeout === "delete" && isProviderError(failure, "not-ready")) {
      return { id: first.id, ...(await dispose({ ...outcome, failure }, inputs, organization, context)) };
    }
    const view = await nameNode(outcome.view, inputs, failure, context);
    warnOfDiscrepancies([{ view, inputs }], context.progress);
    return { id: first.id, ...conclude({ ...outcome, view }, inputs, organization, context) };
  },

  async read(id, recorded, context) {
    const { inputs } = recorded;
    const organization = await guardRead(context.account, absenceOfNode(apiOf(inputs), id, recorded));
    const seen = await readNode(id, recorded, context);
    if (seen === undefined) {
      return undefined;
    }
    const view = withRecorded(seen, shownIn(recorded));
    warnOfDiscrepancies([{ view, inputs: inputs ?? {} }], context.progress);
    if (inputs === undefined) {
      return { ...view.outputs, inputs, organization, ready: view.status === "running" };
    }
    return stateOf(inputs, view, organization, recorded.ready === true);
  },

  async update(id, recorded, inputs, context) {
    const { name } = inputs;
    const isUnfinished = recorded.ready !== true;
    const mustWait = isUnfinished || raisesReadiness(recorded, inputs);
    const mustRename = recorded.name !== name;
    if (!(mustWait || mustRename)) {
      const { organization } = recorded;
      return { state: { ...shownIn(recorded), organization, ...echoOf(inputs), inputs, ready: true } };
    }
    const organization = await context.account.guard(recorded.organization);
    return namingRefresh(`Node ${id}`, async () => {
      const api = apiOf(inputs);
      const rename = async (before: ShownOutputs) => {
        const view = withRecorded(await api.rename(context.account, id, name), before);
        warnOfDiscrepancies([{ view, inputs }], context.progress);
        return { state: stateOf(inputs, view, organization, true) };
      };
      if (!mustWait) {
        return rename(shownIn(recorded));
      }
      const { createMs, updateMs } = deadlinesOfNode(inputs);
      const first = await api.read(context.account, id);
      const deadlineMs = isUnfinished ? createMs : updateMs;
      const ended = await waitFor(first, shownIn(recorded), inputs, organization, deadlineMs, context);
      const isNamed = ended.view.name === name;
      if (ended.failure !== undefined || isNamed) {
        warnOfDiscrepancies([{ view: ended.view, inputs }], context.progress);
      }
      const outcome = conclude(ended, inputs, organization, context);
      if (outcome.failure !== undefined || isNamed) {
        return outcome;
      }
      // After the wait: the platform may refuse to rename a node during its deployment.
      try {
        return await rename(shownIn(outcome.state));
      } catch (error) {
        // A deleted node must not be saved in state.
        if (isProviderError(error, "not-found")) {
          throw error;
        }
        return { ...outcome, failure: { message: messageOf(error), cause: error } };
      }
    });
  },

  async remove(id, recorded, context) {
    await context.account.guard(recorded.organization);
    const { deleteMs } = deadlinesOf(recorded.timeouts);
    await removeNode(apiOf(recorded.inputs), id, recorded, deleteMs, context);
  },
};

/**
 * Waits until an existing node is ready.
 *
 * @param recorded earlier outputs of the node, for what the platform does not show
 */
async function waitFor(
  first: ObservedNode,
  recorded: ShownOutputs,
  inputs: NodeInputs,
  organization: string,
  deadlineMs: number,
  context: Context,
): Promise<WaitOutcome> {
  const api = apiOf(inputs);
  const outcome = await waitUntilReady(
    first,
    {
      label: `Node ${inputs.name}`,
      readiness: inputs.readiness,
      deadlineMs,
      chain: inputs.placement === "catalogue" ? inputs.chain : undefined,
      read: () => api.read(context.account, first.id),
      proveDeleted: () => {
        const known = stateOf(inputs, withRecorded(first, recorded), organization, false);
        return proveAbsence(context.account, absenceOfNode(api, first.id, known));
      },
    },
    context,
  );
  return { ...outcome, view: withRecorded(outcome.view, recorded) };
}

/**
 * Outcome for a node after the wait.
 *
 * @throws {NotFoundError} when it was deleted meanwhile
 */
function conclude(
  { view, failure }: WaitOutcome,
  inputs: NodeInputs,
  organization: string,
  context: Context,
): Outcome<NodeState> {
  const state = stateOf(inputs, view, organization, failure === undefined);
  if (failure === undefined) {
    return { state };
  }
  if (isProviderError(failure, "not-found")) {
    throw failure;
  }
  const message = `${failure.message} ${nextStep(failure, "node", context.owner.urn)}`;
  return { state, failure: { message, cause: failure } };
}

/**
 * Renames a new node from the claim to its own name; only then may it be saved in state.
 *
 * @param failure why the node is not ready; part of the message if the rename fails too
 * @throws {ProviderError} when the rename fails: nothing is saved in state, and the next run resumes the node
 */
async function nameNode(
  view: ObservedNode,
  inputs: NodeInputs,
  failure: Error | undefined,
  context: Context,
): Promise<ObservedNode> {
  const { account } = context;
  const { name } = inputs;
  const api = apiOf(inputs);
  if (view.name === name || !isClaimed(context)) {
    return view;
  }
  try {
    const named = await giveName(
      {
        rename: (signal) => api.rename(account, view.id, name, signal),
        isPending: async () => (await api.readFresh(account, view.id)).status === "pending",
        deadlineMs: failure === undefined ? deadlinesOfNode(inputs).createMs : 0,
      },
      context,
    );
    return withRecorded(named, view.outputs);
  } catch (error) {
    throw keptAsClaim(error, failure, `node ${view.id}`);
  }
}

/**
 * Deletes a node that did not become ready, as `onCreateTimeout` requests.
 *
 * @returns the outcome when it could not be deleted
 * @throws {NotReadyError} when it was deleted
 */
async function dispose(
  { view, failure }: WaitOutcome & { readonly failure: Error },
  inputs: NodeInputs,
  organization: string,
  context: Context,
): Promise<Outcome<NodeState>> {
  const state = stateOf(inputs, view, organization, false);
  try {
    if (context.claims.resumptionOf(view.id)?.isDoubtful === true) {
      throw new ConflictError("an earlier run began to create it, possibly one of another stack.");
    }
    await removeNode(apiOf(inputs), view.id, state, deadlinesOfNode(inputs).deleteMs, context);
  } catch (error) {
    const message = `${failure.message} Deleting it, as onCreateTimeout requests, failed: ${messageOf(error)}`;
    const { name } = await nameNode(view, inputs, new Error(message), context);
    return { state: { ...state, name }, failure: { message, cause: error } };
  }
  throw new NotReadyError(`${failure.message} It was deleted, as onCreateTimeout: "delete" requests.`, true);
}

/** The node as the platform shows it; undefined when it is proven to be deleted. */
async function readNode(id: string, recorded: NodeState, context: Context): Promise<ObservedNode | undefined> {
  const { account } = context;
  // `get` knows only the id: a node in a v1 network may be visible through v1 only.
  const apis = recorded.inputs === undefined ? [nodeApis.v2, nodeApis.v1] : [apiOf(recorded.inputs)];
  for (const api of apis) {
    const view = await readOrReport(
      context,
      absenceOfNode(api, id, recorded),
      async (options) => {
        const seen = await api.read(account, id, options);
        // A stale list shows the claim instead of the name.
        return parseClaim(seen.name) === undefined ? seen : api.readFresh(account, id);
      },
      recencyOf(recorded),
    );
    if (view !== undefined) {
      return view;
    }
  }
  return undefined;
}

/** The placement is what the program wrote; the platform fills in the rest. The name may change outside of Pulumi. */
function stateOf(inputs: NodeInputs, { name, outputs }: ObservedNode, organization: string, ready: boolean): NodeState {
  return { ...outputs, ...echoOf(inputs), name, inputs, organization, ready };
}
