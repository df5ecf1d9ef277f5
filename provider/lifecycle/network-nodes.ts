import { isProviderError } from "../errors.js";
import type { Network, NodeV1 } from "../platform/schemas.js";
import { proveAbsence } from "./absence.js";
import type { Account } from "./account.js";
import type { Properties } from "./handler.js";
import { pick } from "./inputs.js";
import { nodeApis } from "./node-api.js";
import { type NodeView, viewOfV1 } from "./node-view.js";

const v1 = nodeApis.v1;

/** What the program says about an initial node. */
const inputKeys = ["name", "type", "provider", "region", "configuration"] as const;

/** Body of a node in a v1 create request. */
export function nodeBody(node: Properties) {
  return {
    name: String(node.name),
    type: String(node.type),
    role: "peer" as const,
    provider: String(node.provider),
    region: String(node.region),
    configuration: (node.configuration ?? {}) as Properties,
  };
}

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

/** The created nodes in the order of the inputs: by name, since nothing says that the answer keeps the order. */
export function inOrder(wanted: readonly Properties[], network: Network): readonly NodeView[] {
  const left = [...network.nodes];
  return wanted.flatMap((node) => {
    const index = Math.max(
      0,
      left.findIndex((candidate) => candidate.name === node.name),
    );
    return left.splice(index, 1).map((found) => viewOfV1(found, network));
  });
}

/** The network's own nodes as they are now, by the ids in state; undefined where one is proven to be gone. */
export function observeOwn(
  olds: readonly Properties[],
  props: Properties,
  network: Network,
  account: Account,
): Promise<readonly (NodeView | undefined)[]> {
  return Promise.all(
    olds.map(async ({ id }) => {
      if (typeof id !== "string") {
        return undefined;
      }
      const listed = network.nodes.find((node) => node.id === id);
      return listed === undefined ? readOrProve(id, props, account) : viewOfV1(listed, network);
    }),
  );
}

async function readOrProve(id: string, props: Properties, account: Account): Promise<NodeView | undefined> {
  try {
    return await v1.read(account, id);
  } catch (error) {
    if (!isProviderError(error, "not-found")) {
      throw error;
    }
    await proveAbsence(account, ownAbsence(id, props));
    return undefined;
  }
}

/** How to prove that an initial node is gone. */
export function ownAbsence(id: string, props: Properties) {
  return { what: `Node ${id}`, id, list: v1.list, organization: props.organization, project: props.project };
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
        return { view: await repairNode(node, seen, network, account), failure: undefined };
      } catch (error) {
        return { view: seen, failure: error instanceof Error ? error : new Error(String(error)) };
      }
    }),
  );
}

async function repairNode(
  node: Properties,
  seen: NodeView | undefined,
  network: Network,
  account: Account,
): Promise<NodeView> {
  if (seen === undefined) {
    const made: NodeV1 = await account.client.call(
      "createNodeV1",
      { body: { ...nodeBody(node), network: network.id } },
      account.signal,
    );
    return viewOfV1(made, network);
  }
  return seen.name === node.name ? seen : v1.rename(account, seen.id, String(node.name));
}
