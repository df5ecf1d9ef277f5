import { ConflictError, isProviderError, ShapeError } from "../errors.js";
import type { Network } from "../platform/schemas.js";
import { proveAbsence } from "./absence.js";
import type { Account } from "./account.js";
import { deleteUntilGone } from "./deletion.js";
import { type Deadlines, deadlinesOf, type TimeoutInputs } from "./durations.js";
import type { Context, Properties, ResourceOperations } from "./handler.js";
import { inputsOf, pick } from "./inputs.js";
import { isOwned, nodesOf } from "./network-inputs.js";
import {
  inOrder,
  nodeBody,
  nodeInputs,
  nodeOutputs,
  observeOwn,
  ownAbsence,
  type Repair,
  repairNodes,
} from "./network-nodes.js";
import { nodeApis } from "./node-api.js";
import { raisesReadiness, readinessOf } from "./node-inputs.js";
import { type NodeView, viewOfV1 } from "./node-view.js";
import { PartialFailure } from "./partial-failure.js";
import { type Readiness, waitUntilReady } from "./wait.js";

/** The calls of a Network that reach the platform. */
export const networkOperations: ResourceOperations = {
  async create(inputs, context) {
    const { account } = context;
    const organization = await account.organization();
    const body = {
      project: String(inputs.project),
      protocol: String(inputs.protocol),
      configuration: { network: String(inputs.network) },
      nodes: nodesOf(inputs).map(nodeBody),
      ...(inputs.name === undefined ? {} : { name: String(inputs.name) }),
    };
    const made = await account.client.call("createNetwork", { body }, account.signal);
    const network = await withNodes(made, body.nodes.length, account);
    const views = inOrder(nodesOf(inputs), network);
    const nodes = body.nodes.map(({ name }, index) => createdNode(name, views[index]));
    const { createMs } = deadlinesOfNetwork(inputs);
    const outs = await finish(
      { network, nodes, inputs, organization, readiness: readinessOf(inputs), deadlineMs: createMs },
      context,
    );
    return { id: network.id, outs };
  },

  async read(id, props, { account }) {
    const organization = await account.guard(props.organization);
    try {
      const network = await account.networks.get(id);
      if (!isOwned(props)) {
        const isReady = network.status === "ok";
        const nodes = network.nodes.map((node) => nodeOutputs({}, viewOfV1(node, network), node.status === "running"));
        return {
          outs: { ...observed(network, organization), ...placementOf(network), nodes, ready: isReady },
          inputs: {},
        };
      }
      const olds = nodesOf(props);
      const views = await observeOwn(olds, props, network, account);
      const nodes = olds.map((node, index) => nodeOutputs(node, views[index], node.ready === true));
      const isReady = props.ready === true && views.every((view) => view !== undefined);
      const outs = { ...echo(inputsOf(props, [])), ...observed(network, organization), nodes, ready: isReady };
      return { outs, inputs: { ...inputsOf(outs, []), nodes: nodes.map(nodeInputs) } };
    } catch (error) {
      if (!isProviderError(error, "not-found")) {
        throw error;
      }
      await proveAbsence(account, absenceOf(id, props));
      return undefined;
    }
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
    const network = mustRename
      ? await account.client.call("updateNetwork", { id, body: { name: String(news.name) } }, account.signal)
      : await account.networks.get(id);
    const nodes = await repairNodes(wanted, await observeOwn(before, olds, network, account), network, account);
    const { createMs, updateMs } = deadlinesOfNetwork(news);
    const readiness = mustWait ? readinessOf(news) : "none";
    return finish(
      { network, nodes, inputs: news, organization, readiness, deadlineMs: isUnfinished ? createMs : updateMs },
      context,
    );
  },

  async remove(id, props, context) {
    const { account } = context;
    await account.guard(props.organization);
    const own = nodesOf(props).flatMap((node) => (typeof node.id === "string" ? [node.id] : []));
    await refuseForeign(id, own, account);
    const { deleteMs } = deadlinesOfNetwork(props);
    await Promise.all(
      own.map((nodeId) =>
        deleteUntilGone(
          {
            absence: ownAbsence(nodeId, props),
            remove: () => nodeApis.v1.remove(account, nodeId),
            read: () => nodeApis.v1.read(account, nodeId),
            deadlineMs: deleteMs,
          },
          context,
        ),
      ),
    );
    await deleteUntilGone(
      {
        absence: absenceOf(id, props),
        // Most often the network went with its last node: then this answers 404.
        remove: () => account.client.call("deleteNetwork", { id }, account.signal),
        read: () => account.networks.get(id),
        blockers: () => nodeIds(id, account),
        deadlineMs: deleteMs,
      },
      context,
    );
  },
};

/** The network with its nodes: the answer to its creation may leave them out. */
async function withNodes(made: Network, count: number, account: Account): Promise<Network> {
  return made.nodes.length < count ? account.networks.get(made.id).catch(() => made) : made;
}

function createdNode(name: string, view: NodeView | undefined): Repair {
  const failure = view === undefined ? new ShapeError(`createNetwork: the platform shows no node ${name}.`) : undefined;
  return { view, failure };
}

/** A network whose nodes have been made or repaired. */
interface Unfinished {
  readonly network: Network;
  readonly nodes: readonly Repair[];
  readonly inputs: Properties;
  readonly organization: string;
  /** How far to wait. */
  readonly readiness: Readiness;
  readonly deadlineMs: number;
}

/**
 * Waits for all own nodes at once and says how it ended.
 *
 * @throws {PartialFailure} naming every node that failed, with the outputs of all
 */
async function finish(unfinished: Unfinished, context: Context): Promise<Properties> {
  const { network, nodes, inputs, organization, readiness, deadlineMs } = unfinished;
  const settled = await Promise.all(
    nodes.map(async ({ view, failure }): Promise<Repair> => {
      if (view === undefined || failure !== undefined) {
        return { view, failure };
      }
      const observe = () => nodeApis.v1.read(context.account, view.id);
      const outcome = await waitUntilReady(
        view,
        { label: `Node ${view.name}`, readiness, deadlineMs, observe },
        context,
      );
      return { view: outcome.view, failure: outcome.isReady ? undefined : outcome.failure };
    }),
  );
  const failures = settled.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  const isReady = failures.length === 0;
  const outs = {
    ...echo(inputs),
    // A network whose every node runs is `ok` by definition; its own record was read before that.
    ...observed(
      { ...network, status: settled.every(({ view }) => view?.status === "running") ? "ok" : network.status },
      organization,
    ),
    nodes: nodesOf(inputs).map((node, index) =>
      nodeOutputs(node, settled[index]?.view, settled[index]?.failure === undefined),
    ),
    ready: isReady,
  };
  if (isReady) {
    return outs;
  }
  const message = failures.map((failure) => failure.message).join(" ");
  throw new PartialFailure(
    network.id,
    outs,
    `${message} The network is kept: the next \`pulumi up\` goes on with it.`,
    { cause: failures[0] },
  );
}

/** Nodes that other resources or people added to the network stop its deletion before anything is deleted. */
async function refuseForeign(id: string, own: readonly string[], account: Account): Promise<void> {
  const foreign = (await nodeIds(id, account)).filter((nodeId) => !own.includes(nodeId));
  if (foreign.length > 0) {
    throw new ConflictError(
      `Network ${id} holds nodes that are not part of this resource: ${foreign.join(", ")}. Nothing was deleted: remove them first.`,
    );
  }
}

async function nodeIds(id: string, account: Account): Promise<readonly string[]> {
  try {
    return (await account.networks.get(id)).nodes.map((node) => node.id);
  } catch (error) {
    if (isProviderError(error, "not-found")) {
      return [];
    }
    throw error;
  }
}

function absenceOf(id: string, props: Properties) {
  return {
    what: `Network ${id}`,
    id,
    list: "listNetworks" as const,
    organization: props.organization,
    project: props.project,
  };
}

function deadlinesOfNetwork(properties: Properties): Deadlines {
  const isDedicated = nodesOf(properties).some((node) => node.type === "dedicated");
  return deadlinesOf(properties.timeouts as TimeoutInputs | undefined, isDedicated);
}

function observed(network: Network, organization: string): Properties {
  const { name, status, createdAt } = network;
  return { organization: network.organization ?? organization, name, status, createdAt };
}

function placementOf({ project, protocol, network }: Network): Properties {
  return { project, protocol, network };
}

/** Every input is an output too, with the default that applies; the provider text is added by the SDK. */
function echo(inputs: Properties): Properties {
  const { __provider, ...rest } = inputs;
  return { ...rest, readiness: readinessOf(inputs) };
}
