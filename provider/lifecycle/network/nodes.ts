import type { Account } from "../../account/account.js";
import { poll } from "../../base/poll.js";
import type { Network } from "../../platform/schemas.js";
import { readOrProve } from "../absence/absence.js";
import { earlierSpelling, isClaimOf, parseClaim, repairClaim, slotClaim } from "../claim/claim-name.js";
import type { Properties } from "../engine/properties.js";
import { absenceOfNode, nodeApis } from "../node/api.js";
import type { ArgumentOf } from "../node/argument-names.js";
import { createNode, inNetwork } from "../node/create.js";
import { shownIn } from "../node/model.js";
import { type ObservedNode, viewOfV1 } from "../node/observed.js";
import { withRecorded } from "../node/record.js";
import { isGeneratedName, type Owner } from "../owner.js";
import type { Context } from "../resource.js";
import { type NetworkState, type SlotArguments, type SlotInputs, type SlotState, writtenIn } from "./model.js";

const v1 = nodeApis.v1;

/** What identifies an initial node in its network. */
export interface SlotIdentity {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * What is to be recorded of an initial node.
 *
 * @param node what the program says about it, or what was recorded before
 * @param view undefined when it was deleted outside
 */
export function slotState(node: SlotArguments, view: ObservedNode | undefined, isReady: boolean): SlotState {
  const written = writtenIn(node);
  // Where a node is, and its configuration, is what the program wrote; its name may change outside.
  return view === undefined
    ? { ...written, id: undefined, status: "deleted", ready: false }
    : { ...view.outputs, ...written, name: view.name, id: view.id, ready: isReady };
}

/** A view with what the state has of that node in place of what the platform leaves out. */
export function recalled(view: ObservedNode, recorded: readonly SlotState[]): ObservedNode {
  const own = recorded.find(({ id }) => id === view.id);
  return own === undefined ? view : withRecorded(view, shownIn(own));
}

/** Names that the node in a slot may have, the likeliest first. */
export type NamesOfSlot = (slot: SlotIdentity, index: number) => readonly string[];

/** The slot's own name only. */
export const ownName: NamesOfSlot = ({ name }) => (name === undefined ? [] : [name]);

/** The slot's name where it was generated for it, as the state remembers: nobody else gives a node that name. */
export function generatedNames(generated: Properties = {}): NamesOfSlot {
  return (slot, index) => ownName(slot, index).filter((name) => name === generated[index]);
}

/**
 * The claim in a network that is being created, or the slot's own name, which all but the first slot may have already.
 */
function claimOrName(owner: Owner): NamesOfSlot {
  return (slot, index) => {
    const claim = slotClaim(owner, index);
    return [claim, earlierSpelling(claim), ...ownName(slot, index)];
  };
}

/**
 * The id of the node in each slot of the network, in the order of `slots`. A slot whose node is not known, since the
 * answer to its creation left it out or was lost, takes a node by name that no other slot has.
 *
 * @param namesOf names that nobody else's node can have: others put theirs into a network of ours too
 * @returns undefined for a slot that has no node
 */
export function idsOfSlots(
  slots: readonly SlotIdentity[],
  network: Network,
  namesOf: NamesOfSlot,
): readonly (string | undefined)[] {
  const taken = new Set(slots.flatMap(({ id }) => id ?? []));
  return slots.map((slot, index) => {
    if (slot.id !== undefined) {
      return slot.id;
    }
    const found = namesOf(slot, index)
      .map((name) => network.nodes.find((node) => node.name === name && !taken.has(node.id)))
      .find((node) => node !== undefined);
    if (found !== undefined) {
      taken.add(found.id);
    }
    return found?.id;
  });
}

/**
 * The nodes that a creation made, in the order of the inputs: by name, since nothing says that the answer keeps the
 * order; what is left, for example because the platform changed a name, by position.
 *
 * @param wanted names, and ids where they are known
 * @param isCandidate which of those that are left may be taken
 */
export function inOrder(
  wanted: readonly SlotIdentity[],
  network: Network,
  namesOf: NamesOfSlot,
  isCandidate: (name: string) => boolean = () => true,
): readonly (ObservedNode | undefined)[] {
  const ids = idsOfSlots(wanted, network, namesOf);
  const left = network.nodes.filter(({ id, name }) => !ids.includes(id) && isCandidate(name));
  return ids.map((id) => {
    const node = id === undefined ? left.shift() : network.nodes.find((candidate) => candidate.id === id);
    return node === undefined ? undefined : viewOfV1(node, network);
  });
}

/** The nodes of a network that has its claim, in the order of the inputs. */
export function inNewOrder(
  slots: readonly SlotIdentity[],
  network: Network,
  owner: Owner,
): readonly (ObservedNode | undefined)[] {
  const wanted = slots.map(({ name }) => ({ name }));
  return inOrder(wanted, network, claimOrName(owner), isOwnNode(owner, slots, network));
}

/**
 * Whether a node in a network that this resource made is its own, by its name: others may have put theirs there. An
 * earlier run may have generated other names than this one.
 */
export function isOwnNode(owner: Owner, slots: readonly SlotIdentity[], { nodes }: Network): (name: string) => boolean {
  const names = slots.map(({ name }) => name);
  return (name) =>
    isClaimOf(name, owner) || names.includes(name) || nodes.some((_, index) => isGeneratedName(name, owner, index));
}

// The answer to a creation may leave the nodes out, and so may the reads just after it.
const nodesLagMs = 30_000;

/** The network itself: a list may lag behind. */
export function readNetworkFresh(id: string, account: Account): Promise<Network> {
  return account.client.call("getNetwork", { id }, account.signal);
}

/** The network with its nodes; without those that the platform does not show in time, or before an interruption. */
export async function withNodes(made: Network, count: number, { account, clock, signal }: Context): Promise<Network> {
  let network = made;
  // Whatever fails here, the network exists: an error would lose its id.
  return poll(clock, { signal }, async (wait) => {
    if (wait.looks > 0) {
      network = await readNetworkFresh(made.id, account).catch(() => network);
    }
    const isEnough = network.nodes.length >= count || wait.elapsedMs >= nodesLagMs || signal.aborted;
    return isEnough ? { found: network } : undefined;
  }).catch(() => network);
}

/**
 * The network's own nodes as they are now; undefined where one is proven to be gone. One that was made again in its
 * place by a run that died before it could say so is known by its name, if that was generated; under a name that the
 * program chose may be somebody else's node, and the slot stays lost until it is made again.
 */
export async function readOwn(
  recorded: NetworkState,
  network: Network,
  context: Context,
): Promise<readonly (ObservedNode | undefined)[]> {
  const { account } = context;
  const { nodes } = recorded;
  const namesOf = generatedNames(recorded.generatedNames);
  const views = await Promise.all(
    idsOfSlots(nodes, network, namesOf).map(async (id) => {
      if (id === undefined) {
        return undefined;
      }
      const listed = network.nodes.find((node) => node.id === id);
      // A list that lags behind shows the name of the time before the last step of the creation.
      return listed === undefined || parseClaim(listed.name) !== undefined
        ? readOrProve(account, absenceOfNode(v1, id, recorded), () => v1.readFresh(account, id), context)
        : viewOfV1(listed, network);
    }),
  );
  return inOrder(
    nodes.map((slot, index) => ({ name: slot.name, id: views[index]?.id })),
    network,
    namesOf,
    () => false,
  ).map((view, index) => views[index] ?? view);
}

/** What became of one initial node; a failure of one does not hide what was made of the others. */
export interface Repair {
  readonly view: ObservedNode | undefined;
  readonly failure: Error | undefined;
}

/** Runs something for each slot; its failures stand beside what was known before. */
export function forEachSlot<Slot>(
  slots: readonly Slot[],
  before: readonly (ObservedNode | undefined)[],
  run: (slot: Slot, index: number, seen: ObservedNode | undefined) => Promise<ObservedNode | undefined>,
): Promise<readonly Repair[]> {
  return Promise.all(
    slots.map(async (slot, index): Promise<Repair> => {
      const seen = before[index];
      try {
        return { view: await run(slot, index, seen), failure: undefined };
      } catch (error) {
        return { view: seen, failure: error instanceof Error ? error : new Error(String(error)) };
      }
    }),
  );
}

/** Creates an initial node again in its network, exactly once; it still has its claim. */
export function recreateNode(
  node: SlotInputs,
  index: number,
  network: Network,
  deleteMs: number,
  context: Context,
): Promise<ObservedNode> {
  const creation = {
    claim: repairClaim(context.owner, index),
    name: node.name,
    apis: [v1],
    place: inNetwork(node, network, argumentOfSlot(index), context.account),
    home: network,
    deleteMs,
  } as const;
  return createNode(creation, context);
}

/** The argument that leads to a field of an initial node. */
export function argumentOfSlot(index: number): ArgumentOf {
  return (field) => `nodes[${index}].${field}`;
}
