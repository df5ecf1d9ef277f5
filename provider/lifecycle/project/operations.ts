import type { Account } from "../../account/account.js";
import type { Project } from "../../platform/schemas.js";
import { writeOrReadBack } from "../../platform/write-effects.js";
import { type AbsenceQuestion, guardRead, readIfThere, readOrReport } from "../absence/absence.js";
import { deleteUntilGone } from "../absence/deletion.js";
import { claimName, parseClaim } from "../claim/claim-name.js";
import { createOnce, isClaimed } from "../claim/create-once.js";
import { giveName, keptAsClaim } from "../claim/final-name.js";
import { namingRefresh } from "../claim/naming-refresh.js";
import { contentsOfProject, holdingOf } from "../container/contents.js";
import { removeLeftOver } from "../container/left-over.js";
import type { Timeouts } from "../engine/lenient.js";
import { recencyOf } from "../recency.js";
import type { Context, Operations } from "../resource.js";
import { deadlinesOf } from "../timeouts.js";
import { descriptionOf } from "./check.js";
import type { ProjectInputs, ProjectState } from "./model.js";

export const projectOperations: Operations<ProjectInputs, ProjectState> = {
  async create(inputs, context) {
    const { account } = context;
    const organization = await account.organization();
    const project = isClaimed(context)
      ? await createClaimed(inputs, context)
      : await post(account, inputs, inputs.name);
    return { id: project.id, state: stateOf(inputs, project, organization) };
  },

  async read(id, recorded, context) {
    const { account } = context;
    const { inputs } = recorded;
    const absence = absenceOf(id, recorded.organization);
    const organization = await guardRead(account, absence);
    const project = await readOrReport(
      context,
      absence,
      async (options) => {
        const seen = await account.projects.get(id, options);
        // A stale list shows the claim instead of the name.
        return parseClaim(seen.name) === undefined ? seen : readFresh(account, id);
      },
      recencyOf(recorded),
    );
    if (project === undefined) {
      return undefined;
    }
    if (inputs?.type !== undefined && project.type !== undefined && project.type !== inputs.type) {
      const shown = `type ${project.type}, but the program requests ${inputs.type}`;
      context.progress.warn(
        `The platform shows ${id} with ${shown}. Nothing is changed: the type of a project is fixed.`,
      );
    }
    return stateOf(inputs, project, organization, recorded);
  },

  async update(id, recorded, inputs, { account }) {
    // A description that the program no longer sets is cleared; one that it never set belongs to the console.
    const isOwned = inputs.description !== undefined || recorded.inputs?.description !== undefined;
    const change = changeOf(recorded, inputs, isOwned);
    if (isEmpty(change)) {
      const { description = recorded.description, type = recorded.type } = inputs;
      return { state: { ...recorded, ...inputs, inputs, description, type, timeouts: inputs.timeouts } };
    }
    const organization = await account.guard(recorded.organization);
    const project = await namingRefresh(`Project ${id}`, () => patch(account, id, change));
    return { state: stateOf(inputs, project, organization, recorded) };
  },

  async remove(id, { organization, timeouts }, context) {
    await context.account.guard(organization);
    await removeProject(id, organization, timeouts, context);
  },
};

/** Creates a project under its claim; the last step renames it. */
async function createClaimed(inputs: ProjectInputs, context: Context): Promise<Project> {
  const { account } = context;
  const created = await createOnce(
    {
      claim: claimName(context.owner),
      what: "project",
      lists: ["listProjects"],
      names: [inputs.name],
      readFresh: (id) => readFresh(account, id),
      hasClaim: ({ name }, claim) => name === claim,
      // Only the type of a project is fixed, and there is only one to choose.
      isInPlace: () => true,
      post: (claim) => post(account, inputs, claim),
      discard: (project) => removeProject(project.id, undefined, inputs.timeouts, context),
    },
    context,
  );
  // An earlier run may have created it with another description.
  const change = changeOf(created, inputs, true);
  if (isEmpty(change)) {
    return created;
  }
  try {
    return await giveName({ rename: (signal) => patch(account, created.id, change, signal) }, context);
  } catch (error) {
    throw keptAsClaim(error, undefined, `project ${created.id}`);
  }
}

function post(account: Account, { description, type }: ProjectInputs, name: string): Promise<Project> {
  return account.client.call("createProject", { body: { name, description, type } }, account.signal);
}

/** Reads the project itself: a list may lag. */
function readFresh(account: Account, id: string, signal = account.signal): Promise<Project> {
  return account.client.call("getProject", { id }, signal);
}

/** What a write sends: changed members only. */
interface Change {
  readonly name?: string;
  readonly description?: string;
}

type Described = Pick<ProjectInputs, "name" | "description">;

/** @param isDescribed whether the program owns the description, not the console */
function changeOf(before: Described, wanted: Described, isDescribed: boolean): Change {
  const description = descriptionOf(wanted);
  return {
    ...(before.name === wanted.name ? {} : { name: wanted.name }),
    ...(isDescribed && descriptionOf(before) !== description ? { description } : {}),
  };
}

function isEmpty(change: Change): boolean {
  return Object.keys(change).length === 0;
}

/** Writes a change; a lost response is resolved by reading it back. */
function patch(account: Account, id: string, change: Change, signal = account.signal): Promise<Project> {
  return writeOrReadBack(
    () => account.client.call("updateProject", { id, body: change }, signal),
    () => readFresh(account, id, signal),
    (seen) => isEmpty(changeOf(seen, { ...seen, ...change }, true)),
  );
}

/** Deletes a project, with what a killed run of this stack left in it, and waits until it no longer exists. */
export function removeProject(
  id: string,
  organization: string | undefined,
  timeouts: Timeouts,
  context: Context,
): Promise<void> {
  const { account } = context;
  const { deleteMs } = deadlinesOf(timeouts);
  return deleteUntilGone(
    {
      absence: absenceOf(id, organization),
      remove: () => account.client.call("deleteProject", { id }, account.signal),
      read: (options) => account.projects.get(id, options),
      readHolding: async () => {
        const project = await readIfThere(() => readFresh(account, id));
        if (project === undefined) {
          return undefined;
        }
        const contents = await contentsOfProject(project, account);
        await removeLeftOver(contents.nodes, deleteMs, context);
        return holdingOf(contents, context);
      },
      deadlineMs: deleteMs,
    },
    context,
  );
}

function absenceOf(id: string, organization: string | undefined): AbsenceQuestion {
  return { what: `Project ${id}`, id, list: "listProjects", organization, project: undefined };
}

/**
 * A project as the platform shows it, with the type that the program wrote.
 *
 * @param recorded state, for what the platform does not show
 */
function stateOf(
  inputs: ProjectInputs | undefined,
  project: Project,
  organization: string,
  recorded?: ProjectState,
): ProjectState {
  const { name, description, type = recorded?.type, createdAt = recorded?.createdAt } = project;
  return { inputs, name, description, type: inputs?.type ?? type, createdAt, organization, timeouts: inputs?.timeouts };
}
