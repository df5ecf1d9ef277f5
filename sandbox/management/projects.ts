import { nameAt, type Project } from "../state/model";
import { type Call, getVisible, isVisible, list, nameMatches, pageRequest, type Route, viewer } from "./request/call";
import { FieldCheck } from "./request/field-check";
import { paginate } from "./request/pagination";
import type { ApiResponse } from "./request/response";
import { checkEmpty, checkName } from "./rules";
import { membersOf, projectView } from "./views";

/** Routes of projects, the same in v1 and v2. */
export const projectRoutes: readonly Route[] = [
  ...versioned("v1", ""),
  ...versioned("v2", "V2"),
  { operation: "retrieveProjectMembers", method: "GET", path: "/v1/projects/:id/members/", handle: members },
];

function versioned(version: string, suffix: string): Route[] {
  const all = `/${version}/projects/`;
  const one = `/${version}/projects/:id/`;
  return [
    { operation: `listAllProjects${suffix}`, method: "GET", path: all, handle: listAll },
    { operation: `createProject${suffix}`, method: "POST", path: all, handle: create },
    { operation: `retrieveProject${suffix}`, method: "GET", path: one, handle: read },
    { operation: `updateProject${suffix}`, method: "PATCH", path: one, handle: update },
    { operation: `deleteProject${suffix}`, method: "DELETE", path: one, handle: remove },
  ];
}

function listAll(call: Call): ApiResponse {
  const query = call.url.searchParams;
  const at = call.listAt;
  return list(
    call,
    call.store.projects.values(),
    (project) =>
      nameMatches(call, nameAt(project, at)) &&
      [project.organizationId, null, ""].includes(query.get("organization")) &&
      [project.type, null, ""].includes(query.get("type")),
    (project) => ({ name: nameAt(project, at), createdAt: project.createdAt }),
    (project) => projectView(project, viewer(call, at)),
  );
}

function create(call: Call): ApiResponse {
  const check = new FieldCheck(call.body);
  const name = check.text("name");
  checkName(call, check, name, call.store.projects.values());
  const description = check.optionalText("description") ?? "";
  if (check.has("type")) {
    check.choice("type", "public");
  }
  check.finish();
  return { status: 201, body: projectView(call.store.addProject(call.account, name, description), viewer(call)) };
}

function read(call: Call): ApiResponse {
  return { status: 200, body: projectView(getVisible(call, call.store.projects), viewer(call)) };
}

function update(call: Call): ApiResponse {
  const project = getVisible(call, call.store.projects);
  const check = new FieldCheck(call.body);
  const name = check.textIfPresent("name");
  if (name !== undefined) {
    checkName(call, check, name, call.store.projects.values());
  }
  const description = check.optionalText("description");
  check.finish();
  if (name !== undefined) {
    call.store.rename(project, name);
  }
  project.description = description ?? project.description;
  return { status: 200, body: projectView(project, viewer(call)) };
}

function remove(call: Call): ApiResponse {
  const project: Project = getVisible(call, call.store.projects);
  const nodes = call.store.networksOf(project).flatMap((network) => call.store.nodesOf(network));
  checkEmpty(call, "project", nodes);
  call.store.removeProject(project, call.settings.deleteDelayMs);
  return { status: 204 };
}

function members(call: Call): ApiResponse {
  const project = getVisible(call, call.store.projects);
  return { status: 200, body: paginate(membersOf(project, call.store), pageRequest(call), (member) => member) };
}

/** The project in the body; a field problem when the key cannot see it. */
export function readProject(call: Call, check: FieldCheck): Project | undefined {
  const id = check.text("project");
  const project = call.store.projects.get(id);
  // A project that is being deleted must not accept a node.
  if (id !== "" && (project?.deletedAt !== undefined || !isVisible(call, project))) {
    check.fail("project", `Unknown project "${id}".`);
    return undefined;
  }
  return project;
}
