import { isObject } from "../base/is-object.js";
import { z } from "../vendor/zod.js";
import type { ReadItems, UnreadableItem } from "./lists/unreadable.js";

/*
 * The wire format, parsed once. A schema is strict only in the fields that this package relies on; everything else may
 * be missing, null, empty, unknown, of another type or new. Parsed objects are camelCase.
 */

/** A required string. */
export const text = z.string();

/** Whether a value can identify an object in a path: an empty segment, "." and ".." would change the path. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value !== "." && value !== "..";
}

/** The id of an object. */
export const idText = z.string().refine(isId, "is not an id");

/** A value that may be missing, null or of another type: all read as undefined. */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .catch(undefined)
    .transform((value) => value ?? undefined);
}

/** A string that may be missing, null, empty or of another type: all read as undefined. */
export const optionalText = lenient(z.string()).transform((value) => value || undefined);

/** A text that is only shown and compared; empty if it is missing. */
export const shownText = z.string().catch("");

/** A list of strings that may be missing or anything else. */
export const optionalTexts = lenient(z.array(z.string()));

/** A page of any list. */
export interface Page<Item, Totals = unknown> extends ReadItems<Item> {
  /** Number of items on all pages, as the platform counts them now. */
  readonly count: number | undefined;
  /** Link of the next page. */
  readonly next: string | undefined;
  /** Sums over all pages, for the lists that have them. */
  readonly totals: Totals;
}

type WireItem = Readonly<Record<string, unknown>>;

const idOf = ({ id }: WireItem): string | undefined => (isId(id) ? id : undefined);

/** The value if it is a string; undefined for anything else. */
export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A list that may be missing or empty in any form; anything else counts as one unreadable item. */
export function listOf(value: unknown): readonly unknown[] {
  const isEmpty =
    value === undefined || value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
  return Array.isArray(value) ? value : isEmpty ? [] : [value];
}

// Shared, since a list may consist of thousands of such items.
const nameless: UnreadableItem = { id: undefined, name: undefined };

/**
 * Parses items one by one, so that one that does not match the documentation does not hide the others.
 *
 * @param keyOf what identifies an item
 */
export function readItems<Item extends z.ZodType>(
  wires: readonly unknown[],
  item: Item,
  keyOf: (wire: WireItem) => string | undefined = idOf,
): ReadItems<z.output<Item>> {
  const results: z.output<Item>[] = [];
  const unreadable: UnreadableItem[] = [];
  let isNameNeeded = false;
  for (const wire of wires) {
    if (unreadable.length > maxUnreadable) {
      break;
    }
    // Creating a zod issue is far slower than this check, and a list may hold many items with the same defect.
    const isUnreadable: boolean =
      !isObject(wire) || keyOf(wire) === undefined || (isNameNeeded && textOf(wire.name) === undefined);
    const read: z.ZodSafeParseResult<z.output<Item>> | undefined = isUnreadable ? undefined : item.safeParse(wire);
    if (read?.success === true) {
      results.push(read.data);
    } else {
      isNameNeeded ||= read?.error.issues.some(({ path }) => path[0] === "name") === true;
      unreadable.push(isObject(wire) ? knownOf(wire, keyOf) : nameless);
    }
  }
  return { results, unreadable };
}

// No list of the platform has more; by then the list is known to be incomplete.
const maxUnreadable = 100_000;

function knownOf(wire: WireItem, keyOf: (wire: WireItem) => string | undefined): UnreadableItem {
  const [id, name] = [keyOf(wire), textOf(wire.name)];
  return id === undefined && name === undefined ? nameless : { id, name };
}

/**
 * The envelope of every list except the deployment options.
 *
 * @param keyOf what identifies an item
 * @param totals schema of the envelope's sums
 */
export function page<Item extends z.ZodType, Totals extends z.ZodType = z.ZodUnknown>(
  item: Item,
  keyOf: (wire: WireItem) => string | undefined = idOf,
  totals?: Totals,
) {
  return z
    .looseObject({
      count: z.int().nonnegative().nullish().catch(undefined),
      // A link of another type must not read as the end of the list.
      next: z.string().nullish(),
      results: z.custom<readonly unknown[]>(Array.isArray, "is not a list"),
      totals: z.unknown().optional(),
    })
    .transform((envelope): Page<z.output<Item>, z.output<Totals>> => {
      const { count, next, results } = envelope;
      return {
        count: count ?? undefined,
        next: next === null || next === "" ? undefined : next,
        ...readItems(results, item, keyOf),
        totals: totals?.safeParse(envelope.totals).data as z.output<Totals>,
      };
    });
}

/** A list in an envelope or bare: which of the two is undocumented. */
export function pageOrList<Item extends z.ZodType>(item: Item) {
  return z.preprocess((body) => (Array.isArray(body) ? { count: body.length, results: body } : body), page(item));
}
