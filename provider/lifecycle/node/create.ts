import type { Account, NetworkFacts } from "../../account/account.js";
import { isProviderError, RejectedError } from "../../errors/errors.js";
import { chainKey, familyOf } from "../../health/chains/chains.js";
import { claimName } from "../claim/claim-name.js";
import { createOnce, isClaimed } from "../claim/create-once.js";
import type { Context } from "../resource.js";
import { apiOf, deadlinesOfNode, type Home, type NodeApi, nodeApis, nodeBody, removeNode } from "./api.js";
import { type ArgumentOf, argumentOfNode, namingArguments } from "./argument-names.js";
import { unprobeable } from "./check.js";
import type { NodeInputs, PlaceInNetwork } from "./model.js";
import { areAlike, isPlacedAs, type ObservedNode, viewOfV1, viewOfV2 } from "./observed.js";
import { findOption, resolveOption } from "./placement.js";

/** A node to create, as a Node or in a network. */
export interface NodeCreation {
  readonly claim: string;
  readonly name: string;
  /** Versions of the API through which an earlier run may have created it; the first one creates it. */
  readonly apis: readonly [NodeApi, ...NodeApi[]];
  readonly place: Place;
  /** Its organization and project, for a deletion of one that does not show them. */
  readonly home: Partial<Home>;
  /** Deadline of such a deletion. */
  readonly deleteMs: number;
}

export interface Place {
  readonly isInPlace: (view: ObservedNode) => boolean;
  readonly post: (name: string) => Promise<ObservedNode>;
}

/** Creates a node, exactly once unless the setting `crashSafeCreate` is off. Does not wait. */
export async function createNode(creation: NodeCreation, context: Context): Promise<ObservedNode> {
  const { claim, name, place, home, deleteMs } = creation;
  const [api, other = api] = creation.apis;
  if (!isClaimed(context)) {
    return place.post(name);
  }
  const { account } = context;
  return createOnce(
    {
      claim,
      what: "node",
      lists: other === api ? [api.list] : [api.list, other.list],
      names: [name],
      readFresh: async (id, list) => {
        try {
          return await api.readFresh(account, id);
        } catch (error) {
          // A stale list may lack a node that the other version's list shows: try both.
          if (list === api.list || !isProviderError(error, "not-found")) {
            throw error;
          }
          return other.readFresh(account, id);
        }
      },
      hasClaim: (view, wanted) => view.name === wanted,
      isInPlace: (view) => nodeApis[view.api] === api && place.isInPlace(view),
      post: place.post,
      discard: (view) => {
        const { project = home.project } = view.outputs;
        return removeNode(nodeApis[view.api], view.id, { ...home, project }, deleteMs, context);
      },
    },
    context,
  );
}

export async function createPlaced(inputs: NodeInputs, context: Context): Promise<ObservedNode> {
  const { account, owner } = context;
  const api = apiOf(inputs);
  const creation: NodeCreation = {
    claim: claimName(owner),
    name: inputs.name,
    apis: [api, api === nodeApis.v1 ? nodeApis.v2 : nodeApis.v1],
    place: await placeOf(inputs, account),
    home: inputs.placement === "network" ? {} : { project: inputs.project },
    deleteMs: deadlinesOfNode(inputs).deleteMs,
  };
  return createNode(creation, context);
}

async function placeOf(inputs: NodeInputs, account: Account): Promise<Place> {
  if (inputs.placement !== "network") {
    return inProject(inputs, account);
  }
  const facts = await account.networkFacts(inputs.networkId);
  requireProbe(inputs, chainKey(facts.protocol, facts.network ?? ""));
  return inNetwork(inputs, { ...facts, id: inputs.networkId }, argumentOfNode(inputs), account);
}

export function inNetwork(
  wanted: PlaceInNetwork,
  network: NetworkFacts & { readonly id: string },
  argumentOf: ArgumentOf,
  { client, signal }: Account,
): Place {
  const { id } = network;
  return {
    isInPlace: (view) => areAlike({ networkId: id }, view.outputs, ["networkId"]) && isPlacedAs(wanted, view),
    post: async (name) => {
      const body = { ...nodeBody(wanted, name), network: id };
      return viewOfV1(await namingArguments(argumentOf, () => client.call("createNodeV1", { body }, signal)), network);
    },
  };
}

async function inProject(inputs: Exclude<NodeInputs, { placement: "network" }>, account: Account): Promise<Place> {
  const isByName = inputs.placement === "catalogue";
  // Ids that the catalogue does not list are sent as they are.
  const option = isByName ? await resolveOption(account, inputs) : ((await findOption(account, inputs)) ?? inputs);
  if ("network" in option) {
    requireProbe(inputs, chainKey(option.protocol, option.network));
  }
  const { blockchain, cloud } = option;
  const place = { project: inputs.project, blockchain, cloud };
  return {
    isInPlace: ({ outputs }) => {
      // The platform may show a node under other names than those of its option.
      const hasIds = ids.every((id) => outputs[id] !== undefined);
      return areAlike({ ...option, ...place }, outputs, ["project", ...ids, ...(hasIds ? [] : names)]);
    },
    post: async (name) => {
      const body = { name, ...place };
      const created = await namingArguments(argumentOfNode(inputs), () =>
        account.client.call("createNodeV2", { body }, account.signal),
      );
      return viewOfV2({ ...created, blockchain: created.blockchain ?? blockchain, cloud: created.cloud ?? cloud });
    },
  };
}

/** Outputs that identify a v2 placement; the platform may omit some. */
const ids = ["blockchain", "cloud"] as const;
const names = ["region", "provider"] as const;

/** @throws {RejectedError} before anything is created, for a chain that could never become ready */
function requireProbe({ readiness }: Pick<NodeInputs, "readiness">, chain: string): void {
  if (readiness === "rpc" && familyOf(chain) === "other") {
    throw new RejectedError("", { readiness: [unprobeable(chain)] });
  }
}
