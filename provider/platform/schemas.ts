import { z } from "zod";

/*
 * The wire, parsed once. A schema is strict only in the fields that this package relies on; everything else may be
 * missing, null, empty, unknown or new. Objects leave here in camelCase.
 */

const text = z.string();
/** A string that may be missing, null or empty: all three mean "not there". */
const optionalText = z
  .string()
  .nullish()
  .transform((value) => (value === null || value === undefined || value === "" ? undefined : value));
const optionalTexts = z
  .array(z.string())
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined);

const organizationRef = z.looseObject({ id: optionalText }).nullish().catch(undefined);
const creator = z.looseObject({ organization: organizationRef }).nullish().catch(undefined);

/** The organization that a key belongs to. */
export const organization = z
  .looseObject({ id: text, name: z.string().catch("") })
  .transform(({ id, name }) => ({ id, name }));

/** A project, the same in v1 and v2. */
export const project = z
  .looseObject({
    id: text,
    name: text,
    description: optionalText,
    type: optionalText,
    created_at: optionalText,
    creator,
  })
  .transform((wire) => ({
    id: wire.id,
    name: wire.name,
    description: wire.description,
    type: wire.type,
    createdAt: wire.created_at,
    organization: wire.creator?.organization?.id,
  }));

// `version` is a number in one documented example. Unknown keys may hold addresses with a token: they are kept.
const details = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value): Readonly<Record<string, unknown>> => value ?? {});

/** A node in the view of v1: placed by network, type, provider and region; secrets beside bare URLs. */
export const nodeV1 = z
  .looseObject({
    id: text,
    name: text,
    status: text,
    network: text,
    organization: optionalText,
    type: optionalText,
    provider: optionalText,
    region: optionalText,
    details,
    creator,
  })
  .transform((wire) => ({
    api: "v1" as const,
    id: wire.id,
    name: wire.name,
    status: wire.status,
    networkId: wire.network,
    organization: wire.organization ?? wire.creator?.organization?.id,
    type: wire.type,
    provider: wire.provider,
    region: wire.region,
    details: wire.details,
  }));

/** A node in the view of v2: placed by cloud and blockchain; secrets inside the URLs; `network` is a slug. */
export const nodeV2 = z
  .looseObject({
    id: text,
    name: text,
    status: text,
    network: optionalText,
    protocol: optionalText,
    project: text,
    cloud: optionalText,
    blockchain: optionalText,
    region: optionalText,
    provider: optionalText,
    details,
  })
  .transform((wire) => ({
    api: "v2" as const,
    id: wire.id,
    name: wire.name,
    status: wire.status,
    network: wire.network,
    protocol: wire.protocol,
    project: wire.project,
    cloud: wire.cloud,
    blockchain: wire.blockchain,
    region: wire.region,
    provider: wire.provider,
    details: wire.details,
  }));

/** A network of v1 with its complete nodes. */
export const network = z
  .looseObject({
    id: text,
    name: optionalText,
    project: text,
    protocol: text,
    status: text,
    configuration: z.looseObject({ network: optionalText }).nullish(),
    nodes: z
      .array(nodeV1)
      .nullish()
      .transform((value) => value ?? []),
    created_at: optionalText,
    creator,
  })
  .transform((wire) => ({
    id: wire.id,
    name: wire.name,
    project: wire.project,
    protocol: wire.protocol,
    status: wire.status,
    network: wire.configuration?.network,
    nodes: wire.nodes,
    createdAt: wire.created_at,
    organization: wire.creator?.organization?.id,
  }));

/** What can be created where. */
export const deploymentOptions = z
  .looseObject({
    options: z.array(
      z.looseObject({
        blockchain: text,
        cloud: text,
        region: text,
        provider: text,
        protocol: text,
        network: text,
        features: optionalTexts,
      }),
    ),
  })
  .transform(({ options }) =>
    options.map(({ blockchain, cloud, region, provider, protocol, network: slug, features }) => ({
      blockchain,
      cloud,
      region,
      provider,
      protocol,
      network: slug,
      features: features ?? [],
    })),
  );

/** The error body of v1 and v2, and the undocumented `detail` form; anything else reads as empty. */
export const errorBody = z
  .looseObject({
    error: z
      .looseObject({
        code: z.string().optional().catch(undefined),
        message: z.string().optional().catch(undefined),
        fields: z
          .record(z.string(), z.union([z.array(z.string()), z.string().transform((reason) => [reason])]))
          .optional()
          .catch(undefined),
      })
      .optional()
      .catch(undefined),
    detail: z.string().optional().catch(undefined),
  })
  .catch({});

/**
 * The envelope of every list but the deployment options. An item that is not as documented does not spoil the others: only
 * its id is kept.
 */
export function page<Item extends z.ZodType>(item: Item) {
  return z
    .looseObject({ count: z.number().nullish(), next: optionalText, results: z.array(z.looseObject({ id: text })) })
    .transform(({ count, next, results }) => {
      const parsed = results.map((result) => ({ id: result.id, ...item.safeParse(result) }));
      return {
        count: count ?? undefined,
        next,
        results: parsed.flatMap(({ success, data }) => (success ? [data as z.output<Item>] : [])),
        unreadable: parsed.flatMap(({ success, id }) => (success ? [] : [id])),
      };
    });
}

/** A page of any list. */
export interface Page<Item> {
  /** Items over all pages, as the platform counts them at the moment. */
  readonly count: number | undefined;
  /** Link of the next page. */
  readonly next: string | undefined;
  readonly results: readonly Item[];
  /** Ids of items that are not as documented. */
  readonly unreadable: readonly string[];
}

/** A project. */
export type Project = z.output<typeof project>;
/** A network of v1. */
export type Network = z.output<typeof network>;
/** A node as v1 shows it. */
export type NodeV1 = z.output<typeof nodeV1>;
/** A node as v2 shows it. */
export type NodeV2 = z.output<typeof nodeV2>;
/** One way to place a node of v2. */
export type DeploymentOption = z.output<typeof deploymentOptions>[number];
