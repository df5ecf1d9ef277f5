import { z } from "../vendor/zod.js";
import { accessRule, usageExport, usageKey, usageRow, usageTotals } from "./reports.js";
import * as requests from "./requests.js";
import * as schemas from "./schemas.js";
import { type Page, page, pageOrList } from "./wire.js";

/** One operation of the management API, as data. This table drives the client, its types and its tests. */
export interface Operation<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Ends with a slash: without it the service redirects, which would drop the body of a write. */
  readonly path: Path;
  /** Query parameters, all optional. */
  readonly query: Query;
  /** Schema of the request body, if there is one. */
  readonly body: Body;
  /** Format of the response body. */
  readonly media: "json" | "csv" | "none";
  /** Schema of the response body; `z.undefined()` if there is none. */
  readonly response: Response;
  /** Whether the operation is idempotent, so that it may be retried after a lost response. */
  readonly isRepeatable: boolean;
  /** Size limit of the response in bytes, if it differs from the default. */
  readonly maxBodyBytes?: number;
  /** The operation's own limit, in requests per minute and organization, besides that of the whole API. */
  readonly requestsPerMinute?: number;
}

function read<const Path extends string, Response extends z.ZodType>(
  path: Path,
  response: Response,
): Operation<Path, typeof requests.noQuery, undefined, Response> {
  return { method: "GET", path, query: requests.noQuery, body: undefined, media: "json", response, isRepeatable: true };
}

// A server that ignores the page size may return the whole list as one page.
const longListBytes = 32_000_000;

function query<const Path extends string, Response extends z.ZodType, Query extends z.ZodObject>(
  path: Path,
  response: Response,
  parameters: Query,
): Operation<Path, Query, undefined, Response> {
  return { ...read(path, response), query: parameters, maxBodyBytes: longListBytes };
}

function write<const Path extends string, Body extends z.ZodType, Response extends z.ZodType>(
  method: "POST" | "PATCH",
  path: Path,
  body: Body,
  response: Response,
): Operation<Path, typeof requests.noQuery, Body, Response> {
  return { ...read(path, response), method, body, isRepeatable: false };
}

function remove<const Path extends string>(
  path: Path,
): Operation<Path, typeof requests.noQuery, undefined, z.ZodUndefined> {
  return { ...read(path, z.undefined()), method: "DELETE", media: "none", isRepeatable: false };
}

/** Every documented operation of the management API except the faucet, by operation id. */
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
  // Its response is undocumented: read the list to see the new statuses.
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

/** Arguments of the operation `Id`. */
export type CallArguments<Id extends OperationId> = PathParameters<(typeof operations)[Id]["path"]> & {
  readonly query?: QueryOf<Id>;
} & ((typeof operations)[Id]["body"] extends z.ZodType
    ? { readonly body: z.input<(typeof operations)[Id]["body"]> }
    : unknown);

/** Result of the operation `Id`. */
export type CallResult<Id extends OperationId> = z.output<(typeof operations)[Id]["response"]>;

/** Operations that return a paged list. */
export type ListOperationId = {
  [Id in OperationId]: CallResult<Id> extends Page<unknown> ? Id : never;
}[OperationId];

/** Arguments of a walk of the list `Id`: the walk itself sets order and page. */
export type ListArguments<Id extends ListOperationId> = PathParameters<(typeof operations)[Id]["path"]> & {
  readonly query?: Omit<QueryOf<Id>, "order_by" | "ordering" | "page">;
};
