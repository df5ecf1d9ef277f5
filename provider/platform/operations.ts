import { z } from "zod";
import * as schemas from "./schemas.js";

/** One operation of the management API, as data: the client, its types and its tests are driven by this table. */
export interface Operation<
  Path extends string = string,
  Query extends string = string,
  Body = unknown,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Ends with a slash: without it the service answers by redirect, which would lose the body of a write. */
  readonly path: Path;
  /** Names of the query parameters. */
  readonly query: readonly Query[];
  /** The documented success status; with 204 there is no body. */
  readonly status: 200 | 201 | 204;
  /** Shape of the answer's body; an answer without body has `z.undefined()`. */
  readonly response: Response;
  /** Carries the type of the body; no value. */
  readonly body?: Body;
}

/** The operation `createNodeV2` and its like: the body's type is given by hand, all else is inferred. */
function operation<Body = undefined>() {
  return <const Path extends string, const Query extends string, Response extends z.ZodType>(
    table: Omit<Operation<Path, Query, Body, Response>, "query" | "body"> & { readonly query?: readonly Query[] },
  ): Operation<Path, Query, Body, Response> => ({ ...table, query: table.query ?? [] });
}

const nothing = z.undefined();
const listQuery = ["order_by", "page"] as const;

interface NodePlacementV1 {
  readonly name: string;
  readonly type: string;
  /** The platform knows only `peer`. */
  readonly role: "peer";
  readonly provider: string;
  readonly region: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Every operation that this package calls, by operation id. */
export const operations = {
  getOrganization: operation()({
    method: "GET",
    path: "/v1/organization/",
    status: 200,
    response: schemas.organization,
  }),

  listProjects: operation()({
    method: "GET",
    path: "/v2/projects/",
    query: listQuery,
    status: 200,
    response: schemas.page(schemas.project),
  }),
  createProject: operation<{ readonly name: string; readonly description?: string; readonly type?: string }>()({
    method: "POST",
    path: "/v2/projects/",
    status: 201,
    response: schemas.project,
  }),
  getProject: operation()({ method: "GET", path: "/v2/projects/{id}/", status: 200, response: schemas.project }),
  updateProject: operation<{ readonly name?: string; readonly description?: string }>()({
    method: "PATCH",
    path: "/v2/projects/{id}/",
    status: 200,
    response: schemas.project,
  }),
  deleteProject: operation()({ method: "DELETE", path: "/v2/projects/{id}/", status: 204, response: nothing }),

  listNetworks: operation()({
    method: "GET",
    path: "/v1/networks/",
    query: listQuery,
    status: 200,
    response: schemas.page(schemas.network),
  }),
  createNetwork: operation<{
    readonly project: string;
    readonly protocol: string;
    readonly configuration: { readonly network: string };
    readonly nodes: readonly NodePlacementV1[];
    readonly name?: string;
  }>()({ method: "POST", path: "/v1/networks/", status: 201, response: schemas.network }),
  getNetwork: operation()({ method: "GET", path: "/v1/networks/{id}/", status: 200, response: schemas.network }),
  updateNetwork: operation<{ readonly name: string }>()({
    method: "PATCH",
    path: "/v1/networks/{id}/",
    status: 200,
    response: schemas.network,
  }),
  deleteNetwork: operation()({ method: "DELETE", path: "/v1/networks/{id}/", status: 204, response: nothing }),

  listNodesV1: operation()({
    method: "GET",
    path: "/v1/nodes/",
    query: listQuery,
    status: 200,
    response: schemas.page(schemas.nodeV1),
  }),
  createNodeV1: operation<NodePlacementV1 & { readonly network: string }>()({
    method: "POST",
    path: "/v1/nodes/",
    status: 201,
    response: schemas.nodeV1,
  }),
  getNodeV1: operation()({ method: "GET", path: "/v1/nodes/{id}/", status: 200, response: schemas.nodeV1 }),
  updateNodeV1: operation<{ readonly name: string }>()({
    method: "PATCH",
    path: "/v1/nodes/{id}/",
    status: 200,
    response: schemas.nodeV1,
  }),
  deleteNodeV1: operation()({ method: "DELETE", path: "/v1/nodes/{id}/", status: 204, response: nothing }),

  listNodesV2: operation()({
    method: "GET",
    path: "/v2/nodes/",
    query: listQuery,
    status: 200,
    response: schemas.page(schemas.nodeV2),
  }),
  createNodeV2: operation<{
    readonly name: string;
    readonly project: string;
    readonly cloud: string;
    readonly blockchain: string;
  }>()({ method: "POST", path: "/v2/nodes/", status: 201, response: schemas.nodeV2 }),
  getNodeV2: operation()({ method: "GET", path: "/v2/nodes/{id}/", status: 200, response: schemas.nodeV2 }),
  updateNodeV2: operation<{ readonly name: string }>()({
    method: "PATCH",
    path: "/v2/nodes/{id}/",
    status: 200,
    response: schemas.nodeV2,
  }),
  deleteNodeV2: operation()({ method: "DELETE", path: "/v2/nodes/{id}/", status: 204, response: nothing }),

  listDeploymentOptions: operation()({
    method: "GET",
    path: "/v2/deployment-options/",
    status: 200,
    response: schemas.deploymentOptions,
  }),
} as const;

/** Operation ids. */
export type OperationId = keyof typeof operations;

/** Names between braces in a path. */
type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & PathParameters<Rest>
  : unknown;

/** What a call of the operation `Id` takes. */
export type CallArguments<Id extends OperationId> =
  (typeof operations)[Id] extends Operation<infer Path, infer Query, infer Body, z.ZodType>
    ? PathParameters<Path> & {
        readonly query?: { readonly [Name in Query]?: string | number };
      } & (Body extends undefined ? unknown : { readonly body: Body })
    : never;

/** What a call of the operation `Id` answers. */
export type CallResult<Id extends OperationId> = z.output<(typeof operations)[Id]["response"]>;

/** Operations that answer a list by pages. */
export type ListOperationId = {
  [Id in OperationId]: CallResult<Id> extends schemas.Page<unknown> ? Id : never;
}[OperationId];

/** One item of a list operation. */
export type ListItem<Id extends ListOperationId> =
  CallResult<Id> extends schemas.Page<infer Item extends { readonly id: string }> ? Item : never;
