import { asError } from "../../base/text.js";
import { isProviderError } from "../../errors/errors.js";
import { chainKey } from "../../health/chains/chains.js";
import type { Network } from "../../platform/schemas.js";
import { proveAbsence } from "../absence/absence.js";
import { parseClaim } from "../claim/claim-name.js";
import { isClaimed } from "../claim/create-once.js";
import { giveName, keptAsClaim } from "../claim/final-name.js";
import { absenceOfNode, nodeApis } from "../node/api.js";
import { namingArguments } from "../node/argument-names.js";
import type { Readiness } from "../node/model.js";
import { waitUntilReady } from "../node/readiness.js";
import { withRecorded } from "../node/record.js";
import type { Context } from "../resource.js";
import type { NetworkInputs } from "./model.js";
import { argumentOfSlot, type Repair } from "./nodes.js";

export interface Unfinished {
  readonly network: Network;
  readonly nodes: readonly Repair[];
  readonly inputs: NetworkInputs;
  readonly organization: string;
  readonly readiness: Readiness;
  readonly deadlineMs: number;
}

export function waitForAll(unfinished: Unfinished, context: Context): Promise<readonly Repair[]> {
  const { nodes, inputs, organization, readiness, deadlineMs } = unfinished;
  return Promise.all(
    nodes.map(async ({ view, failure }, index): Promise<Repair> => {
      if (view === undefined || failure !== undefined) {
        return { view, failure };
      }
      const ended = await waitUntilReady(
        view,
        {
          label: `Node ${inputs.nodes[index]?.name}`,
          readiness,
          deadlineMs,
          chain: chainKey(inputs.protocol, inputs.network),
          read: () => nodeApis.v1.read(context.account, view.id),
          proveDeleted: () =>
            proveAbsence(
              context.account,
              absenceOfNode(nodeApis.v1, view.id, { project: inputs.project, organization }),
            ),
        },
        context,
      );
      return { ...ended, view: withRecorded(ended.view, view.outputs) };
    }),
  );
}

/**
 * Renames the nodes of a new network to their own names, the first one last: the next run finds the network by its
 * claim.
 *
 * @throws {NotReadyError} when a node cannot be renamed: the network is not saved in state then
 */
export async function nameNew(
  unfinished: Unfinished,
  [first, ...others]: readonly Repair[],
  context: Context,
): Promise<readonly Repair[]> {
  const refuse = ({ view, failure }: Repair) => {
    if (view === undefined && isClaimed(context)) {
      throw keptAsClaim(failure, undefined, `network ${unfinished.network.id}`);
    }
  };
  const named = await Promise.all(others.map((repair, index) => nameSlot(unfinished, index + 1, repair, context)));
  named.forEach(refuse);
  const last = first === undefined ? [] : [await nameSlot(unfinished, 0, first, context)];
  last.forEach(refuse);
  return [...last, ...named];
}

/** Renames a node to its own name. Without a view if it still has the claim: the next run finds it by that. */
export async function nameSlot(
  { inputs, deadlineMs }: Unfinished,
  index: number,
  { view, failure }: Repair,
  context: Context,
): Promise<Repair> {
  const { account } = context;
  const name = inputs.nodes[index]?.name;
  if (view === undefined || name === undefined || view.name === name) {
    return { view, failure };
  }
  if (isProviderError(failure, "not-found")) {
    return { view: undefined, failure };
  }
  try {
    const rename = async (signal?: AbortSignal) => {
      const write = () => nodeApis.v1.rename(account, view.id, name, signal);
      return withRecorded(await namingArguments(argumentOfSlot(index), write), view.outputs);
    };
    if (parseClaim(view.name) === undefined) {
      return { view: await rename(), failure };
    }
    const named = await giveName(
      {
        rename,
        isPending: async () => (await nodeApis.v1.readFresh(account, view.id)).status === "pending",
        deadlineMs: failure === undefined ? deadlineMs : 0,
      },
      context,
    );
    return { view: named, failure };
  } catch (error) {
    const why = failure ?? asError(error);
    return { view: parseClaim(view.name) === undefined ? view : undefined, failure: why };
  }
}
