import { z } from "zod";
import { ValidationError } from "../base/validation";
import { networkView, nodeV1View, nodeV2View, organizationView, projectView, type Viewer } from "../management/views";
import { type Entity, existsAt } from "../state/model";
import { type AdminCall, type AdminResponse, type AdminRoute, NotFoundError, parseBody } from "./operation";

const changeSchema = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    type: z.enum(["consortium", "public"]),
    hidden: z.boolean(),
    members: z.array(z.strictObject({ id: z.string(), name: z.string(), email: z.string() })),
  })
  .partial();

/** Out-of-band changes to objects, as made in the console or by other users. */
export const objectRoutes: readonly AdminRoute[] = [
  { method: "GET", path: "/objects", summary: "every object, with its process", handle: listObjects },
  {
    method: "PATCH",
    path: "/objects/:id",
    summary:
      "change an object: name, hidden (404 for every key); projects: description, type, members (of a consortium, besides its own organization); organizations: name",
    handle: change,
  },
  {
    method: "DELETE",
    path: "/objects/:id",
    summary: "delete a project, network or node, with its contents",
    handle: remove,
  },
];

function listObjects({ context, origin }: AdminCall): AdminResponse {
  const { store, settings, fleet, lies } = context;
  const at = store.clock.now();
  const viewer: Viewer = { store, settings, origin, at };
  const alive = <T extends Entity>(items: ReadonlyMap<string, T>) =>
    [...items.values()].filter((it) => existsAt(it, at));
  const organization = store.organizations.get(context.account.organizationId);
  return {
    status: 200,
    body: {
      organization: organization && organizationView(organization),
      organizations: [...store.organizations.values()].map(organizationView),
      projects: alive(store.projects).map((project) => ({
        ...projectView(project, viewer),
        organization: project.organizationId,
        hidden: project.hidden,
      })),
      networks: alive(store.networks).map((network) => ({
        ...networkView(network, viewer),
        nodes: store.nodesOf(network, at).map(({ id }) => id),
        hidden: network.hidden,
      })),
      nodes: alive(store.nodes).map((node) => ({
        ...nodeV1View(node, viewer),
        project: node.projectId,
        hidden: node.hidden,
        v2: nodeV2View(node, viewer),
        process: fleet.get(node.id)?.describe() ?? null,
        lies: lies.describe(node.id),
      })),
    },
  };
}

function change(call: AdminCall): AdminResponse {
  const { store } = call.context;
  const { name, description, type, hidden, members } = parseBody(call, changeSchema);
  if (name?.trim() === "") {
    throw new ValidationError("name must not be blank");
  }
  const organization = store.organizations.get(call.id);
  if (organization !== undefined) {
    organization.name = name ?? organization.name;
    return { status: 200, body: organizationView(organization) };
  }
  const project = store.projects.get(call.id);
  if (project === undefined && [description, type, members].some((value) => value !== undefined)) {
    throw new ValidationError("description, type and members apply to projects only");
  }
  const entity = entityOf(call);
  if (name !== undefined) {
    store.rename(entity, name);
  }
  if (project !== undefined) {
    project.description = description ?? project.description;
    project.type = type ?? project.type;
    project.otherMembers = members ?? project.otherMembers;
  }
  entity.hidden = hidden ?? entity.hidden;
  return { status: 200, body: { id: entity.id, name: store.nameOf(entity), hidden: entity.hidden } };
}

function remove(call: AdminCall): AdminResponse {
  const { store } = call.context;
  const { id } = entityOf(call);
  const node = store.nodes.get(id);
  const network = store.networks.get(id);
  const project = store.projects.get(id);
  if (node !== undefined) {
    store.removeNode(node, 0);
  } else if (network !== undefined) {
    store.removeNetwork(network, 0);
  } else if (project !== undefined) {
    store.removeProject(project, 0);
  }
  return { status: 204 };
}

/** The project, network or node with the id in the path. */
function entityOf({ context: { store }, id }: AdminCall): Entity {
  const entity = store.projects.get(id) ?? store.networks.get(id) ?? store.nodes.get(id);
  if (entity === undefined || !existsAt(entity, store.clock.now())) {
    throw new NotFoundError(`There is no "${id}".`);
  }
  return entity;
}
