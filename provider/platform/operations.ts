import { z } from "zod";
import { accessRule, usageExport, usageKey, usageRow, usageTotals } from "./reports.js";
import * as requests from "./requests.js";
import * as schemas from "./schemas.js";
import { type Page, page, pageOrList } from "./wire.js";

/** One operation of the management API, as data: the client, its types and its tests are driven by this table. */
export interface Operation<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Ends with a slash: without it the service answers by redirect, which would lose the body of a write. */
  readonly path: Path;
  /** Query parameters, all optional. */
  readonly query: Query;
  /** Shape of the body, for operations that send one. */
  readonly body: Body;
  /** Form of the answer's body. */
  readonly media: "json" | "csv" | "none";
  /** Shape of the answer's body; an answer without body has `z.undefined()`. */
  readonly response: Response;
  /** Whether a second call has the same effect as one: only then is it repeated after an answer was lost. */
  readonly isRepeatable: boolean;
  /** Longest answer in bytes, where the usual one is too short. */
  readonly maxBodyBytes?: number;
  /** Limit of its own, in requests a minute and organization, beside that of the whole interface. */
  readonly requestsPerMinute?: number;
}

function read<const Path extends string, Response extends z.ZodType>(
  path: Path,
  response: Response,
): Operation<Path, typeof requests.noQuery, undefined, Response> {
  return { method: "GET", path, query: requests.noQuery, body: undefined, media: "json", response, isRepeatable: true };
}

// A page may be as long as a server that ignores the size of pages makes it.
const longListBytes = 32_000_000;

function query<const Path extends string, Response extends z.ZodType, Query extends z.ZodObject>(
  path: Path,
  response: Response,
  parameters: Query,
): Operation<Path, Query, undefined, Response> {
  return { ...read(path, response), query: parameters, maxBodyBytes: longListBytes };
}

function write<
  const Path extends string,
  Body extends z.ZodType,
  Response extends z.ZodType,
  const Method extends "POST" | "PATCH",
>(
  method: Method,
  path: Path,
  body: Body,
  response: Response,
): Operation<Path, typeof requests.noQuery, Body, Response> {
  return { method, path, query: requests.noQuery, body, media: "json", response, isRepeatable: false };
}

function remove<const Path extends string>(
  path: Path,
): Operation<Path, typeof requests.noQuery, undefined, z.ZodUndefined> {
  return {
    method: "DELETE",
    path,
    query: requests.noQuery,
    body: undefined,
    media: "none",
    response: z.undefined(),
    isRepeatable: false,
  };
}

/** Every operation of the management API that is documented, the faucet excepted, by operation id. */
export const operations = {
  getOrganization: read("/v1/organization/", schemas.organization),
  updateOrganization: write("PATCH", "/v1/organization/", requests.rename, schemas.organization),

  listProjectsV1: query("/v1/projects/", page(schemas.project), requests.projectsQuery),
  createProjectV1: write("POST", "/v1/projects/", requests.projectCreate, schemas.project),
  getProjectV1: read("/v1/projects/{id}/", schemas.project),
  updateProjectV1: write("PATCH", "/v1/projects/{id}/", requests.projectUpdate, schemas.project),
  deleteProjectV1: remove("/v1/projects/{id}/"),
  listProjectMembers: query("/v1/projects/{id}/members/", page(schemas.projectMember), requests.pageQuery),

  listProjects: query("/v2/projects/", page(schemas.project), requests.projectsQuery),
  createProject: write("POST", "/v2/projects/", requests.projectCreate, schemas.project),
  getProject: read("/v2/projects/{id}/", schemas.project),
  updateProject: write("PATCH", "/v2/projects/{id}/", requests.projectUpdate, schemas.project),
  deleteProject: remove("/v2/projects/{id}/"),

  listNetworks: query("/v1/networks/", page(schemas.network), requests.networksQuery),
  createNetwork: write("POST", "/v1/networks/", requests.networkCreate, schemas.network),
  getNetwork: read("/v1/networks/{id}/", schemas.network),
  updateNetwork: write("PATCH", "/v1/networks/{id}/", requests.rename, schemas.network),
  deleteNetwork: remove("/v1/networks/{id}/"),

  listNodesV1: query("/v1/nodes/", page(schemas.nodeV1), requests.nodesV1Query),
  createNodeV1: write("POST", "/v1/nodes/", requests.nodeCreateV1, schemas.nodeV1),
  getNodeV1: read("/v1/nodes/{id}/", schemas.nodeV1),
  updateNodeV1: write("PATCH", "/v1/nodes/{id}/", requests.rename, schemas.nodeV1),
  deleteNodeV1: remove("/v1/nodes/{id}/"),

  listNodesV2: query("/v2/nodes/", page(schemas.nodeV2), requests.nodesV2Query),
  createNodeV2: write("POST", "/v2/nodes/", requests.nodeCreateV2, schemas.nodeV2),
  getNodeV2: read("/v2/nodes/{id}/", schemas.nodeV2),
  updateNodeV2: write("PATCH", "/v2/nodes/{id}/", requests.rename, schemas.nodeV2),
  deleteNodeV2: remove("/v2/nodes/{id}/"),

  listDeploymentOptions: query("/v2/deployment-options/", schemas.deploymentOptions, requests.noQuery),

  listNodeUsage: {
    ...query("/v2/reporting/node-usage/", page(usageRow, usageKey, usageTotals), requests.usageQuery),
    requestsPerMinute: 60,
  },
  exportNodeUsage: {
    ...query("/v2/reporting/node-usage/export/", usageExport, requests.usageExportQuery),
    media: "csv",
    requestsPerMinute: 5,
  },

  listAccessRules: query("/v2/nodes/{nodeId}/access-rules/", pageOrList(accessRule), requests.accessRulesQuery),
  createAccessRule: write("POST", "/v2/nodes/{nodeId}/access-rules/", requests.accessRuleCreate, accessRule),
  getAccessRule: read("/v2/nodes/{nodeId}/access-rules/{id}/", accessRule),
  updateAccessRule: write("PATCH", "/v2/nodes/{nodeId}/access-rules/{id}/", requests.accessRuleUpdate, accessRule),
  deleteAccessRule: remove("/v2/nodes/{nodeId}/access-rules/{id}/"),
  // What it answers is not documented: the list tells what became of the rules.
  updateAccessRuleStatuses: {
    ...write(
      "POST",
      "/v2/nodes/{nodeId}/access-rules/bulk-update-status/",
      requests.accessRuleStatusUpdate,
      z.undefined(),
    ),
    media: "none",
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** Operation ids. */
export type OperationId = keyof typeof operations;

/** Names between braces in a path. */
type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & PathParameters<Rest>
  : unknown;

/** The query parameters of an operation. */
type QueryOf<Id extends OperationId> = z.input<(typeof operations)[Id]["query"]>;

/** What a call of the operation `Id` takes. */
export type CallArguments<Id extends OperationId> = PathParameters<(typeof operations)[Id]["path"]> & {
  readonly query?: QueryOf<Id>;
} & ((typeof operations)[Id]["body"] extends z.ZodType
    ? { readonly body: z.input<(typeof operations)[Id]["body"]> }
    : unknown);

/** What a call of the operation `Id` answers. */
export type CallResult<Id extends OperationId> = z.output<(typeof operations)[Id]["response"]>;

/** Operations that answer a list by pages. */
export type ListOperationId = {
  [Id in OperationId]: CallResult<Id> extends Page<unknown> ? Id : never;
}[OperationId];

/** What a walk of the list `Id` takes: order and page belong to the walk. */
export type ListArguments<Id extends ListOperationId> = PathParameters<(typeof operations)[Id]["path"]> & {
  readonly query?: Omit<QueryOf<Id>, "order_by" | "ordering" | "page">;
};
