import { z } from "../vendor/zod.js";

const properties = z.record(z.string(), z.unknown()).nullish();
const resource = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  delete: z.boolean().optional(),
  external: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  inputs: properties,
  outputs: properties,
});
const exported = z.looseObject({
  deployment: z
    .looseObject({
      resources: z.array(resource).nullish(),
      pending_operations: z.array(z.looseObject({ resource, type: z.string().optional() })).nullish(),
    })
    .nullish(),
});

/** One resource of a state. */
export type StoredResource = z.output<typeof resource>;

/** Parses the output of `pulumi stack export`; undefined if it is none. */
export function parseExportedState(text: string): z.output<typeof exported> | undefined {
  return exported.safeParse(parseJson(text)).data;
}

/** Parses JSON; undefined if the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
