/*
 * Without imports: a program loads this to declare resources, and the provider process to parse their state.
 */

/** How a resource type reaches its provider. */
export interface ResourceShape {
  /** Name of the handler that the lifecycle module exports. */
  readonly handler: string;
  /** Every key of its state; the SDK creates properties only for keys that it is given. */
  readonly outputs: readonly string[];
  /** Outputs that are encrypted in state. */
  readonly secrets?: readonly string[];
  /** Whether deleting it makes no platform call, so that nothing can be left behind. */
  readonly isOnlyForgotten?: true;
}

/** Text in the state of a Network. */
export const networkTexts = ["project", "protocol", "network", "name", "status", "createdAt", "organization"] as const;

const nodePlace = ["network", "networkId", "project", "region", "provider", "cloud", "blockchain", "type"] as const;

/** Text that the platform shows of a Node. */
export const nodeTexts = ["name", "status", "host", "protocol", ...nodePlace, "mode", "version"] as const;

const nodeSettings = ["chain", "configuration", "readiness", "onCreateTimeout", "timeouts"] as const;

/** All resource types, by the last part of their type token. */
export const shapes = {
  Project: { handler: "project", outputs: ["name", "description", "type", "timeouts", "createdAt", "organization"] },
  Network: {
    handler: "network",
    outputs: [...networkTexts, "nodes", "ready", "readiness", "timeouts"],
    secrets: ["nodes"],
  },
  Node: {
    handler: "node",
    outputs: [...nodeTexts, "apiNamespaces", "organization", "ready", ...nodeSettings, "endpoints"],
    secrets: ["endpoints"],
  },
  OrganizationSettings: { handler: "organizationSettings", outputs: ["name", "organization"], isOnlyForgotten: true },
  NodeHealth: {
    handler: "nodeHealth",
    outputs: ["verdict", "report", "node", "endpoints", "expect", "triggers", "timeouts"],
    secrets: ["endpoints"],
    isOnlyForgotten: true,
  },
} as const satisfies Readonly<Record<string, ResourceShape>>;

/** Last part of a type token. */
export type ResourceType = keyof typeof shapes;

/** A schema for each output in the state of a resource: the compiler refuses a missing and a foreign one. */
export type OutputSchemas<Type extends ResourceType, Schema> = Readonly<
  Record<(typeof shapes)[Type]["outputs"][number], Schema>
>;
