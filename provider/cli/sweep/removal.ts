import { systemClock } from "../../base/clock.js";
import { messageOf } from "../../base/text.js";
import { ConflictError } from "../../errors/errors.js";
import { readIfThere } from "../../lifecycle/absence/absence.js";
import type { AccountScope } from "../../lifecycle/account-scope.js";
import { KnownObjects } from "../../lifecycle/engine/known-objects.js";
import { removeEmptied } from "../../lifecycle/network/removal.js";
import { nodeApis, removeNode } from "../../lifecycle/node/api.js";
import { parseOwner } from "../../lifecycle/owner.js";
import { removeProject } from "../../lifecycle/project/operations.js";
import type { Context } from "../../lifecycle/resource.js";
import { deadlinesOf } from "../../lifecycle/timeouts.js";
import type { AccountNetwork, AccountNode, AccountObjects, AccountProject } from "./account-objects.js";
import { contentOf, type Finding } from "./leftovers.js";

/** Result of a sweep. */
export interface Removal {
  /** Ids of deleted objects. */
  readonly removed: ReadonlySet<string>;
  /** Why objects were not deleted, one line each. */
  readonly problems: readonly string[];
}

/**
 * Deletes objects: nodes first, then networks, then projects, each until it is gone. A failure does not stop the rest.
 * An object whose name has changed since it was listed is kept: a run of the stack has resumed it.
 *
 * @param objects what the account contained when they were listed
 * @param warn called with warnings
 */
export async function removeAll(
  findings: readonly Finding[],
  objects: AccountObjects,
  scope: AccountScope,
  warn: (line: string) => void,
): Promise<Removal> {
  const context: Context = {
    ...scope,
    owner: parseOwner("", ""),
    progress: { status: () => undefined, warn },
    clock: systemClock,
    known: new KnownObjects(),
    signal: scope.account.signal,
  };
  const remover = new Remover(objects, context);
  for (const kind of ["node", "network", "project"] as const) {
    await Promise.all(findings.filter(({ object }) => object.kind === kind).map((finding) => remover.remove(finding)));
  }
  return remover;
}

class Remover implements Removal {
  readonly removed = new Set<string>();
  readonly problems: string[] = [];
  /** Ids that failed: not tried again as part of a network. */
  readonly #kept = new Set<string>();
  readonly #objects: AccountObjects;
  readonly #context: Context;

  constructor(objects: AccountObjects, context: Context) {
    this.#objects = objects;
    this.#context = context;
  }

  async remove({ object, api }: Finding): Promise<void> {
    try {
      switch (object.kind) {
        case "node":
          // Only an API version that shows the node can delete it.
          await this.#removeNode(object, api === "v1" && object.networkId !== undefined ? "v1" : object.api);
          break;
        case "network":
          await this.#removeNetwork(object);
          break;
        case "project":
          await this.#removeProject(object);
          break;
        default:
          object satisfies never;
      }
      this.removed.add(object.id);
    } catch (error) {
      this.#kept.add(object.id);
      this.problems.push(`${object.kind} ${object.id} was not deleted: ${messageOf(error)}`);
    }
  }

  async #removeNode({ id, name, project }: AccountNode, version: "v1" | "v2"): Promise<void> {
    if (this.removed.has(id)) {
      return;
    }
    const { client, signal } = this.#context.account;
    const operation = version === "v1" ? "getNodeV1" : "getNodeV2";
    await refuseRenamed(name, () => client.call(operation, { id }, signal));
    await removeNode(nodeApis[version], id, { project }, deadlineMs, this.#context);
    this.removed.add(id);
  }

  async #removeNetwork({ id, project, nodes }: AccountNetwork): Promise<void> {
    const kept = nodes.filter((node) => this.#kept.has(node.id));
    if (kept.length > 0) {
      throw holding(kept.map((node) => node.id));
    }
    const outcomes = await Promise.allSettled(nodes.map((node) => this.#removeNode(node, "v1")));
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [messageOf(outcome.reason)] : []));
    if (reasons.length > 0) {
      throw new ConflictError(reasons.join(" "));
    }
    // Expected: the platform usually deletes a network with its last node.
    // With a recorded organization, messages would say that the object stays in the state.
    const absence = { what: `Network ${id}`, id, list: "listNetworks", organization: undefined, project } as const;
    await removeEmptied({ ...absence, isExpected: true }, deadlineMs, this.#context);
  }

  async #removeProject({ id, name }: AccountProject): Promise<void> {
    const { account } = this.#context;
    const left = contentOf(id, this.#objects).filter((content) => !this.removed.has(content));
    if (left.length > 0) {
      throw holding(left);
    }
    await refuseRenamed(name, () => account.client.call("getProject", { id }, account.signal));
    await removeProject(id, undefined, undefined, this.#context);
  }
}

const { deleteMs: deadlineMs } = deadlinesOf(undefined);

function holding(ids: readonly string[]): ConflictError {
  return new ConflictError(`it still contains ${ids.join(", ")}.`);
}

/** An object that is gone passes: the deletion itself proves its absence. */
async function refuseRenamed(name: string, read: () => Promise<{ readonly name: string }>): Promise<void> {
  const seen = await readIfThere(read);
  if (seen !== undefined && seen.name !== name) {
    throw new ConflictError(`its name changed from "${name}" to "${seen.name}" in the meantime. Run again.`);
  }
}
