import type { AccessRule } from "./access-rules";

/** An object that can be renamed and deleted; it keeps its history, so that lists can show the past. */
export interface Entity {
  readonly id: string;
  readonly organizationId: string;
  readonly creatorId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When it stops being visible; undefined until it is deleted. */
  deletedAt?: number;
  /** Exists, but invisible to every key, as after a change of roles. */
  hidden: boolean;
  /** Oldest first. */
  readonly names: { readonly since: number; readonly name: string }[];
}

/** An organization. */
export interface Organization {
  readonly id: string;
  name: string;
}

/** The user of a key. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Roles of a key, in ascending order. */
export const roles = ["viewer", "editor", "admin"] as const;

/** Role of a key. */
export type Role = (typeof roles)[number];

/** A key with its user, organization and role. */
export interface Account {
  readonly apiKey: string;
  readonly user: User;
  organizationId: string;
  role: Role;
}

/** A member organization of a consortium. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** A project. */
export interface Project extends Entity {
  description: string;
  type: "consortium" | "public";
  /** Members besides its own organization; shown while the project is a consortium. */
  otherMembers: readonly Member[];
}

/** A network; v2 nodes are in an implicit one. */
export interface Network extends Entity {
  readonly projectId: string;
  readonly slug: string;
  readonly protocol: string;
}

/** Credentials of a node. */
export interface NodeSecrets {
  readonly token: string;
  readonly username: string;
  readonly password: string;
  /** When they stop working; undefined for the current ones. */
  readonly until?: number;
}

/** The documented values of the node status. */
export const nodeStatuses = [
  "error",
  "failed",
  "maintenance",
  "pending",
  "running",
  "starting",
  "stopped",
  "stopping",
] as const;

/** Status of a node. */
export type NodeStatus = (typeof nodeStatuses)[number];

/** How a deployment ends, and when. */
export interface Deployment {
  readonly endsAt: number;
  readonly outcome: NodeStatus;
}

/** Outcome of a deployment under a fault. */
export interface DeploymentOverride {
  readonly outcome: NodeStatus;
  readonly seconds: number | undefined;
}

/** A node, the same object in v1 and v2. */
export interface Node extends Entity {
  readonly projectId: string;
  readonly networkId: string;
  readonly slug: string;
  readonly protocol: string;
  readonly type: "dedicated" | "shared";
  readonly provider: string;
  readonly region: string;
  readonly cloud: string | null;
  readonly blockchain: string | null;
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The current secrets first, then rotated ones. */
  secrets: readonly [NodeSecrets, ...NodeSecrets[]];
  deployment: Deployment;
  /** Set by the admin interface; overrides the status of the deployment. */
  statusOverride?: NodeStatus;
  /** By id, oldest first. */
  readonly accessRules: Map<string, AccessRule>;
}

/** Whether a node is global, not regional or dedicated. */
export function isGlobal(node: Node): boolean {
  return node.type === "shared" && node.provider === "chainstack_global";
}

/** The name of an object at a time. */
export function nameAt(entity: Entity, at: number): string {
  const past = entity.names.filter(({ since }) => since <= at);
  return (past.at(-1) ?? entity.names[0])?.name ?? "";
}

/** Whether an object existed at a time. */
export function existsAt(entity: Entity, at: number): boolean {
  return entity.createdAt <= at && (entity.deletedAt === undefined || at < entity.deletedAt);
}

/** Status of a node at a time. */
export function nodeStatusAt(node: Node, at: number): NodeStatus {
  return node.statusOverride ?? (at < node.deployment.endsAt ? "pending" : node.deployment.outcome);
}

/** Status of a network, the worst of its nodes first. */
export function networkStatus(statuses: readonly NodeStatus[]): string {
  const broken = statuses.filter((status) => status === "failed" || status === "error").length;
  if (broken > 0) {
    return statuses.every((status) => status === "failed") ? "failed" : "warning";
  }
  if (statuses.some((status) => status === "running" || status === "maintenance")) {
    return "ok";
  }
  return statuses[0] ?? "pending";
}
