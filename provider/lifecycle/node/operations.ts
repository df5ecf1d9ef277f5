import { messageOf } from "../../base/text.js";
import { ConflictError, isProviderError, NotReadyError } from "../../errors/errors.js";
import { guardRead, proveAbsence, readOrReport } from "../absence/absence.js";
import { parseClaim } from "../claim/claim-name.js";
import { isClaimed } from "../claim/create-once.js";
import { giveName, keptAsClaim } from "../claim/final-name.js";
import { namingRefresh } from "../claim/naming-refresh.js";
import type { Context, Operations, Outcome } from "../resource.js";
import { deadlinesOf } from "../timeouts.js";
import { absenceOfNode, apiOf, deadlinesOfNode, nodeApis, removeNode } from "./api.js";
import { raisesReadiness } from "./check.js";
import { createPlaced } from "./create.js";
import { echoOf, type NodeInputs, type NodeState, type ShownOutputs, shownIn } from "./model.js";
import type { ObservedNode } from "./observed.js";
import { nextStep, waitUntilReady } from "./readiness.js";
import { tellOddities, withRecorded } from "./record.js";

/** The calls of a Node that reach the platform. */
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
    tellOddities([{ view, inputs }], context.progress);
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
    tellOddities([{ view, inputs: inputs ?? {} }], context.progress);
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
        tellOddities([{ view, inputs }], context.progress);
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
        tellOddities([{ view: ended.view, inputs }], context.progress);
      }
      const outcome = conclude(ended, inputs, organization, context);
      if (outcome.failure !== undefined || isNamed) {
        return outcome;
      }
      // The platform may refuse to rename a node that is still being deployed: so after the wait.
      try {
        return await rename(shownIn(outcome.state));
      } catch (error) {
        // One that is gone is in no state to be kept.
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
 * Waits for a node that exists, by what the platform shows of it.
 *
 * @param recorded outputs of the node so far, for what the platform does not show
 */
async function waitFor(
  first: ObservedNode,
  recorded: ShownOutputs,
  inputs: NodeInputs,
  organization: string,
  deadlineMs: number,
  context: Context,
): Promise<Ended> {
  const api = apiOf(inputs);
  const outcome = await waitUntilReady(
    first,
    {
      label: `Node ${inputs.name}`,
      readiness: inputs.readiness,
      deadlineMs,
      chain: inputs.placement === "catalogue" ? inputs.chain : undefined,
      read: () => api.read(context.account, first.id),
      proveGone: () => {
        const known = stateOf(inputs, withRecorded(first, recorded), organization, false);
        return proveAbsence(context.account, absenceOfNode(api, first.id, known));
      },
    },
    context,
  );
  return { failure: undefined, ...outcome, view: withRecorded(outcome.view, recorded) };
}

/** How a wait ended. */
interface Ended {
  readonly isReady: boolean;
  readonly view: ObservedNode;
  readonly failure: Error | undefined;
}

/**
 * What became of a node that was waited for.
 *
 * @throws {NotFoundError} when it is gone
 */
function conclude(
  { isReady, view, failure }: Ended,
  inputs: NodeInputs,
  organization: string,
  context: Context,
): Outcome<NodeState> {
  const state = stateOf(inputs, view, organization, isReady);
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
 * Gives a new node its own name in place of the claim: only then may it reach the state.
 *
 * @param failure why the node is not ready; it is the message when the name cannot be given either
 * @throws {ProviderError} when it keeps the claim: nothing reaches the state, and the next run resumes it
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
 * Deletes a node that did not become ready, as `onCreateTimeout` asks.
 *
 * @returns when it could not be deleted
 * @throws {NotReadyError} when it is gone
 */
async function dispose(
  { view, failure }: Ended & { readonly failure: Error },
  inputs: NodeInputs,
  organization: string,
  context: Context,
): Promise<Outcome<NodeState>> {
  const state = stateOf(inputs, view, organization, false);
  try {
    if (context.claims.resumptionOf(view.id)?.isDoubtful === true) {
      throw new ConflictError("an earlier run began to create it, which may have been that of another stack.");
    }
    await removeNode(apiOf(inputs), view.id, state, deadlinesOfNode(inputs).deleteMs, context);
  } catch (error) {
    const message = `${failure.message} Deleting it, as onCreateTimeout asks, failed: ${messageOf(error)}`;
    const { name } = await nameNode(view, inputs, new Error(message), context);
    return { state: { ...state, name }, failure: { message, cause: error } };
  }
  throw new NotReadyError(`${failure.message} It was deleted, as onCreateTimeout: "delete" asks.`, true);
}

/** The node as the platform shows it; undefined when it is proven to be gone. */
async function readNode(id: string, recorded: NodeState, context: Context): Promise<ObservedNode | undefined> {
  const { account } = context;
  // `get` knows nothing but the id: a node of a v1 network may be visible through v1 only.
  const apis = recorded.inputs === undefined ? [nodeApis.v2, nodeApis.v1] : [apiOf(recorded.inputs)];
  for (const api of apis) {
    const view = await readOrReport(context, absenceOfNode(api, id, recorded), async () => {
      const seen = await api.read(account, id);
      // A list that lags behind shows the name of the time before the last step of the creation.
      return parseClaim(seen.name) === undefined ? seen : api.readFresh(account, id);
    });
    if (view !== undefined) {
      return view;
    }
  }
  return undefined;
}

/**
 * Where a node is, is what the program wrote: what the platform shows fills in the rest. Its name may change outside.
 */
function stateOf(inputs: NodeInputs, { name, outputs }: ObservedNode, organization: string, ready: boolean): NodeState {
  return { ...outputs, ...echoOf(inputs), name, inputs, organization, ready };
}
