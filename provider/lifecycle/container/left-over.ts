import { throwAll } from "../../errors/throw-rejections.js";
import { readIfThere } from "../absence/absence.js";
import { removeNode } from "../node/api.js";
import type { Context } from "../resource.js";
import type { HeldNode } from "./contents.js";

/**
 * Deletes the nodes that a killed run of this stack was creating: they are in no state. A list may show a stale claim
 * of a node that has its own name by now: each is read first.
 */
export async function removeLeftOver(nodes: readonly HeldNode[], deadlineMs: number, context: Context): Promise<void> {
  const { account, claims, owner, progress } = context;
  const outcomes = await Promise.allSettled(
    nodes
      .filter(({ name }) => claims.isLeftOver(name, owner))
      .map(async ({ id, api, project }) => {
        const seen = await readIfThere(() => api.readFresh(account, id));
        if (seen !== undefined && claims.isLeftOver(seen.name, owner)) {
          progress.warn(`Deletes the node ${id}, which an earlier run of this stack began to create.`);
          await removeNode(api, id, { project }, deadlineMs, context);
        }
      }),
  );
  throwAll(outcomes);
}
