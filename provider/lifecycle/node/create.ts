import type { Account } from "../../account/account.js";
import { isProviderError, RejectedError } from "../../errors/errors.js";
import { chainKey, familyOf } from "../../health/chains.js";
import { claimName } from "../claim/claim-name.js";
import { isClaimed, makeOnce } from "../claim/create-once.js";
import type { CreatePlan } from "../claim/create-plan.js";
import type { Properties } from "../engine/properties.js";
import type { Context } from "../resource.js";
import { apiOf, deadlinesOfNode, type NodeApi, nodeApis, nodeBody, removeNode } from "./api.js";
import { argumentOfNode, namingArguments } from "./argument-names.js";
import { placementOf, readinessOf, unprobeable } from "./check.js";
import { areAlike, isPlacedAs, type ObservedNode, viewOfV1, viewOfV2 } from "./observed.js";
import { findOption, resolveOption } from "./placement.js";

/** A node, and the version of the API that shows it. */
interface Shown {
  readonly id: string;
  readonly view: ObservedNode;
  readonly api: NodeApi;
}

/** Makes the node of a Node, exactly once unless the setting `crashSafeCreate` is off. Nothing is waited for. */
export async function makeNode(inputs: Properties, context: Context): Promise<ObservedNode> {
  const plan = await planOf(inputs, context);
  const { view } = isClaimed(context) ? await makeOnce(plan, context) : await plan.post(String(inputs.name));
  return view;
}

/** Finds out where the node goes, and how it is made there. */
async function planOf(inputs: Properties, context: Context): Promise<CreatePlan<Shown>> {
  const { account } = context;
  const api = apiOf(inputs);
  const shown = (view: ObservedNode, by: NodeApi): Shown => ({ id: view.id, view, api: by });
  const { isInPlace, post } = await (placementOf(inputs) === "network" ? inNetwork : inProject)(inputs, account);
  const other = api === nodeApis.v1 ? nodeApis.v2 : nodeApis.v1;
  return {
    claim: claimName(context.owner),
    what: "node",
    lists: [api.list, other.list],
    names: [String(inputs.name)],
    readFresh: async (id, list) => {
      try {
        return shown(await api.readFresh(account, id), api);
      } catch (error) {
        // A list that lags behind may lack a node that the other version's list has: only what cannot be read is elsewhere.
        if (list === api.list || !isProviderError(error, "not-found")) {
          throw error;
        }
        return shown(await other.readFresh(account, id), other);
      }
    },
    hasClaim: ({ view }, claim) => view.name === claim,
    isInPlace: ({ view, api: by }) => by === api && isInPlace(view),
    post: async (name) => shown(await namingArguments(argumentOfNode(inputs), () => post(name)), api),
    discard: ({ view, api: by }) => {
      const { project = inputs.project } = view.outputs;
      return removeNode(by, view.id, { project }, deadlinesOfNode(inputs).deleteMs, context);
    },
  };
}

/** How a node is placed, and made under a name. */
interface Place {
  readonly isInPlace: (view: ObservedNode) => boolean;
  readonly post: (name: string) => Promise<ObservedNode>;
}

async function inNetwork(inputs: Properties, account: Account): Promise<Place> {
  const network = String(inputs.networkId);
  const facts = await account.networkFacts(network);
  demandProbe(inputs, chainKey(facts.protocol, facts.network ?? ""));
  return {
    isInPlace: (view) => areAlike({ networkId: network }, view.outputs, ["networkId"]) && isPlacedAs(inputs, view),
    post: async (name) => {
      const body = { ...nodeBody(inputs, name), network };
      return viewOfV1(await account.client.call("createNodeV1", { body }, account.signal), facts);
    },
  };
}

async function inProject(inputs: Properties, account: Account): Promise<Place> {
  const find = placementOf(inputs) === "catalogue" ? resolveOption : findOption;
  const option = await find(account, inputs);
  if (option !== undefined) {
    demandProbe(inputs, chainKey(option.protocol, option.network));
  }
  // Ids that the catalogue does not list are taken as they are.
  const { blockchain, cloud } = option ?? (inputs as { readonly blockchain: string; readonly cloud: string });
  const place = { project: String(inputs.project), blockchain, cloud };
  return {
    isInPlace: ({ outputs }) => {
      // The platform may show an option under other names than it offers it by.
      const hasIds = ids.every((id) => outputs[id] !== undefined);
      return areAlike({ ...option, ...place }, outputs, ["project", ...ids, ...(hasIds ? [] : names)]);
    },
    post: async (name) => {
      const made = await account.client.call("createNodeV2", { body: { name, ...place } }, account.signal);
      return viewOfV2({ ...made, blockchain: made.blockchain ?? blockchain, cloud: made.cloud ?? cloud });
    },
  };
}

/** What tells one place of v2 from another; the platform may leave some of it out. */
const ids = ["blockchain", "cloud"] as const;
const names = ["region", "provider"] as const;

/** @throws {RejectedError} before anything is made, for a chain whose readiness could never be seen */
function demandProbe(inputs: Properties, chain: string): void {
  if (readinessOf(inputs) === "rpc" && familyOf(chain) === "other") {
    throw new RejectedError("", { readiness: [unprobeable(chain)] });
  }
}
