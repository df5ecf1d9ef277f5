import type { Account } from "../../account/account.js";
import type { Project } from "../../platform/schemas.js";
import { writeOrReadBack } from "../../platform/write-effects.js";
import { type AbsenceQuestion, guardRead, readIfThere, readOrReport } from "../absence/absence.js";
import { deleteUntilGone } from "../absence/deletion.js";
import { claimName, parseClaim } from "../claim/claim-name.js";
import { isClaimed, makeOnce } from "../claim/create-once.js";
import { giveName, keptAsClaim } from "../claim/final-name.js";
import { namingRefresh } from "../claim/naming-refresh.js";
import { contentsOfProject, holdingOf } from "../container/contents.js";
import { removeLeftOver } from "../container/left-over.js";
import type { Properties } from "../engine/properties.js";
import { inputsOf, pick, withoutProvider } from "../engine/properties.js";
import type { Context, ResourceOperations } from "../resource.js";
import { deadlinesOf, type TimeoutInputs } from "../timeouts.js";
import { descriptionOf, ownsDescription } from "./check.js";

/** The calls of a Project that reach the platform. */
export const projectOperations: ResourceOperations = {
  async create(inputs, context) {
    const { account } = context;
    const organization = await account.organization();
    const project = isClaimed(context)
      ? await makeClaimed(inputs, context)
      : await post(account, inputs, String(inputs.name));
    return { id: project.id, outs: outputsOf(inputs, project, organization) };
  },

  async read(id, props, context) {
    const { account } = context;
    const organization = await guardRead(account, absenceOf(id, props));
    const project = await readOrReport(context, absenceOf(id, props), async () => {
      const seen = await account.projects.get(id);
      // A list that lags behind shows the name of the time before the last step of the creation.
      return parseClaim(seen.name) === undefined ? seen : readFresh(account, id);
    });
    if (project === undefined) {
      return undefined;
    }
    const inputs = inputsOf(props, ["name"]);
    if (inputs.type !== undefined && project.type !== undefined && project.type !== inputs.type) {
      const shown = `type ${project.type}, where the program says ${String(inputs.type)}`;
      context.progress.warn(
        `The platform shows ${id} with ${shown}. Nothing is changed: the type of a project is fixed.`,
      );
    }
    const outs = outputsOf(inputs, project, organization, props);
    return { outs, inputs: inputsOf(outs, ["name"]) };
  },

  async update(id, olds, news, { account }) {
    const change = changeOf(olds, news, ownsDescription(olds, news));
    if (isNothing(change)) {
      return { ...pick(olds, ["type", "description", "createdAt", "organization"]), ...withoutProvider(news) };
    }
    const organization = await account.guard(olds.organization);
    const project = await namingRefresh(`Project ${id}`, () => patch(account, id, change));
    return outputsOf(news, project, organization, olds);
  },

  async remove(id, props, context) {
    const { account } = context;
    await account.guard(props.organization);
    await removeProject(id, props, context);
  },
};

/** Makes a project under its claim; its own name is the last step. */
async function makeClaimed(inputs: Properties, context: Context): Promise<Project> {
  const { account } = context;
  const made = await makeOnce(
    {
      claim: claimName(context.owner),
      what: "project",
      lists: ["listProjects"],
      names: [String(inputs.name)],
      readFresh: (id) => readFresh(account, id),
      hasClaim: ({ name }, claim) => name === claim,
      // Nothing about a project is fixed but its type, and there is one to choose only.
      isInPlace: () => true,
      post: (claim) => post(account, inputs, claim),
      discard: (project) => removeProject(project.id, { timeouts: inputs.timeouts }, context),
    },
    context,
  );
  // An earlier run of another program may have described it otherwise.
  const change = changeOf(made, inputs, true);
  if (isNothing(change)) {
    return made;
  }
  try {
    return await giveName({ rename: (signal) => patch(account, made.id, change, signal) }, context);
  } catch (error) {
    throw keptAsClaim(error, undefined, `project ${made.id}`);
  }
}

function post(account: Account, inputs: Properties, name: string): Promise<Project> {
  return account.client.call(
    "createProject",
    { body: { ...pick(inputs, ["description", "type"]), name } },
    account.signal,
  );
}

/** The project itself: a list may lag behind. */
function readFresh(account: Account, id: string, signal = account.signal): Promise<Project> {
  return account.client.call("getProject", { id }, signal);
}

/** What a write sends: nothing that stays as it is. */
interface Change {
  readonly name?: string;
  readonly description?: string;
}

/** @param isDescribed whether the description is the program's; else it is whatever the console says */
function changeOf(before: Partial<Record<keyof Change, unknown>>, wanted: Properties, isDescribed: boolean): Change {
  const description = descriptionOf(wanted);
  return {
    ...(before.name === wanted.name ? {} : { name: String(wanted.name) }),
    ...(isDescribed && descriptionOf(before) !== description ? { description } : {}),
  };
}

function isNothing(change: Change): boolean {
  return Object.keys(change).length === 0;
}

/** Writes a change; an answer that was lost is resolved by reading it back. */
function patch(account: Account, id: string, change: Change, signal = account.signal): Promise<Project> {
  return writeOrReadBack(
    () => account.client.call("updateProject", { id, body: change }, signal),
    () => readFresh(account, id, signal),
    (seen) => isNothing(changeOf(seen, { ...seen, ...change }, true)),
  );
}

/** Deletes a project and waits until it is gone; what an interrupted run of this stack left in it goes too. */
function removeProject(id: string, props: Properties, context: Context): Promise<void> {
  const { account } = context;
  const { deleteMs } = deadlinesOf(props.timeouts as TimeoutInputs | undefined);
  return deleteUntilGone(
    {
      absence: absenceOf(id, props),
      remove: () => account.client.call("deleteProject", { id }, account.signal),
      read: () => account.projects.get(id),
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

function absenceOf(id: string, { organization }: Properties): AbsenceQuestion {
  return { what: `Project ${id}`, id, list: "listProjects", organization, project: undefined };
}

/** @param recorded outputs of before, for what the platform does not show */
function outputsOf(inputs: Properties, project: Project, organization: string, recorded: Properties = {}): Properties {
  const { name, description, type = recorded.type, createdAt = recorded.createdAt } = project;
  return { type, createdAt, organization, ...withoutProvider(inputs), name, description };
}
