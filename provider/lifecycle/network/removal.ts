import { type AbsenceQuestion, readIfThere } from "../absence/absence.js";
import { deleteUntilGone } from "../absence/deletion.js";
import { contentsOfNetwork, holdingOf } from "../container/contents.js";
import type { Context } from "../resource.js";
import { readNetworkFresh } from "./nodes.js";

/**
 * Deletes a network whose own nodes are deleted, if the platform has not deleted it with the last of them. Nodes of
 * others prevent that.
 *
 * @throws {ProviderError} as {@link deleteUntilGone}
 */
export function removeEmptied(absence: AbsenceQuestion, deadlineMs: number, context: Context): Promise<void> {
  const { account } = context;
  const { id } = absence;
  return deleteUntilGone(
    {
      absence,
      remove: () => account.client.call("deleteNetwork", { id }, account.signal),
      read: (options) => account.networks.get(id, options),
      readHolding: async () => {
        const network = await readIfThere(() => readNetworkFresh(id, account));
        return network && holdingOf(await contentsOfNetwork(network, account, true), context);
      },
      deadlineMs,
    },
    context,
  );
}
