import type { Account } from "../../account/account.js";
import { poll } from "../../base/poll.js";
import { asError } from "../../base/text.js";
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

export interface SlotIdentity {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * State of an initial node.
 *
 * @param node its arguments, from the program or the earlier state
 * @param view undefined when it was deleted outside of Pulumi
 */
export function slotState(node: SlotArguments, view: ObservedNode | undefined, isReady: boolean): SlotState {
  const written = writtenIn(node);
  // Placement and configuration are what the program wrote; the name may change outside of Pulumi.
  return view === undefined
    ? { ...written, id: undefined, status: "deleted", ready: false }
    : { ...view.outputs, ...written, name: view.name, id: view.id, ready: isReady };
}

/** A view with the recorded values of the same node for what the platform leaves out. */
export function withRecordedSlot(view: ObservedNode, recorded: readonly SlotState[]): ObservedNode {
  const own = recorded.find(({ id }) => id === view.id);
  return own === undefined ? view : withRecorded(view, shownIn(own));
}

/** Names that the node in a slot may have, the most likely first. */
export type NamesOfSlot = (slot: SlotIdentity, index: number) => readonly string[];

export const ownName: NamesOfSlot = ({ name }) => (name === undefined ? [] : [name]);

/** The slot's name, if the state records it as generated: nodes of others do not have it. */
export function generatedNames(generated: Properties = {}): NamesOfSlot {
  return (slot, index) => ownName(slot, index).filter((name) => name === generated[index]);
}

/** The claim in a network that is being created, or the own name, which all but the first may have already. */
function claimOrName(owner: Owner): NamesOfSlot {
  return (slot, index) => {
    const claim = slotClaim(owner, index);
    return [claim, earlierSpelling(claim), ...ownName(slot, index)];
  };
}

/**
 * The id of the node in each slot of the network, in the order of `slots`. A slot without a known node, since the
 * create response omitted it or was lost, gets a node by name that no other slot has.
 *
 * @param namesOf names that only nodes of this resource have: others may add nodes to its network
 * @returns undefined for a slot without a node
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
 * The nodes of a create, in the order of the inputs: by name, since the order of the response is not documented; the
 * rest, for example if the platform changed a name, by position.
 *
 * @param wanted names, and ids if known
 * @param isCandidate which of the remaining nodes may be used
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

/** The nodes of a network that still has its claim, in the order of the inputs. */
export function inNewOrder(
  slots: readonly SlotIdentity[],
  network: Network,
  owner: Owner,
): readonly (ObservedNode | undefined)[] {
  const wanted = slots.map(({ name }) => ({ name }));
  return inOrder(wanted, network, claimOrName(owner), isOwnNode(owner, slots, network));
}

/**
 * Whether a node in a network of this resource is its own, by name: others may have added nodes. An earlier run may
 * have generated other names.
 */
export function isOwnNode(owner: Owner, slots: readonly SlotIdentity[], { nodes }: Network): (name: string) => boolean {
  const names = slots.map(({ name }) => name);
  return (name) =>
    isClaimOf(name, owner) || names.includes(name) || nodes.some((_, index) => isGeneratedName(name, owner, index));
}

// A create response, and the reads after it, may omit the nodes.
const nodesLagMs = 30_000;

/** Reads the network itself: a list may lag. */
export function readNetworkFresh(id: string, account: Account): Promise<Network> {
  return account.client.call("getNetwork", { id }, account.signal);
}

/** The network with the nodes that the platform shows in time, or before an interruption. */
export async function withNodes(first: Network, count: number, { account, clock, signal }: Context): Promise<Network> {
  let network = first;
  // The network exists: an error would lose its id.
  return poll(clock, { signal }, async (wait) => {
    if (wait.looks > 0) {
      network = await readNetworkFresh(first.id, account).catch(() => network);
    }
    const isEnough = network.nodes.length >= count || wait.elapsedMs >= nodesLagMs || signal.aborted;
    return isEnough ? { found: network } : undefined;
  }).catch(() => network);
}

/**
 * The network's own nodes at present; undefined for one that is proven to be deleted. A replacement that a killed run
 * created is found by its name, if that was generated; another node may have a name that the program chose, so such a
 * slot remains empty until its node is recreated.
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
      // A stale list shows the claim instead of the name.
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

export interface Repair {
  readonly view: ObservedNode | undefined;
  readonly failure: Error | undefined;
}

/** Recreates the initial nodes that no longer exist in their network, each exactly once, under its claim. */
export function recreateMissing(
  slots: readonly SlotInputs[],
  seen: readonly (ObservedNode | undefined)[],
  network: Network,
  deleteMs: number,
  context: Context,
): Promise<readonly Repair[]> {
  const recreate = async (node: SlotInputs, index: number): Promise<Repair> => {
    const claim = repairClaim(context.owner, index);
    const place = inNetwork(node, network, argumentOfSlot(index), context.account);
    try {
      const creation = { claim, name: node.name, apis: [v1], place, home: network, deleteMs } as const;
      return { view: await createNode(creation, context), failure: undefined };
    } catch (error) {
      return { view: undefined, failure: asError(error) };
    }
  };
  return Promise.all(
    slots.map((node, index) => {
      const view = seen[index];
      return view === undefined ? recreate(node, index) : { view, failure: undefined };
    }),
  );
}

export function argumentOfSlot(index: number): ArgumentOf {
  return (field) => `nodes[${index}].${field}`;
}
