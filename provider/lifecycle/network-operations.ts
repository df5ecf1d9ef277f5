import { ConflictError, isProviderError, RejectedError, ShapeError } from "../errors.js";
import { chainKey } from "../health/chains.js";
import type { Network } from "../platform/schemas.js";
import { type AbsenceQuestion, proveAbsence, readOrProve } from "./absence.js";
import type { Account } from "./account.js";
import { argumentOfNetwork, namingArguments } from "./argument-names.js";
import { deleteUntilGone } from "./deletion.js";
import { type Deadlines, deadlinesOf, type TimeoutInputs } from "./durations.js";
import type { Context, Properties, ResourceOperations } from "./handler.js";
import { inputsOf, pick, withoutProvider } from "./inputs.js";
import { writeOrReadBack } from "./lost-answer.js";
import { isOwned, nodesOf } from "./network-inputs.js";
import {
  idsOfSlots,
  inOrder,
  nodeInputs,
  nodeOutputs,
  observeOwn,
  type Repair,
  repairNodes,
  withNodes,
} from "./network-nodes.js";
import { absenceOfNode, nodeApis, nodeBody, removeNode } from "./node-api.js";
import { raisesReadiness, readinessOf } from "./node-inputs.js";
import { type NodeView, viewOfV1 } from "./node-view.js";
import { PartialFailure } from "./partial-failure.js";
import { nextStep, type Readiness, waitUntilReady } from "./wait.js";

/** The calls of a Network that reach the platform. */
export const networkOperations: ResourceOperations = {
  async create(inputs, context) {
    const { account } = context;
    const organization = await account.organization();
    await refuseName(inputs, account);
    const body = {
      project: String(inputs.project),
      protocol: String(inputs.protocol),
      configuration: { network: String(inputs.network) },
      nodes: nodesOf(inputs).map(nodeBody),
      ...(inputs.name === undefined ? {} : { name: String(inputs.name) }),
    };
    const made = await namingArguments(argumentOfNetwork, () =>
      account.client.call("createNetwork", { body }, account.signal),
    );
    const network = await withNodes(made, body.nodes.length, context);
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
    const network = await readOrProve(account, absenceOf(id, props), () => account.networks.get(id));
    if (network === undefined) {
      return undefined;
    }
    if (!isOwned(props)) {
      const { project, protocol, network: chain, status } = network;
      const nodes = network.nodes.map((node) => nodeOutputs({}, viewOfV1(node, network), node.status === "running"));
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
    const olds = nodesOf(props);
    const views = await observeOwn(olds, props, network, account);
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
    const network = mustRename ? await renamed(id, String(news.name), account) : await account.networks.get(id);
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
    const own = await refuseForeign(id, props, account);
    const { deleteMs } = deadlinesOfNetwork(props);
    const deletions = await Promise.allSettled(
      own.map((nodeId) => removeNode(nodeApis.v1, nodeId, props, deleteMs, context)),
    );
    throwAll(deletions);
    await deleteUntilGone(
      {
        absence: absenceOf(id, props),
        // Most often the network went with its last node: then this answers 404.
        remove: () => account.client.call("deleteNetwork", { id }, account.signal),
        read: () => account.networks.get(id),
        refusal: async () => ({ ids: (await account.networks.get(id)).nodes.map((node) => node.id), isPassing: false }),
        deadlineMs: deleteMs,
      },
      context,
    );
  },
};

/** The platform names networks of public projects itself, and refuses to rename them. */
async function refuseName({ name, project }: Properties, account: Account): Promise<void> {
  if (name !== undefined && (await account.projects.get(String(project))).type !== "consortium") {
    const reason = "the platform names the networks of a public project itself; leave it out";
    throw new RejectedError("", { name: [reason] });
  }
}

function renamed(id: string, name: string, account: Account): Promise<Network> {
  return writeOrReadBack(
    () => account.client.call("updateNetwork", { id, body: { name } }, account.signal),
    () => account.networks.get(id),
    (seen) => seen.name === name,
  );
}

/** Waits for all before it fails, so that nothing goes on behind the engine's back. */
function throwAll(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  if (reasons.length > 1) {
    const messages = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason)));
    throw new ConflictError(messages.join(" "), { cause: reasons[0] });
  }
  if (reasons.length === 1) {
    throw reasons[0];
  }
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
      const outcome = await waitUntilReady(
        view,
        {
          label: `Node ${view.name}`,
          readiness,
          deadlineMs,
          chain: chainKey(String(inputs.protocol), String(inputs.network)),
          observe: () => nodeApis.v1.read(context.account, view.id),
          proveGone: () =>
            proveAbsence(context.account, absenceOfNode(nodeApis.v1, view.id, { ...inputs, organization })),
        },
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
  const [cause = new Error(message)] = failures;
  throw new PartialFailure(network.id, outs, `${message} ${nextStep(cause, "network", context.owner.urn)}`, { cause });
}

/**
 * Nodes that other resources or people added to the network stop its deletion before anything is deleted.
 *
 * @returns the ids of the network's own nodes
 */
async function refuseForeign(id: string, props: Properties, account: Account): Promise<readonly string[]> {
  const slots = nodesOf(props);
  const network = await account.networks.get(id).catch((error: unknown) => {
    if (isProviderError(error, "not-found")) {
      return undefined;
    }
    throw error;
  });
  const ids = network === undefined ? slots.map((slot) => slot.id) : idsOfSlots(slots, network);
  const own = ids.flatMap((ownId) => (typeof ownId === "string" ? [ownId] : []));
  const foreign = network?.nodes.map((node) => node.id).filter((nodeId) => !own.includes(nodeId)) ?? [];
  if (foreign.length > 0) {
    throw new ConflictError(
      `Network ${id} holds nodes that are not part of this resource: ${foreign.join(", ")}. Nothing was deleted: remove them first.`,
    );
  }
  return own;
}

function absenceOf(id: string, props: Properties): AbsenceQuestion {
  const { organization, project } = props;
  return { what: `Network ${id}`, id, list: "listNetworks", organization, project };
}

function deadlinesOfNetwork(properties: Properties): Deadlines {
  const isDedicated = nodesOf(properties).some((node) => node.type === "dedicated");
  return deadlinesOf(properties.timeouts as TimeoutInputs | undefined, isDedicated);
}

function observed(network: Network, organization: string): Properties {
  const { name, status, createdAt } = network;
  return { organization, name, status, createdAt };
}

/** Every input is an output too, with the default that applies; the provider text is added by the SDK. */
function echo(inputs: Properties): Properties {
  return { ...withoutProvider(inputs), readiness: readinessOf(inputs) };
}
