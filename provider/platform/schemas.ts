import { isObject } from "../base/is-object.js";
import { renamed } from "../base/renamed.js";
import { z } from "../vendor/zod.js";
import { idText, listOf, optionalText, optionalTexts, readItems, shownText, text } from "./wire.js";

/*
 * Only the id and, if the type of object has one, the name are required: the platform omits, empties and renames other
 * fields, and an object with unexpected fields still exists.
 */

const organizationRef = renamed({ id: optionalText, name: optionalText }).optional().catch(undefined);

/** The user who created an object. */
const creator = renamed({
  id: optionalText,
  email: optionalText,
  firstName: ["first_name", optionalText],
  lastName: ["last_name", optionalText],
  organization: organizationRef,
})
  .optional()
  .catch(undefined);

/** The organization that a key belongs to. */
export const organization = renamed({ id: idText, name: shownText });

/** A member organization of a consortium project. */
export const projectMember = renamed({ id: idText, name: optionalText, email: optionalText });

/** A project, the same in v1 and v2. */
export const project = renamed({
  id: idText,
  name: text,
  description: optionalText,
  type: optionalText,
  networks: z.number().optional().catch(undefined),
  createdAt: ["created_at", optionalText],
  creator,
}).transform((shown) => ({ ...shown, organization: shown.creator?.organization?.id }));

// Anything but an object reads as empty, such as `""` and `[]` while a node is pending.
const record = z
  .unknown()
  .optional()
  .transform((value): Readonly<Record<string, unknown>> => (isObject(value) && !isOversized(value) ? value : {}));

// No node has so many details, and each could become an endpoint in the state.
const maxMembers = 1_000;

function isOversized(value: object): boolean {
  let left = maxMembers;
  for (const _ in value) {
    left -= 1;
    if (left < 0) {
      return true;
    }
  }
  return false;
}

/** A node as v1 shows it: placed by network, type, provider and region; URLs and secrets in separate fields. */
export const nodeV1 = renamed({
  id: idText,
  name: text,
  status: shownText,
  networkId: ["network", optionalText],
  organization: optionalText,
  type: optionalText,
  role: optionalText,
  provider: optionalText,
  region: optionalText,
  // May hold keys that were never sent.
  configuration: record,
  // `version` is a number in one documented example. Unknown keys are kept: they may hold URLs with a token.
  details: record,
  createdAt: ["created_at", optionalText],
  creator,
}).transform((shown) => ({
  api: "v1" as const,
  ...shown,
  organization: shown.organization ?? shown.creator?.organization?.id,
}));

/** A node as v2 shows it: placed by cloud and blockchain; secrets inside the URLs; `network` is a slug. */
export const nodeV2 = renamed({
  id: idText,
  name: text,
  status: shownText,
  network: optionalText,
  protocol: optionalText,
  project: optionalText,
  cloud: optionalText,
  blockchain: optionalText,
  region: optionalText,
  provider: optionalText,
  details: record,
}).transform((shown) => ({ api: "v2" as const, ...shown }));

/** A v1 network with all fields of its nodes. */
export const network = renamed({
  id: idText,
  name: optionalText,
  project: optionalText,
  protocol: optionalText,
  status: shownText,
  configuration: z.looseObject({ network: optionalText }).nullish().catch(undefined),
  nodes: z
    .unknown()
    .optional()
    .transform((value) => readItems(listOf(value), nodeV1)),
  createdAt: ["created_at", optionalText],
  creator,
}).transform(({ configuration, nodes, ...shown }) => ({
  ...shown,
  network: configuration?.network,
  nodes: nodes.results,
  /** Nodes of the network that cannot be parsed. */
  unreadable: nodes.unreadable,
  organization: shown.creator?.organization?.id,
}));

const deploymentOption = renamed({
  blockchain: text,
  cloud: text,
  region: text,
  provider: text,
  protocol: text,
  network: text,
  features: optionalTexts,
}).transform(({ features = [], ...shown }) => ({ ...shown, features }));

/** What can be created where. Options that cannot be parsed are skipped, unless that would leave none. */
export const deploymentOptions = z
  .looseObject({ options: z.custom<readonly unknown[]>(Array.isArray, "is not a list") })
  .transform(({ options }) => readItems(options, deploymentOption, keyOfOption))
  .refine(({ results, unreadable }) => results.length > 0 || unreadable.length === 0, "no option can be read")
  .transform(({ results }) => results);

function keyOfOption({ blockchain, cloud }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof blockchain === "string" && typeof cloud === "string" ? `${blockchain} ${cloud}` : undefined;
}

/** The organization that a key belongs to. */
export type Organization = z.output<typeof organization>;
/** A project. */
export type Project = z.output<typeof project>;
/** A v1 network. */
export type Network = z.output<typeof network>;
/** A node as v1 shows it. */
export type NodeV1 = z.output<typeof nodeV1>;
/** A node as v2 shows it. */
export type NodeV2 = z.output<typeof nodeV2>;
/** One way to place a v2 node. */
export type DeploymentOption = z.output<typeof deploymentOptions>[number];
