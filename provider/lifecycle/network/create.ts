import type { Account } from "../../account/account.js";
import { NotFoundError, RejectedError } from "../../errors/errors.js";
import { throwAll } from "../../errors/throw-rejections.js";
import type { Network } from "../../platform/schemas.js";
import { claimName, slotClaim } from "../claim/claim-name.js";
import { createOnce, isClaimed } from "../claim/create-once.js";
import type { CreatePlan } from "../claim/create-plan.js";
import { nodeApis, nodeBody, removeNode } from "../node/api.js";
import { argumentOfNetwork, namingArguments } from "../node/argument-names.js";
import { areAlike, isPlacedAs } from "../node/observed.js";
import type { Context } from "../resource.js";
import { type Deadlines, deadlinesOf } from "../timeouts.js";
import type { NetworkInputs, SlotInputs } from "./model.js";
import { inNewOrder, isOwnNode, readNetworkFresh, withNodes } from "./nodes.js";

/** Creates a network with its nodes, exactly once unless the setting `crashSafeCreate` is off. Does not wait. */
export async function createNetwork(inputs: NetworkInputs, context: Context): Promise<Network> {
  await refuseName(inputs, context.account);
  return isClaimed(context)
    ? createOnce(planOf(inputs, context), context)
    : post(inputs, context.account, ({ name }) => name);
}

/** How to create a network. Its nodes have the claim: the platform names the networks of public projects itself. */
function planOf(inputs: NetworkInputs, context: Context): CreatePlan<Network> {
  const { account, owner } = context;
  const { project, protocol, network: chain, nodes: slots } = inputs;
  return {
    claim: claimName(owner),
    what: "network",
    lists: ["listNodesV1"],
    names: slots.map(({ name }) => name),
    idOf: ({ id, networkId = id }) => networkId,
    readFresh: (id) => readNetworkFresh(id, account),
    complete: async (seen) => {
      const network = await withNodes(seen, slots.length, context);
      if (network.nodes.length === 0) {
        throw new NotFoundError(`The network ${seen.id} shows none of its nodes.`);
      }
      return network;
    },
    hasClaim: ({ nodes }, claim) => nodes.some(({ name }) => name === claim),
    isInPlace: (network) => {
      const views = inNewOrder(slots, network, owner);
      const isThere = areAlike({ project, protocol, network: chain }, network, ["project", "protocol", "network"]);
      return (
        isThere &&
        network.unreadable.length === 0 &&
        network.nodes.length === slots.length &&
        slots.every((slot, index) => {
          const view = views[index];
          return view !== undefined && isPlacedAs(slot, view);
        })
      );
    },
    post: () => post(inputs, account, (_, index) => slotClaim(owner, index)),
    discard: (network) => discard(network, inputs, context),
  };
}

function post(
  inputs: NetworkInputs,
  account: Account,
  nameOf: (slot: SlotInputs, index: number) => string,
): Promise<Network> {
  const body = {
    project: inputs.project,
    protocol: inputs.protocol,
    configuration: { network: inputs.network },
    nodes: inputs.nodes.map((slot, index) => nodeBody(slot, nameOf(slot, index))),
    ...(inputs.name === undefined ? {} : { name: inputs.name }),
  };
  return namingArguments(argumentOfNetwork, () => account.client.call("createNetwork", { body }, account.signal));
}

/**
 * Deletes the nodes that an earlier run created in a network that is in no state; the platform deletes the network with
 * its last node. Nodes that others have added stay, and so does the network.
 */
async function discard(network: Network, inputs: NetworkInputs, context: Context): Promise<void> {
  const { owner } = context;
  const isOwn = isOwnNode(owner, inputs.nodes, network);
  const own = network.nodes.filter(({ name }) => isOwn(name));
  const left = network.nodes.filter((node) => !own.includes(node)).map(({ id }) => id);
  if (left.length > 0) {
    context.progress.warn(
      `The network ${network.id}, which an earlier run began to create, is not deleted: it contains ${left.join(", ")}, which this resource did not create.`,
    );
  }
  const { deleteMs } = deadlinesOfNetwork(inputs);
  const remove = async (nodes: readonly { readonly id: string }[]) =>
    throwAll(
      await Promise.allSettled(
        nodes.map(({ id }) => removeNode(nodeApis.v1, id, { project: network.project }, deleteMs, context)),
      ),
    );
  // The node with the claim comes last: the next run finds the others by it.
  const claim = claimName(owner);
  await remove(own.filter(({ name }) => name !== claim));
  await remove(own.filter(({ name }) => name === claim));
}

/** The platform names networks of public projects itself, and refuses to rename them. */
async function refuseName({ name, project }: NetworkInputs, account: Account): Promise<void> {
  if (name !== undefined && (await account.projects.get(project)).type !== "consortium") {
    const reason = "the platform names the networks of a public project itself; leave it out";
    throw new RejectedError("", { name: [reason] });
  }
}

/** The deadlines of a Network: dedicated nodes take hours. */
export function deadlinesOfNetwork({ nodes, timeouts }: NetworkInputs): Deadlines {
  return deadlinesOf(
    timeouts,
    nodes.some(({ type }) => type === "dedicated"),
  );
}
