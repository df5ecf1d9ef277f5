import { z } from "zod";
import type { ReadItems, UnreadableItem } from "./lists/unreadable.js";

/*
 * The wire, parsed once. A schema is strict only in the fields that this package relies on; everything else may be
 * missing, null, empty, unknown, of another type or new. Objects leave here in camelCase.
 */

/** A string that must be there. */
export const text = z.string();

/** Whether a value can stand for an object in a path: an empty part, "." and ".." would lead to another path. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value !== "." && value !== "..";
}

/** The id of an object. */
export const idText = z.string().refine(isId, "is no id");

/** A string that may be missing, null, empty or of another type: all mean "not there". */
export const optionalText = z
  .string()
  .nullish()
  .catch(undefined)
  .transform((value) => (value === null || value === undefined || value === "" ? undefined : value));

/** A text that is shown and compared, and nothing else; empty where there is none. */
export const shownText = z.string().catch("");

/** A list of strings that may be missing or anything else. */
export const optionalTexts = z
  .array(z.string())
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined);

/** A page of any list. */
export interface Page<Item, Totals = unknown> extends ReadItems<Item> {
  /** Items over all pages, as the platform counts them at the moment. */
  readonly count: number | undefined;
  /** Link of the next page. */
  readonly next: string | undefined;
  /** Sums over all pages, in the lists that have them. */
  readonly totals: Totals;
}

type WireItem = Readonly<Record<string, unknown>>;

const idOf = ({ id }: WireItem): string | undefined => (isId(id) ? id : undefined);

/** A text; undefined for anything else. */
export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is WireItem =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list that may be missing or empty in any way; anything else in its place counts as an item that cannot be read. */
export function listOf(value: unknown): readonly unknown[] {
  const isEmpty =
    value === undefined || value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
  return Array.isArray(value) ? value : isEmpty ? [] : [value];
}

// One for all: a list may hold nothing else, and a lot of it.
const nameless: UnreadableItem = { id: undefined, name: undefined };

/**
 * Reads items one by one: one that is not as documented does not spoil the others.
 *
 * @param keyOf what tells one item from another
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
    if (unreadable.length > mostUnreadable) {
      break;
    }
    // An issue of zod costs far more than a look: what is missing here, or was for another item, needs none.
    const isHopeless: boolean =
      !isObject(wire) || keyOf(wire) === undefined || (isNameNeeded && textOf(wire.name) === undefined);
    const read: z.ZodSafeParseResult<z.output<Item>> | undefined = isHopeless ? undefined : item.safeParse(wire);
    if (read?.success === true) {
      results.push(read.data);
    } else {
      isNameNeeded ||= read?.error.issues.some(({ path }) => path[0] === "name") === true;
      unreadable.push(isObject(wire) ? knownOf(wire, keyOf) : nameless);
    }
  }
  return { results, unreadable };
}

// A list with more of them is none of the platform's: that it is not whole is known by then.
const mostUnreadable = 100_000;

function knownOf(wire: WireItem, keyOf: (wire: WireItem) => string | undefined): UnreadableItem {
  const [id, name] = [keyOf(wire), textOf(wire.name)];
  return id === undefined && name === undefined ? nameless : { id, name };
}

/**
 * The envelope of every list but the deployment options.
 *
 * @param keyOf what tells one item from another
 * @param totals sums that the envelope holds too
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
      results: z.custom<readonly unknown[]>(Array.isArray, "is no list"),
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

/** A list that may come in an envelope or bare: which of the two is not documented. */
export function pageOrList<Item extends z.ZodType>(item: Item) {
  return z.preprocess((body) => (Array.isArray(body) ? { count: body.length, results: body } : body), page(item));
}
