import { isProviderError, NotReadyError, RejectedError } from "../errors.js";
import { chainKey, familyOf } from "../health/chains.js";
import { proveAbsence, readOrProve } from "./absence.js";
import type { Account } from "./account.js";
import { argumentOfNode, namingArguments } from "./argument-names.js";
import { type Deadlines, deadlinesOf, type TimeoutInputs } from "./durations.js";
import type { Context, Properties, ReadOutcome, ResourceOperations } from "./handler.js";
import { inputsOf, pick, setKeys, withoutProvider } from "./inputs.js";
import { absenceOfNode, type NodeApi, nodeApis, nodeBody, removeNode } from "./node-api.js";
import { placementOf, raisesReadiness, readinessOf, storedPlacement, unprobeable } from "./node-inputs.js";
import { type NodeView, viewOfV1, viewOfV2 } from "./node-view.js";
import { PartialFailure } from "./partial-failure.js";
import { findOption, resolveOption } from "./placement.js";
import { nextStep, waitUntilReady } from "./wait.js";

/** The calls of a Node that reach the platform. */
export const nodeOperations: ResourceOperations = {
  async create(inputs, context) {
    const organization = await context.account.organization();
    const first = await placeNode(inputs, context.account);
    const outs = await finish(
      first,
      inputs,
      organization,
      deadlinesOfNode(inputs).createMs,
      context,
      inputs.onCreateTimeout === "delete",
    );
    return { id: first.id, outs };
  },

  async read(id, props, context) {
    const { account } = context;
    const organization = await account.guard(props.organization);
    const view = await observe(id, props, account);
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
    const outs = await finish(first, news, organization, isUnfinished ? createMs : updateMs, context, false);
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

/** Posts the node. Its name and its placement are final; nothing is waited for. */
async function placeNode(inputs: Properties, account: Account): Promise<NodeView> {
  const { client, signal } = account;
  const name = String(inputs.name);
  const named = <T>(write: () => Promise<T>) => namingArguments(argumentOfNode(inputs), write);
  if (placementOf(inputs) === "network") {
    const networkId = String(inputs.networkId);
    const facts = await account.networkFacts(networkId);
    demandProbe(inputs, chainKey(facts.protocol, facts.network ?? ""));
    const body = { ...nodeBody(inputs), network: networkId };
    return viewOfV1(await named(() => client.call("createNodeV1", { body }, signal)), facts);
  }
  const find = placementOf(inputs) === "catalogue" ? resolveOption : findOption;
  const option = await find(account, inputs);
  if (option !== undefined) {
    demandProbe(inputs, chainKey(option.protocol, option.network));
  }
  // Ids that the catalogue does not list are taken as they are.
  const { blockchain, cloud } = option ?? (inputs as { readonly blockchain: string; readonly cloud: string });
  const body = { name, project: String(inputs.project), blockchain, cloud };
  return viewOfV2(await named(() => client.call("createNodeV2", { body }, signal)));
}

/** @throws {RejectedError} before anything is made, for a chain whose readiness could never be seen */
function demandProbe(inputs: Properties, chain: string): void {
  if (readinessOf(inputs) === "rpc" && familyOf(chain) === "other") {
    throw new RejectedError("", { readiness: [unprobeable(chain)] });
  }
}

/**
 * Waits for a node that exists and says how it ended.
 *
 * @param isDisposable whether a node that does not become ready is deleted again
 * @throws {PartialFailure} with the node's outputs, so that the next `up` goes on
 */
async function finish(
  first: NodeView,
  inputs: Properties,
  organization: string,
  deadlineMs: number,
  context: Context,
  isDisposable: boolean,
): Promise<Properties> {
  const outcome = await waitUntilReady(
    first,
    {
      label: `Node ${first.name}`,
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
  const outs = outputsOf(inputs, outcome.view, organization, outcome.isReady);
  if (outcome.isReady) {
    return outs;
  }
  const { failure } = outcome;
  if (isProviderError(failure, "not-found")) {
    throw failure;
  }
  if (!(isDisposable && isProviderError(failure, "not-ready"))) {
    throw new PartialFailure(first.id, outs, `${failure.message} ${nextStep(failure, "node", context.owner.urn)}`, {
      cause: failure,
    });
  }
  try {
    await removeNode(apiOf(outs), first.id, outs, deadlinesOfNode(outs).deleteMs, context);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new PartialFailure(
      first.id,
      outs,
      `${failure.message} Deleting it, as onCreateTimeout asks, failed: ${why}`,
      { cause: error },
    );
  }
  throw new NotReadyError(`${failure.message} It was deleted, as onCreateTimeout: "delete" asks.`, true);
}

/** The node as the platform shows it; undefined when it is proven to be gone. */
async function observe(id: string, props: Properties, account: Account): Promise<NodeView | undefined> {
  // `get` knows nothing but the id: a node of a v1 network may be visible through v1 only.
  const apis = setKeys(props).length === 0 ? [nodeApis.v2, nodeApis.v1] : [apiOf(props)];
  for (const api of apis) {
    const view = await readOrProve(account, absenceOfNode(api, id, props), () => api.read(account, id));
    if (view !== undefined) {
      return view;
    }
  }
  return undefined;
}

function apiOf(properties: Properties): NodeApi {
  const placement = setKeys(properties).length === 0 ? undefined : storedPlacement(properties);
  return placement === "network" ? nodeApis.v1 : nodeApis.v2;
}

function deadlinesOfNode(properties: Properties): Deadlines {
  return deadlinesOf(properties.timeouts as TimeoutInputs | undefined, properties.type === "dedicated");
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
