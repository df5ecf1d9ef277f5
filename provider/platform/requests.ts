import { z } from "../vendor/zod.js";

/*
 * Request bodies and queries, as data; types are inferred from here. Strict on purpose: the platform ignores an
 * undocumented field today, and may give it a meaning tomorrow.
 */

const text = z.string();
/** Options of a protocol, in the platform's own names. */
const configuration = z.record(text, z.unknown());

/** A new name: the only change that nodes, networks and the organization allow. */
export const rename = z.strictObject({ name: text });

/** Body of a new project. `type`: `public` is the only accepted value. */
export const projectCreate = z.strictObject({ name: text, description: text.optional(), type: text.optional() });

/** Body of a change of a project. The effect of an empty one is undocumented. */
export const projectUpdate = z
  .strictObject({ name: text.optional(), description: text.optional() })
  .refine((body) => Object.keys(body).length > 0, "must change something");

/** A v1 node without its network. `peer` is the only role. */
const nodePlacement = z.strictObject({
  name: text,
  type: text,
  role: z.literal("peer"),
  provider: text,
  region: text,
  configuration,
});

/** Body of a new network. `name` is for consortium projects only: the platform names public networks itself. */
export const networkCreate = z.strictObject({
  project: text,
  protocol: text,
  configuration: z.strictObject({ network: text }),
  nodes: z.array(nodePlacement).readonly(),
  name: text.optional(),
});

/** Body of a new v1 node. */
export const nodeCreateV1 = nodePlacement.extend({ network: text });

/** Body of a new v2 node: `cloud` and `blockchain` of one deployment option. */
export const nodeCreateV2 = z.strictObject({ name: text, project: text, cloud: text, blockchain: text });

const accessRuleType = z.enum(["ip", "origin"]);
const accessRuleStatus = z.enum(["activated", "deactivated"]);

/** Body of a new access rule: one IPv4 or IPv6 address, or a host, `*.host` or `*`. A new rule is `deactivated`. */
export const accessRuleCreate = z.strictObject({ type: accessRuleType, value: text });

/** Body of a change of an access rule; its type is fixed. */
export const accessRuleUpdate = z.union([
  z.strictObject({ value: text, status: z.undefined().optional() }),
  z.strictObject({ value: z.undefined().optional(), status: accessRuleStatus }),
]);

/** Body of a change of all access rules of a node. */
export const accessRuleStatusUpdate = z.strictObject({ status: accessRuleStatus });

/** No query parameters. */
export const noQuery = z.strictObject({});

const page = z.int().positive().optional();
const paging = {
  order_by: z.enum(["name", "-name", "created_at", "-created_at"]).optional(),
  page,
};
const filter = text.optional();

/** Only the page number. */
export const pageQuery = z.strictObject({ page });

/** Query of v2 nodes, which has no filters. */
export const nodesV2Query = z.strictObject(paging);

/** Query of projects. `name` may match part of the name. */
export const projectsQuery = z.strictObject({ ...paging, organization: filter, name: filter, type: filter });

const networkFilters = {
  project: filter,
  name: filter,
  public_network: filter,
  status: filter,
  protocol: filter,
  project_type: filter,
};

/** Query of networks. `public_network` is a slug. */
export const networksQuery = z.strictObject({ ...paging, ...networkFilters });

/** Query of v1 nodes. */
export const nodesV1Query = z.strictObject({
  ...paging,
  ...networkFilters,
  organization: filter,
  network: filter,
  region: filter,
  provider: filter,
  role: filter,
  type: filter,
  archive: z.boolean().optional(),
});

const usageFilters = {
  date_from: filter,
  date_to: filter,
  node_id: filter,
  protocol: filter,
  network: filter,
  node_type: z.enum(["elastic", "dedicated"]).optional(),
  granularity: z.enum(["day", "hour"]).optional(),
  ordering: filter,
};

/** Query of node usage: ISO 8601 times, comma-separated filters; reports sort by `ordering`. */
export const usageQuery = z.strictObject({ ...usageFilters, page });

/** Query of the export of node usage, which is not paged. */
export const usageExportQuery = z.strictObject(usageFilters);

/** Query of access rules. Whether the list is paged is undocumented. */
export const accessRulesQuery = z.strictObject({
  type: accessRuleType.optional(),
  status: accessRuleStatus.optional(),
});
