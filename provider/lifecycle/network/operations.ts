import type { Account } from "../../account/account.js";
import { ShapeError } from "../../errors/errors.js";
import { throwAll } from "../../errors/throw-rejections.js";
import type { Network } from "../../platform/schemas.js";
import { tell } from "../../platform/tell.js";
import { writeOrReadBack } from "../../platform/write-effects.js";
import { type AbsenceQuestion, guardRead, readOrProve, readOrReport, reportDeleted } from "../absence/absence.js";
import { untilFree } from "../absence/deletion.js";
import { Patience } from "../absence/patience.js";
import { isClaimOf } from "../claim/claim-name.js";
import { isClaimed } from "../claim/create-once.js";
import { namingRefresh } from "../claim/naming-refresh.js";
import { contentsOfNetwork, holdingOf } from "../container/contents.js";
import { absenceOfNode, nodeApis, removeNode } from "../node/api.js";
import { raisesReadiness } from "../node/check.js";
import { type ObservedNode, viewOfV1 } from "../node/observed.js";
import { nextStep } from "../node/readiness.js";
import { warnOfDiscrepancies } from "../node/record.js";
import { recencyOf } from "../recency.js";
import type { Context, Operations, Outcome } from "../resource.js";
import { deadlinesOf } from "../timeouts.js";
import { createNetwork, deadlinesOfNetwork } from "./create.js";
import { echoOf, type NetworkInputs, type NetworkState, type SlotArguments } from "./model.js";
import {
  generatedNames,
  idsOfSlots,
  inNewOrder,
  inOrder,
  ownName,
  type Repair,
  readNetworkFresh,
  readOwn,
  recreateMissing,
  slotState,
  withNodes,
  withRecordedSlot,
} from "./nodes.js";
import { removeEmptied } from "./removal.js";
import { nameNew, nameSlot, type Unfinished, waitForAll } from "./slots.js";

export const networkOperations: Operations<NetworkInputs, NetworkState> = {
  async create(inputs, context) {
    const { account } = context;
    const { name: wantedName, nodes: slots, readiness } = inputs;
    const organization = await account.organization();
    const created = await withNodes(await createNetwork(inputs, context), slots.length, context);
    const views = isClaimed(context) ? inNewOrder(slots, created, context.owner) : inOrder(slots, created, ownName);
    // A network that an earlier run began to create may have an earlier name of the program.
    const mustRename = wantedName !== undefined && created.name !== wantedName;
    const network = mustRename ? await renamed(created.id, wantedName, account) : created;
    const nodes = slots.map(({ name }, index) => createdNode(name, views[index]));
    const { createMs: deadlineMs } = deadlinesOfNetwork(inputs);
    const unfinished = { network, nodes, inputs, organization, readiness, deadlineMs };
    const settled = await waitForAll(unfinished, context);
    if (isClaimed(context)) {
      context.signal.throwIfAborted();
    }
    const named = await nameNew(unfinished, settled, context);
    return { id: network.id, ...conclude(unfinished, named, context) };
  },

  async read(id, recorded, context) {
    const { account } = context;
    const { inputs } = recorded;
    const absence = absenceOf(id, recorded);
    const organization = await guardRead(account, absence);
    const network = await readOrReport(
      context,
      absence,
      (options) => account.networks.get(id, options),
      recencyOf(recorded),
    );
    if (network === undefined) {
      return undefined;
    }
    if (inputs === undefined) {
      const { project, protocol, network: chain, status } = network;
      const seen = network.nodes.map((node) => withRecordedSlot(viewOfV1(node, network), recorded.nodes));
      warnOfSlots(seen, [], context);
      const nodes = seen.map((view) => slotState({}, view, view.status === "running"));
      const shown = { ...observed(network, organization), project, protocol, network: chain };
      return { ...shown, inputs, nodes, ready: status === "ok" };
    }
    const seen = await readOwn(recorded, network, context);
    const views = seen.map((view) => view && withRecordedSlot(view, recorded.nodes));
    warnOfSlots(views, recorded.nodes, context);
    for (const [index, { id: known }] of recorded.nodes.entries()) {
      if (views[index] === undefined && known !== undefined) {
        reportDeleted(absenceOfNode(nodeApis.v1, known, recorded), context.progress);
      }
    }
    const nodes = recorded.nodes.map((node, index) => slotState(node, views[index], node.ready === true));
    const ready = recorded.ready === true && views.every((view) => view !== undefined);
    return { ...echoOf(inputs), ...observed(network, organization), inputs, nodes, ready };
  },

  async update(id, recorded, inputs, context) {
    const { account } = context;
    const { name, nodes: wanted } = inputs;
    const before = recorded.nodes;
    const isUnfinished = recorded.ready !== true || before.some((node) => node.id === undefined);
    const mustWait = isUnfinished || raisesReadiness(recorded, inputs);
    const mustRename = name !== undefined && name !== recorded.name;
    if (!(mustWait || mustRename) && wanted.every((node, index) => node.name === before[index]?.name)) {
      const { status, createdAt, organization, ready } = recorded;
      const kept = { name: recorded.name, status, createdAt, organization, nodes: before, ready };
      return { state: { ...echoOf(inputs), ...kept, inputs } };
    }
    const organization = await account.guard(recorded.organization);
    const network = await namingRefresh(`Network ${id}`, () =>
      mustRename ? renamed(id, name, account) : account.networks.get(id),
    );
    const { createMs, updateMs, deleteMs } = deadlinesOfNetwork(inputs);
    const seen = await readOwn(recorded, network, context);
    const nodes = await recreateMissing(wanted, seen, network, deleteMs, context);
    const readiness = mustWait ? inputs.readiness : "none";
    const deadlineMs = isUnfinished ? createMs : updateMs;
    const unfinished = { network, nodes, inputs, organization, readiness, deadlineMs };
    const settled = await waitForAll(unfinished, context);
    const named = await Promise.all(
      settled.map(({ view, failure }, index) =>
        nameSlot(unfinished, index, { view: view && withRecordedSlot(view, before), failure }, context),
      ),
    );
    return conclude(unfinished, named, context);
  },

  async remove(id, recorded, context) {
    await context.account.guard(recorded.organization);
    const { deleteMs } = deadlinesOf(recorded.timeouts);
    const own = await ownNodes(id, recorded, deleteMs, context);
    const deletions = await Promise.allSettled(
      own.map((nodeId) => removeNode(nodeApis.v1, nodeId, recorded, deleteMs, context)),
    );
    throwAll(deletions);
    await removeEmptied({ ...absenceOf(id, recorded), isExpected: own.length > 0 }, deleteMs, context);
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
  const failure =
    view === undefined ? new ShapeError(tell("createNetwork", `: the platform shows no node ${name}`)) : undefined;
  return { view, failure };
}

/** Outcome for a network after the wait for its nodes; a failure names every node that failed. */
function conclude(
  { network, inputs, organization }: Unfinished,
  nodes: readonly Repair[],
  context: Context,
): Outcome<NetworkState> {
  const failures = nodes.flatMap(({ failure }) => failure ?? []);
  const views = nodes.map(({ view }) => view);
  warnOfSlots(views, inputs.nodes, context);
  const [cause] = failures;
  // A network whose nodes all run is `ok` by definition; its own status was read before that.
  const status = views.every((view) => view?.status === "running") ? "ok" : network.status;
  const state = {
    ...echoOf(inputs),
    ...observed({ ...network, status }, organization),
    inputs,
    nodes: inputs.nodes.map((node, index) => slotState(node, nodes[index]?.view, nodes[index]?.failure === undefined)),
    ready: cause === undefined,
  };
  if (cause === undefined) {
    return { state };
  }
  const messages = [...failures.map(({ message }) => message), nextStep(cause, "network", context.owner.urn)];
  return { state, failure: { message: messages.join(" "), cause } };
}

function warnOfSlots(
  views: readonly (ObservedNode | undefined)[],
  slots: readonly SlotArguments[],
  { progress }: Context,
): void {
  warnOfDiscrepancies(
    views.map((view, index) => ({ view, inputs: slotPlace(slots[index]) })),
    progress,
  );
}

function slotPlace({ type, provider, region }: SlotArguments = {}) {
  return { type, provider, region };
}

/**
 * The ids of the network's own nodes, and of those that a killed run of this stack left in it. Nodes of others prevent
 * the deletion of anything, unless they disappear in time.
 *
 * @throws {ProviderError} as {@link untilFree}
 */
async function ownNodes(
  id: string,
  recorded: NetworkState,
  deadlineMs: number,
  context: Context,
): Promise<readonly string[]> {
  const { account, clock, owner, progress } = context;
  const absence = absenceOf(id, recorded);
  const slots = recorded.nodes;
  let own = slots.map((slot) => slot.id);
  let claimed: readonly string[] = [];
  const readHolding = async () => {
    const network = await readOrProve(account, absence, () => readNetworkFresh(id, account), context);
    if (network === undefined) {
      return undefined;
    }
    const isOwnClaim = (name: string) =>
      (owner.isExclusive && isClaimOf(name, owner)) || context.claims.isLeftOver(name, owner);
    claimed = network.nodes.filter(({ name }) => isOwnClaim(name)).map((node) => node.id);
    own = [...idsOfSlots(slots, network, generatedNames(recorded.generatedNames)), ...claimed];
    const contents = await contentsOfNetwork(network, account, false);
    return holdingOf(contents, context, own);
  };
  await untilFree(absence, readHolding, new Patience(clock, deadlineMs), context);
  if (claimed.length > 0) {
    progress.warn(`Deletes in network ${id} what an earlier run of this stack began to create: ${claimed.join(", ")}.`);
  }
  return [...new Set(own.flatMap((ownId) => ownId ?? []))];
}

function absenceOf(id: string, { organization, project }: NetworkState): AbsenceQuestion {
  return { what: `Network ${id}`, id, list: "listNetworks", organization, project };
}

function observed({ name, status, createdAt }: Network, organization: string) {
  return { organization, name, status, createdAt };
}
