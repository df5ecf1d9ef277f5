import type { AccessRule } from "./access-rules";

/** Something that can be renamed and deleted; both leave a trace, so that a list can be shown as it was before. */
export interface Entity {
  readonly id: string;
  readonly organizationId: string;
  readonly creatorId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When it stops being visible; undefined while nobody has deleted it. */
  deletedAt?: number;
  /** Invisible to every key though it exists, as after a change of roles. */
  hidden: boolean;
  /** Oldest first. */
  readonly names: { readonly since: number; readonly name: string }[];
}

/** An organization. */
export interface Organization {
  readonly id: string;
  name: string;
}

/** The user that a key acts as. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** What a key may do, from the least to the most. */
export const roles = ["viewer", "editor", "admin"] as const;

/** Role of a key. */
export type Role = (typeof roles)[number];

/** A key and whom it acts as. */
export interface Account {
  readonly apiKey: string;
  readonly user: User;
  organizationId: string;
  role: Role;
}

/** An organization that takes part in a consortium. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** A project. */
export interface Project extends Entity {
  description: string;
  type: "consortium" | "public";
  /** Members beside the organization itself; shown while the project is a consortium. */
  otherMembers: readonly Member[];
}

/** A network; nodes of version 2 live in an implicit one. */
export interface Network extends Entity {
  readonly projectId: string;
  readonly slug: string;
  readonly protocol: string;
}

/** Access data of a node. */
export interface NodeSecrets {
  readonly token: string;
  readonly username: string;
  readonly password: string;
  /** When they stop working; undefined for the current ones. */
  readonly until?: number;
}

/** Every value of the node status that the platform documents. */
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

/** How a fault makes the next deployment end. */
export interface DeploymentOverride {
  readonly outcome: NodeStatus;
  readonly seconds: number | undefined;
}

/** A node; one object for both versions of the interface. */
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
  /** The current secrets first, then rotated ones that still work. */
  secrets: readonly [NodeSecrets, ...NodeSecrets[]];
  deployment: Deployment;
  /** Set from outside (console); wins over the deployment. */
  statusOverride?: NodeStatus;
  /** By id, oldest first. */
  readonly accessRules: Map<string, AccessRule>;
}

/** Whether a node runs everywhere, not in one region. */
export function isGlobal(node: Node): boolean {
  return node.type === "shared" && node.provider === "chainstack_global";
}

/** The name that an object had at a moment. */
export function nameAt(entity: Entity, at: number): string {
  const past = entity.names.filter(({ since }) => since <= at);
  return (past.at(-1) ?? entity.names[0])?.name ?? "";
}

/** Whether an object existed at a moment. */
export function existsAt(entity: Entity, at: number): boolean {
  return entity.createdAt <= at && (entity.deletedAt === undefined || at < entity.deletedAt);
}

/** Status of a node at a moment. */
export function nodeStatusAt(node: Node, at: number): NodeStatus {
  return node.statusOverride ?? (at < node.deployment.endsAt ? "pending" : node.deployment.outcome);
}

/** Status of a network: that of its nodes, worst news first. */
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
