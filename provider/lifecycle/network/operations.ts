import type { Account } from "../../account/account.js";
import { ShapeError } from "../../errors/errors.js";
import { throwAll } from "../../errors/throw-rejections.js";
import type { Network } from "../../platform/schemas.js";
import { writeOrReadBack } from "../../platform/write-effects.js";
import { type AbsenceQuestion, guardRead, readOrProve, readOrReport, reportGone } from "../absence/absence.js";
import { untilFree } from "../absence/deletion.js";
import { Patience } from "../absence/patience.js";
import { isClaimOf } from "../claim/claim-name.js";
import { isClaimed } from "../claim/create-once.js";
import { namingRefresh } from "../claim/naming-refresh.js";
import { contentsOfNetwork, holdingOf } from "../container/contents.js";
import { isLeftOver } from "../container/left-over.js";
import type { EngineResource } from "../dynamic/edge.js";
import { PartialFailure } from "../engine/partial-failure.js";
import type { Properties } from "../engine/properties.js";
import { inputsOf, pick, withoutProvider } from "../engine/properties.js";
import { absenceOfNode, nodeApis, removeNode } from "../node/api.js";
import { raisesReadiness, readinessOf } from "../node/check.js";
import { type ObservedNode, viewOfV1 } from "../node/observed.js";
import { nextStep } from "../node/readiness.js";
import { tellOddities } from "../node/record.js";
import type { Context } from "../resource.js";
import { isOwned, nodesOf } from "./check.js";
import { deadlinesOfNetwork, makeNetwork } from "./create.js";
import {
  forEachSlot,
  generatedNames,
  idsOfSlots,
  inNewOrder,
  inOrder,
  nodeInputs,
  nodeOutputs,
  observeOwn,
  ownName,
  type Repair,
  readNetworkFresh,
  recalled,
  remakeNode,
  withNodes,
} from "./nodes.js";
import { removeEmptied } from "./removal.js";
import { nameNew, nameSlot, type Unfinished, waitForAll } from "./slots.js";

/** The calls of a Network that reach the platform. */
export const networkOperations: Pick<EngineResource, "create" | "read" | "update" | "remove"> = {
  async create(inputs, context) {
    const { account } = context;
    const organization = await account.organization();
    const slots = nodesOf(inputs);
    const made = await withNodes(await makeNetwork(inputs, context), slots.length, context);
    const views = isClaimed(context) ? inNewOrder(slots, made, context.owner) : inOrder(slots, made, ownName);
    // What an earlier run began may have the name that the program had then.
    const mustRename = inputs.name !== undefined && made.name !== inputs.name;
    const network = mustRename ? await renamed(made.id, String(inputs.name), account) : made;
    const nodes = slots.map(({ name }, index) => createdNode(String(name), views[index]));
    const { createMs } = deadlinesOfNetwork(inputs);
    const unfinished = { network, nodes, inputs, organization, readiness: readinessOf(inputs), deadlineMs: createMs };
    const settled = await waitForAll(unfinished, context);
    if (isClaimed(context)) {
      context.signal.throwIfAborted();
    }
    const named = await nameNew(unfinished, settled, context);
    return { id: network.id, outs: conclude(unfinished, named, context) };
  },

  async read(id, props, context) {
    const { account } = context;
    const organization = await guardRead(account, absenceOf(id, props));
    const network = await readOrReport(context, absenceOf(id, props), () => account.networks.get(id));
    if (network === undefined) {
      return undefined;
    }
    const olds = nodesOf(props);
    if (!isOwned(props)) {
      const { project, protocol, network: chain, status } = network;
      const seen = network.nodes.map((node) => ({ view: recalled(viewOfV1(node, network), olds), inputs: {} }));
      tellOddities(seen, context.progress);
      const nodes = seen.map(({ view }) => nodeOutputs({}, view, view.status === "running"));
      return {
        outs: {
          ...inputsOf(props, []),
          ...observed(network, organization),
          project,
          protocol,
          network: chain,
          nodes,
          ready: status === "ok",
        },
        inputs: inputsOf(props, []),
      };
    }
    const seen = await observeOwn(olds, props, network, context);
    const views = seen.map((view) => view && recalled(view, olds));
    tellSlots(views, olds, context);
    for (const [index, { id: known }] of olds.entries()) {
      if (views[index] === undefined && typeof known === "string") {
        reportGone(absenceOfNode(nodeApis.v1, known, props), context.progress);
      }
    }
    const nodes = olds.map((node, index) => nodeOutputs(node, views[index], node.ready === true));
    const isReady = props.ready === true && views.every((view) => view !== undefined);
    const outs = { ...echo(inputsOf(props, [])), ...observed(network, organization), nodes, ready: isReady };
    return { outs, inputs: { ...inputsOf(outs, []), nodes: nodes.map(nodeInputs) } };
  },

  async update(id, olds, news, context) {
    const { account } = context;
    const before = nodesOf(olds);
    const wanted = nodesOf(news);
    const isUnfinished = olds.ready !== true || before.some((node) => node.id === undefined);
    const mustWait = isUnfinished || raisesReadiness(olds, news);
    const mustRename = news.name !== undefined && news.name !== olds.name;
    if (!(mustWait || mustRename) && wanted.every((node, index) => node.name === before[index]?.name)) {
      return { ...echo(news), ...pick(olds, ["name", "status", "createdAt", "organization", "nodes", "ready"]) };
    }
    const organization = await account.guard(olds.organization);
    const network = await namingRefresh(`Network ${id}`, () =>
      mustRename ? renamed(id, String(news.name), account) : account.networks.get(id),
    );
    const { createMs, updateMs, deleteMs } = deadlinesOfNetwork(news);
    const nodes = await forEachSlot(
      wanted,
      await observeOwn(before, olds, network, context),
      async (node, index, seen) => seen ?? remakeNode(node, index, network, deleteMs, context),
    );
    const readiness = mustWait ? readinessOf(news) : "none";
    const deadlineMs = isUnfinished ? createMs : updateMs;
    const unfinished = { network, nodes, inputs: news, organization, readiness, deadlineMs };
    const settled = await waitForAll(unfinished, context);
    const named = await Promise.all(
      settled.map(({ view, failure }, index) =>
        nameSlot(unfinished, index, { view: view && recalled(view, before), failure }, context),
      ),
    );
    return conclude(unfinished, named, context);
  },

  async remove(id, props, context) {
    const { account } = context;
    await account.guard(props.organization);
    const { deleteMs } = deadlinesOfNetwork(props);
    const own = await ownNodes(id, props, deleteMs, context);
    const deletions = await Promise.allSettled(
      own.map((nodeId) => removeNode(nodeApis.v1, nodeId, props, deleteMs, context)),
    );
    throwAll(deletions);
    await removeEmptied({ ...absenceOf(id, props), isExpected: own.length > 0 }, deleteMs, context);
  },
};

function renamed(id: string, name: string, account: Account): Promise<Network> {
  return writeOrReadBack(
    () => account.client.call("updateNetwork", { id, body: { name } }, account.signal),
    () => readNetworkFresh(id, account),
    (seen) => seen.name === name,
  );
}

function createdNode(name: string, view: ObservedNode | undefined): Repair {
  const failure = view === undefined ? new ShapeError(`createNetwork: the platform shows no node ${name}.`) : undefined;
  return { view, failure };
}

/**
 * The outputs of a network whose nodes have been waited for.
 *
 * @throws {PartialFailure} naming every node that failed, with the outputs of all
 */
function conclude(
  { network, inputs, organization }: Unfinished,
  nodes: readonly Repair[],
  context: Context,
): Properties {
  const failures = nodes.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  const views = nodes.map(({ view }) => view);
  tellSlots(views, nodesOf(inputs), context);
  const isReady = failures.length === 0;
  const outs = {
    ...echo(inputs),
    // A network whose every node runs is `ok` by definition; its own record was read before that.
    ...observed(
      { ...network, status: views.every((view) => view?.status === "running") ? "ok" : network.status },
      organization,
    ),
    nodes: nodesOf(inputs).map((node, index) =>
      nodeOutputs(node, nodes[index]?.view, nodes[index]?.failure === undefined),
    ),
    ready: isReady,
  };
  if (isReady) {
    return outs;
  }
  const message = failures.map((failure) => failure.message).join(" ");
  const [cause = new Error(message)] = failures;
  throw new PartialFailure(network.id, outs, `${message} ${nextStep(cause, "network", context.owner.urn)}`, { cause });
}

function tellSlots(
  views: readonly (ObservedNode | undefined)[],
  slots: readonly Properties[],
  { progress }: Context,
): void {
  tellOddities(
    views.map((view, index) => ({ view, inputs: nodeInputs(slots[index] ?? {}) })),
    progress,
  );
}

/**
 * The ids of the network's own nodes, and of what an interrupted run of this stack left in it. Nodes that other resources
 * or people added stop the deletion before anything is deleted, unless they go by themselves.
 *
 * @throws {ProviderError} as {@link untilFree}
 */
async function ownNodes(
  id: string,
  props: Properties,
  deadlineMs: number,
  context: Context,
): Promise<readonly string[]> {
  const { account, clock, owner, progress } = context;
  const absence = absenceOf(id, props);
  const slots = nodesOf(props);
  let own = slots.map((slot) => slot.id);
  let claimed: readonly string[] = [];
  const readHolding = async () => {
    const network = await readOrProve(account, absence, () => readNetworkFresh(id, account), context);
    if (network === undefined) {
      return undefined;
    }
    const isOwnClaim = (name: string) => (owner.isExclusive && isClaimOf(name, owner)) || isLeftOver(name, context);
    claimed = network.nodes.filter(({ name }) => isOwnClaim(name)).map((node) => node.id);
    own = [...idsOfSlots(slots, network, generatedNames(props)), ...claimed];
    const contents = await contentsOfNetwork(network, account, false);
    return holdingOf(contents, context, own);
  };
  await untilFree(absence, readHolding, new Patience(clock, deadlineMs), context);
  if (claimed.length > 0) {
    progress.warn(`Deletes in network ${id} what an earlier run of this stack began to create: ${claimed.join(", ")}.`);
  }
  return [...new Set(own.flatMap((ownId) => (typeof ownId === "string" ? [ownId] : [])))];
}

function absenceOf(id: string, props: Properties): AbsenceQuestion {
  const { organization, project } = props;
  return { what: `Network ${id}`, id, list: "listNetworks", organization, project };
}

function observed(network: Network, organization: string): Properties {
  const { name, status, createdAt } = network;
  return { organization, name, status, createdAt };
}

/** Every input is an output too, with the default that applies; the provider text is added by the SDK. */
function echo(inputs: Properties): Properties {
  return { ...withoutProvider(inputs), readiness: readinessOf(inputs) };
}
