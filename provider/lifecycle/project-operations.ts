import type { Project } from "../platform/schemas.js";
import { type AbsenceQuestion, readOrProve } from "./absence.js";
import type { Account } from "./account.js";
import { deleteUntilGone } from "./deletion.js";
import { deadlinesOf, type TimeoutInputs } from "./durations.js";
import type { Context, Properties, ResourceOperations } from "./handler.js";
import { inputsOf, pick, withoutProvider } from "./inputs.js";
import { writeOrReadBack } from "./lost-answer.js";
import { descriptionOf } from "./project.js";

/** The calls of a Project that reach the platform. */
export const projectOperations: ResourceOperations = {
  async create(inputs, { account }) {
    const organization = await account.organization();
    const body = pick(inputs, ["name", "description", "type"]) as { readonly name: string };
    const project = await account.client.call("createProject", { body }, account.signal);
    return { id: project.id, outs: outputsOf(inputs, project, organization) };
  },

  async read(id, props, { account }) {
    const organization = await account.guard(props.organization);
    const project = await readOrProve(account, absenceOf(id, props), () => account.projects.get(id));
    if (project === undefined) {
      return undefined;
    }
    const outs = outputsOf(inputsOf(props, ["name"]), project, organization);
    // A description that appeared outside is drift, also where the program never wrote one.
    const drifted = descriptionOf(outs) === "" ? {} : { description: outs.description };
    return { outs, inputs: { ...inputsOf(outs, ["name"]), ...drifted } };
  },

  async update(id, olds, news, { account }) {
    const wanted = { name: String(news.name), description: descriptionOf(news) };
    if (wanted.name === olds.name && wanted.description === descriptionOf(olds)) {
      return { ...pick(olds, ["type", "createdAt", "organization"]), ...withoutProvider(news) };
    }
    const organization = await account.guard(olds.organization);
    return outputsOf(news, await patch(account, id, wanted), organization);
  },

  async remove(id, props, context) {
    const { account } = context;
    await account.guard(props.organization);
    await deleteUntilGone(
      {
        absence: absenceOf(id, props),
        remove: () => account.client.call("deleteProject", { id }, account.signal),
        read: () => account.projects.get(id),
        refusal: async () => ({ ids: await contentOf(id, context), isPassing: false }),
        deadlineMs: deadlinesOf(props.timeouts as TimeoutInputs | undefined).deleteMs,
      },
      context,
    );
  },
};

/** Writes both fields; an answer that was lost is resolved by reading them back. */
function patch(
  account: Account,
  id: string,
  wanted: { readonly name: string; readonly description: string },
): Promise<Project> {
  return writeOrReadBack(
    () => account.client.call("updateProject", { id, body: wanted }, account.signal),
    () => account.projects.get(id),
    (seen) => seen.name === wanted.name && (seen.description ?? "") === wanted.description,
  );
}

/** What keeps the platform from deleting a project: its nodes, in both views of the API, and its networks. */
async function contentOf(project: string, { account }: Context): Promise<readonly string[]> {
  const ids = new Set<string>();
  for await (const { results } of account.client.pages("listNetworks", {}, account.signal)) {
    for (const network of results.filter((candidate) => candidate.project === project)) {
      for (const { id } of network.nodes.length === 0 ? [network] : network.nodes) {
        ids.add(id);
      }
    }
  }
  for await (const { results } of account.client.pages("listNodesV2", {}, account.signal)) {
    for (const { id } of results.filter((node) => node.project === project)) {
      ids.add(id);
    }
  }
  return [...ids];
}

function absenceOf(id: string, { organization }: Properties): AbsenceQuestion {
  return { what: `Project ${id}`, id, list: "listProjects", organization, project: undefined };
}

function outputsOf(inputs: Properties, project: Project, organization: string): Properties {
  const { name, description, type, createdAt } = project;
  return { ...withoutProvider(inputs), name, description, type, createdAt, organization };
}
