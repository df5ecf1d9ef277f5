import { messageOf } from "../../base/text.js";
import { ConflictError, isProviderError, NotReadyError } from "../../errors/errors.js";
import { guardRead, proveAbsence, readOrReport } from "../absence/absence.js";
import { parseClaim } from "../claim/claim-name.js";
import { isClaimed } from "../claim/create-once.js";
import { giveName, keptAsClaim } from "../claim/final-name.js";
import { namingRefresh } from "../claim/naming-refresh.js";
import type { EngineReading, EngineResource } from "../dynamic/edge.js";
import { PartialFailure } from "../engine/partial-failure.js";
import type { Properties } from "../engine/properties.js";
import { inputsOf, pick, setKeys, withoutProvider } from "../engine/properties.js";
import type { Context } from "../resource.js";
import { absenceOfNode, apiOf, deadlinesOfNode, nodeApis, removeNode } from "./api.js";
import { raisesReadiness, readinessOf } from "./check.js";
import { makeNode } from "./create.js";
import type { ObservedNode } from "./observed.js";
import { nextStep, waitUntilReady } from "./readiness.js";
import { tellOddities, withRecorded } from "./record.js";

/** The calls of a Node that reach the platform. */
export const nodeOperations: Pick<EngineResource, "create" | "read" | "update" | "remove"> = {
  async create(inputs, context) {
    const organization = await context.account.organization();
    const first = await makeNode(inputs, context);
    const { createMs } = deadlinesOfNode(inputs);
    const outcome = await waitFor(first, first.outputs, inputs, organization, createMs, context);
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
    const view = await nameNode(outcome.view, inputs, failure, context);
    tellOddities([{ view, inputs }], context.progress);
    return { id: first.id, outs: conclude({ ...outcome, view }, inputs, organization, context) };
  },

  async read(id, props, context) {
    const { account } = context;
    const organization = await guardRead(account, absenceOfNode(apiOf(props), id, props));
    const seen = await observe(id, props, context);
    if (seen === undefined) {
      return undefined;
    }
    const view = withRecorded(seen, props);
    const isRead = setKeys(props).length === 0;
    const isReady = isRead ? view.status === "running" : props.ready === true;
    const inputs = inputsOf(props, ["name"]);
    tellOddities([{ view, inputs }], context.progress);
    const outs = isRead
      ? { ...inputs, ...observedOutputs(view, organization, isReady) }
      : outputsOf(inputs, view, organization, isReady);
    return { outs, inputs: inputsOf(outs, ["name"]) } satisfies EngineReading;
  },

  async update(id, olds, news, context) {
    const isUnfinished = olds.ready !== true;
    const mustWait = isUnfinished || raisesReadiness(olds, news);
    const mustRename = olds.name !== news.name;
    if (!(mustWait || mustRename)) {
      return { ...pick(olds, observedKeys), ...echo(news), ready: true };
    }
    const organization = await context.account.guard(olds.organization);
    return namingRefresh(`Node ${id}`, async () => {
      const api = apiOf(news);
      const name = String(news.name);
      const rename = async (recorded: Properties) => {
        const view = withRecorded(await api.rename(context.account, id, name), recorded);
        tellOddities([{ view, inputs: news }], context.progress);
        return outputsOf(news, view, organization, true);
      };
      if (!mustWait) {
        return rename(olds);
      }
      const { createMs, updateMs } = deadlinesOfNode(news);
      const first = await api.read(context.account, id);
      const ended = await waitFor(first, olds, news, organization, isUnfinished ? createMs : updateMs, context);
      const { view, failure } = ended;
      const isNamed = view.name === name;
      if (failure !== undefined || isNamed) {
        tellOddities([{ view, inputs: news }], context.progress);
      }
      const outs = conclude(ended, news, organization, context);
      if (isNamed) {
        return outs;
      }
      // The platform may refuse to rename a node that is still being deployed: so after the wait.
      try {
        return await rename(outs);
      } catch (error) {
        throw unnamed(id, outs, error);
      }
    });
  },

  async remove(id, props, context) {
    await context.account.guard(props.organization);
    await removeNode(apiOf(props), id, props, deadlinesOfNode(props).deleteMs, context);
  },
};

/** A ready node that could not be given the name of the program. One that is gone is in no state to be kept. */
function unnamed(id: string, outs: Properties, error: unknown): unknown {
  return isProviderError(error, "not-found") ? error : new PartialFailure(id, outs, messageOf(error), { cause: error });
}

/**
 * Waits for a node that exists, by what the platform shows of it.
 *
 * @param recorded outputs of the node so far, for what the platform does not show
 */
async function waitFor(
  first: ObservedNode,
  recorded: Properties,
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
          absenceOfNode(apiOf(inputs), first.id, outputsOf(inputs, withRecorded(first, recorded), organization, false)),
        ),
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
  view: ObservedNode,
  inputs: Properties,
  failure: Error | undefined,
  context: Context,
): Promise<ObservedNode> {
  const { account } = context;
  const name = String(inputs.name);
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
 * @throws {NotReadyError} when it is gone; {@link PartialFailure} when it is not
 */
async function dispose(
  view: ObservedNode,
  inputs: Properties,
  outs: Properties,
  failure: Error,
  context: Context,
): Promise<never> {
  try {
    if (context.claims.resumptionOf(view.id)?.isDoubtful === true) {
      throw new ConflictError("an earlier run began to create it, which may have been that of another stack.");
    }
    await removeNode(apiOf(outs), view.id, outs, deadlinesOfNode(outs).deleteMs, context);
  } catch (error) {
    const message = `${failure.message} Deleting it, as onCreateTimeout asks, failed: ${messageOf(error)}`;
    const named = await nameNode(view, inputs, new Error(message), context);
    throw new PartialFailure(view.id, { ...outs, name: named.name }, message, { cause: error });
  }
  throw new NotReadyError(`${failure.message} It was deleted, as onCreateTimeout: "delete" asks.`, true);
}

/** The node as the platform shows it; undefined when it is proven to be gone. */
async function observe(id: string, props: Properties, context: Context): Promise<ObservedNode | undefined> {
  const { account } = context;
  // `get` knows nothing but the id: a node of a v1 network may be visible through v1 only.
  const apis = setKeys(props).length === 0 ? [nodeApis.v2, nodeApis.v1] : [apiOf(props)];
  for (const api of apis) {
    const view = await readOrReport(context, absenceOfNode(api, id, props), async () => {
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

function observedOutputs(view: ObservedNode, organization: string, isReady: boolean): Properties {
  const observed = pick(view.outputs, observedKeys);
  return { organization, ...observed, ready: isReady };
}

/** Where a node is, is what the program wrote: what the platform shows fills in the rest. Its name may change outside. */
function outputsOf(inputs: Properties, view: ObservedNode, organization: string, isReady: boolean): Properties {
  return { ...observedOutputs(view, organization, isReady), ...echo(inputs), name: view.name };
}

/** Every input is an output too, with the defaults that apply; the provider text is added by the SDK. */
function echo(inputs: Properties): Properties {
  const { onCreateTimeout = "keep" } = inputs;
  return { ...withoutProvider(inputs), readiness: readinessOf(inputs), onCreateTimeout };
}
