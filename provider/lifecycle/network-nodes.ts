import type { Network, NodeV1 } from "../platform/schemas.js";
import { readOrProve } from "./absence.js";
import type { Account } from "./account.js";
import { namingArguments } from "./argument-names.js";
import type { Context, Properties } from "./handler.js";
import { pick } from "./inputs.js";
import { absenceOfNode, nodeApis, nodeBody } from "./node-api.js";
import { type NodeView, viewOfV1 } from "./node-view.js";

const v1 = nodeApis.v1;

/** What the program says about an initial node. */
const inputKeys = ["name", "type", "provider", "region", "configuration"] as const;

/** The inputs of an initial node, from its outputs. */
export function nodeInputs(node: Properties): Properties {
  return pick(node, inputKeys);
}

/**
 * The outputs of an initial node.
 *
 * @param node its inputs, or its outputs of before
 * @param view undefined when it was deleted outside: then there is no id, which the next `up` takes for work to do
 */
export function nodeOutputs(node: Properties, view: NodeView | undefined, isReady: boolean): Properties {
  if (view === undefined) {
    return { ...nodeInputs(node), status: "deleted", ready: false };
  }
  // The configuration is the echoed input: the platform answers keys that nobody sent.
  const observed = pick(view.outputs, Object.keys(view.outputs));
  return { ...nodeInputs(node), ...observed, id: view.id, ready: isReady };
}

/**
 * The id of the node in each slot of the network, in the order of `slots`. A slot whose node is not known yet, since the
 * answer to its creation left it out or was lost, takes the node of its name that no other slot has: the network is ours,
 * and nobody else puts a node with a generated name into it.
 *
 * @returns undefined for a slot that has no node
 */
export function idsOfSlots(slots: readonly Properties[], network: Network): readonly (string | undefined)[] {
  const taken = new Set(slots.flatMap(({ id }) => (typeof id === "string" ? [id] : [])));
  return slots.map(({ id, name }) => {
    if (typeof id === "string") {
      return id;
    }
    const found = network.nodes.find((node) => node.name === name && !taken.has(node.id));
    if (found !== undefined) {
      taken.add(found.id);
    }
    return found?.id;
  });
}

/**
 * The nodes that a creation made, in the order of the inputs: by name, since nothing says that the answer keeps the order;
 * what is left, for example because the platform changed a name, by position.
 */
export function inOrder(wanted: readonly Properties[], network: Network): readonly (NodeView | undefined)[] {
  const ids = idsOfSlots(
    wanted.map(({ name }) => ({ name })),
    network,
  );
  const left = network.nodes.filter(({ id }) => !ids.includes(id));
  return ids.map((id) => {
    const node = id === undefined ? left.shift() : network.nodes.find((candidate) => candidate.id === id);
    return node === undefined ? undefined : viewOfV1(node, network);
  });
}

// The answer to a creation may leave the nodes out, and so may the reads just after it.
const nodesLagMs = 30_000;
const firstPauseMs = 250;
const longestPauseMs = 4_000;

/** The network with its nodes; without those that the platform does not show in time, or before an interruption. */
export async function withNodes(made: Network, count: number, { account, clock, signal }: Context): Promise<Network> {
  const startedAt = clock.now();
  let network = made;
  for (
    let pauseMs = firstPauseMs;
    network.nodes.length < count && clock.now() - startedAt < nodesLagMs && !signal.aborted;
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  ) {
    // Whatever fails here, the network exists: an error would lose its id.
    await clock.sleep(pauseMs, signal).catch(() => undefined);
    network = await account.networks.get(made.id).catch(() => network);
  }
  return network;
}

/** The network's own nodes as they are now; undefined where one is proven to be gone. */
export function observeOwn(
  olds: readonly Properties[],
  props: Properties,
  network: Network,
  account: Account,
): Promise<readonly (NodeView | undefined)[]> {
  return Promise.all(
    idsOfSlots(olds, network).map(async (id) => {
      if (id === undefined) {
        return undefined;
      }
      const listed = network.nodes.find((node) => node.id === id);
      return listed === undefined
        ? readOrProve(account, absenceOfNode(v1, id, props), () => v1.read(account, id))
        : viewOfV1(listed, network);
    }),
  );
}

/** What became of one initial node in an update; a failure of one does not hide what was made of the others. */
export interface Repair {
  readonly view: NodeView | undefined;
  readonly failure: Error | undefined;
}

/** Makes what is missing and renames what is named otherwise, in the order of the inputs. */
export function repairNodes(
  wanted: readonly Properties[],
  own: readonly (NodeView | undefined)[],
  network: Network,
  account: Account,
): Promise<readonly Repair[]> {
  return Promise.all(
    wanted.map(async (node, index): Promise<Repair> => {
      const seen = own[index];
      try {
        return { view: await repairNode(node, index, seen, network, account), failure: undefined };
      } catch (error) {
        return { view: seen, failure: error instanceof Error ? error : new Error(String(error)) };
      }
    }),
  );
}

async function repairNode(
  node: Properties,
  index: number,
  seen: NodeView | undefined,
  network: Network,
  account: Account,
): Promise<NodeView> {
  const named = <T>(write: () => Promise<T>) => namingArguments((field) => `nodes[${index}].${field}`, write);
  if (seen === undefined) {
    const body = { ...nodeBody(node), network: network.id };
    const made: NodeV1 = await named(() => account.client.call("createNodeV1", { body }, account.signal));
    return viewOfV1(made, network);
  }
  return seen.name === node.name ? seen : named(() => v1.rename(account, seen.id, String(node.name)));
}
