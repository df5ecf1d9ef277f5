import { z } from "zod";

/*
 * The wire, parsed once. A schema is strict only in the fields that this package relies on; everything else may be
 * missing, null, empty, unknown, of another type or new. Objects leave here in camelCase.
 */

/** A string that must be there. */
export const text = z.string();

/** A string that may be missing, null, empty or of another type: all mean "not there". */
export const optionalText = z
  .string()
  .nullish()
  .catch(undefined)
  .transform((value) => (value === null || value === undefined || value === "" ? undefined : value));

/** A list of strings that may be missing or anything else. */
export const optionalTexts = z
  .array(z.string())
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined);

/** A page of any list. */
export interface Page<Item, Totals = unknown> {
  /** Items over all pages, as the platform counts them at the moment. */
  readonly count: number | undefined;
  /** Link of the next page. */
  readonly next: string | undefined;
  readonly results: readonly Item[];
  /** Ids of items that are not as documented. */
  readonly unreadable: readonly string[];
  /** Sums over all pages, in the lists that have them. */
  readonly totals: Totals;
}

type WireItem = Readonly<Record<string, unknown>>;

const idOf = ({ id }: WireItem): string | undefined => (typeof id === "string" ? id : undefined);

/**
 * The envelope of every list but the deployment options. An item that is not as documented does not spoil the others: only
 * its id is kept.
 *
 * @param keyOf what tells one item from another
 * @param totals sums that the envelope holds too
 */
export function page<Item extends z.ZodType, Totals extends z.ZodType = z.ZodUnknown>(
  item: Item,
  keyOf: (wire: WireItem) => string | undefined = idOf,
  totals?: Totals,
) {
  const row = z.looseObject({}).refine((wire) => keyOf(wire) !== undefined, "an item without an id");
  return z
    .looseObject({
      count: z.number().nullish().catch(undefined),
      // A link of another type must not read as the end of the list.
      next: z.string().nullish(),
      results: z.array(row),
      totals: z.unknown().optional(),
    })
    .transform((envelope): Page<z.output<Item>, z.output<Totals>> => {
      const { count, next, results } = envelope;
      const parsed = results.map((result) => ({ id: keyOf(result) ?? "", ...item.safeParse(result) }));
      return {
        count: count ?? undefined,
        next: next === null || next === "" ? undefined : next,
        results: parsed.flatMap(({ success, data }) => (success ? [data as z.output<Item>] : [])),
        unreadable: parsed.flatMap(({ success, id }) => (success ? [] : [id])),
        totals: totals?.safeParse(envelope.totals).data as z.output<Totals>,
      };
    });
}

/** A list that may come in an envelope or bare: which of the two is not documented. */
export function pageOrList<Item extends z.ZodType>(item: Item) {
  return z.preprocess((body) => (Array.isArray(body) ? { count: body.length, results: body } : body), page(item));
}
