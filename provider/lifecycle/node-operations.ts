import { isProviderError, NotReadyError } from "../errors.js";
import { guardRead, proveAbsence, readOrReport } from "./absence.js";
import { parseClaim } from "./claim-name.js";
import { isClaimed } from "./claims.js";
import type { Context, Properties, ReadOutcome, ResourceOperations } from "./handler.js";
import { inputsOf, pick, setKeys, withoutProvider } from "./inputs.js";
import { giveName, keptAsClaim } from "./naming.js";
import { absenceOfNode, apiOf, deadlinesOfNode, nodeApis, removeNode } from "./node-api.js";
import { raisesReadiness, readinessOf } from "./node-inputs.js";
import { makeNode } from "./node-making.js";
import type { NodeView } from "./node-view.js";
import { PartialFailure } from "./partial-failure.js";
import { nextStep, waitUntilReady } from "./wait.js";

/** The calls of a Node that reach the platform. */
export const nodeOperations: ResourceOperations = {
  async create(inputs, context) {
    const organization = await context.account.organization();
    const first = await makeNode(inputs, context);
    const outcome = await waitFor(first, inputs, organization, deadlinesOfNode(inputs).createMs, context);
    const { failure } = outcome;
    if (isProviderError(failure, "not-found")) {
      throw failure;
    }
    if (isClaimed(context)) {
      context.signal.throwIfAborted();
    }
    const outs = outputsOf(inputs, outcome.view, organization, outcome.isReady);
    if (inputs.onCreateTimeout === "delete" && isProviderError(failure, "not-ready")) {
      return dispose(outcome.view, inputs, outs, failure, context);
    }
    const named = await nameNode(outcome.view, inputs, failure, context);
    return { id: first.id, outs: conclude({ ...outcome, view: named }, inputs, organization, context) };
  },

  async read(id, props, context) {
    const { account } = context;
    const organization = await guardRead(account, absenceOfNode(apiOf(props), id, props));
    const view = await observe(id, props, context);
    if (view === undefined) {
      return undefined;
    }
    const isRead = setKeys(props).length === 0;
    const isReady = isRead ? view.status === "running" : props.ready === true;
    const inputs = inputsOf(props, ["name"]);
    const outs = isRead
      ? { ...inputs, ...observedOutputs(view, organization, isReady) }
      : outputsOf(inputs, view, organization, isReady);
    return { outs, inputs: inputsOf(outs, ["name"]) } satisfies ReadOutcome;
  },

  async update(id, olds, news, context) {
    const isUnfinished = olds.ready !== true;
    const mustWait = isUnfinished || raisesReadiness(olds, news);
    const mustRename = olds.name !== news.name;
    if (!(mustWait || mustRename)) {
      return { ...pick(olds, observedKeys), ...echo(news), ready: true };
    }
    const organization = await context.account.guard(olds.organization);
    const api = apiOf(news);
    const name = String(news.name);
    if (!mustWait) {
      return outputsOf(news, await api.rename(context.account, id, name), organization, true);
    }
    const { createMs, updateMs } = deadlinesOfNode(news);
    const first = await api.read(context.account, id);
    const deadlineMs = isUnfinished ? createMs : updateMs;
    const outs = conclude(await waitFor(first, news, organization, deadlineMs, context), news, organization, context);
    if (outs.name === name) {
      return outs;
    }
    // The platform may refuse to rename a node that is still being deployed: so after the wait.
    try {
      return outputsOf(news, await api.rename(context.account, id, name), organization, true);
    } catch (error) {
      throw new PartialFailure(id, outs, error instanceof Error ? error.message : String(error), { cause: error });
    }
  },

  async remove(id, props, context) {
    await context.account.guard(props.organization);
    await removeNode(apiOf(props), id, props, deadlinesOfNode(props).deleteMs, context);
  },
};

/** Waits for a node that exists. */
async function waitFor(
  first: NodeView,
  inputs: Properties,
  organization: string,
  deadlineMs: number,
  context: Context,
): Promise<Ended> {
  const outcome = await waitUntilReady(
    first,
    {
      label: `Node ${String(inputs.name)}`,
      readiness: readinessOf(inputs),
      deadlineMs,
      chain: typeof inputs.chain === "string" ? inputs.chain : undefined,
      observe: () => apiOf(inputs).read(context.account, first.id),
      proveGone: () =>
        proveAbsence(
          context.account,
          absenceOfNode(apiOf(inputs), first.id, outputsOf(inputs, first, organization, false)),
        ),
    },
    context,
  );
  return { failure: undefined, ...outcome };
}

/** How a wait ended. */
interface Ended {
  readonly isReady: boolean;
  readonly view: NodeView;
  readonly failure: Error | undefined;
}

/**
 * Outputs of a node that was waited for.
 *
 * @throws {PartialFailure} with them when it did not become ready, so that the next `up` goes on
 */
function conclude({ isReady, view, failure }: Ended, inputs: Properties, organization: string, context: Context) {
  const outs = outputsOf(inputs, view, organization, isReady);
  if (failure === undefined) {
    return outs;
  }
  if (isProviderError(failure, "not-found")) {
    throw failure;
  }
  throw new PartialFailure(view.id, outs, `${failure.message} ${nextStep(failure, "node", context.owner.urn)}`, {
    cause: failure,
  });
}

/**
 * Gives a new node its own name in place of the claim: only then may it reach the state.
 *
 * @param failure why the node is not ready; it is the message when the name cannot be given either
 * @throws {ProviderError} when it keeps the claim: nothing reaches the state, and the next run goes on with it
 */
async function nameNode(
  view: NodeView,
  inputs: Properties,
  failure: Error | undefined,
  context: Context,
): Promise<NodeView> {
  const { account } = context;
  const name = String(inputs.name);
  const api = apiOf(inputs);
  if (view.name === name || !isClaimed(context)) {
    return view;
  }
  try {
    return await giveName(
      {
        rename: (signal) => api.rename(account, view.id, name, signal),
        isPending: async () => (await api.look(account, view.id)).status === "pending",
        deadlineMs: failure === undefined ? deadlinesOfNode(inputs).createMs : 0,
      },
      context,
    );
  } catch (error) {
    throw keptAsClaim(error, failure, `node ${view.id}`);
  }
}

/**
 * Deletes a node that did not become ready, as `onCreateTimeout` asks.
 *
 * @throws {NotReadyError} when it is gone; {@link PartialFailure} when it is not
 */
async function dispose(
  view: NodeView,
  inputs: Properties,
  outs: Properties,
  failure: Error,
  context: Context,
): Promise<never> {
  try {
    await removeNode(apiOf(outs), view.id, outs, deadlinesOfNode(outs).deleteMs, context);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `${failure.message} Deleting it, as onCreateTimeout asks, failed: ${why}`;
    const named = await nameNode(view, inputs, new Error(message), context);
    throw new PartialFailure(view.id, { ...outs, name: named.name }, message, { cause: error });
  }
  throw new NotReadyError(`${failure.message} It was deleted, as onCreateTimeout: "delete" asks.`, true);
}

/** The node as the platform shows it; undefined when it is proven to be gone. */
async function observe(id: string, props: Properties, context: Context): Promise<NodeView | undefined> {
  const { account } = context;
  // `get` knows nothing but the id: a node of a v1 network may be visible through v1 only.
  const apis = setKeys(props).length === 0 ? [nodeApis.v2, nodeApis.v1] : [apiOf(props)];
  for (const api of apis) {
    const view = await readOrReport(context, absenceOfNode(api, id, props), async () => {
      const seen = await api.read(account, id);
      // A list that lags behind shows the name of the time before the last step of the creation.
      return parseClaim(seen.name) === undefined ? seen : api.look(account, id);
    });
    if (view !== undefined) {
      return view;
    }
  }
  return undefined;
}

/** Outputs that come from the platform. */
const observedKeys = [
  "name",
  "status",
  "host",
  "protocol",
  "network",
  "networkId",
  "project",
  "region",
  "provider",
  "cloud",
  "blockchain",
  "organization",
  "type",
  "apiNamespaces",
  "mode",
  "version",
  "endpoints",
] as const;

function observedOutputs(view: NodeView, organization: string, isReady: boolean): Properties {
  const observed = pick(view.outputs, observedKeys);
  return { organization, ...observed, ready: isReady };
}

function outputsOf(inputs: Properties, view: NodeView, organization: string, isReady: boolean): Properties {
  return { ...echo(inputs), ...observedOutputs(view, organization, isReady) };
}

/** Every input is an output too, with the defaults that apply; the provider text is added by the SDK. */
function echo(inputs: Properties): Properties {
  const { onCreateTimeout = "keep" } = inputs;
  return { ...withoutProvider(inputs), readiness: readinessOf(inputs), onCreateTimeout };
}
