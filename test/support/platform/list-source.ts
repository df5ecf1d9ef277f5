import { NotFoundError, UnavailableError } from "../../../provider/errors/errors.js";
import { ListReader } from "../../../provider/platform/lists/list-reader.js";
import { type WalkedPage, walkList } from "../../../provider/platform/lists/list-walk.js";
import type { ListReaderOptions } from "../../../provider/platform/lists/read-options.js";
import type { Page } from "../../../provider/platform/wire.js";

/** An object, with where it was read. */
export interface Thing {
  readonly id: string;
  readonly from: "list" | "read";
}

/** So many ids. */
export const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `N-${index}`);

/** A source over a list of ids that records every call, with a reader of it. */
export function listOf(
  initial: readonly string[],
  { pageSize = 100, ...options }: ListReaderOptions & { readonly pageSize?: number } = {},
) {
  const calls: string[] = [];
  let listed = [...initial];
  let failing: number | undefined;
  const source = {
    /** What the list says that it counts; by default what it holds. */
    count: undefined as number | undefined,
    /** Items of the first page that cannot be parsed. */
    unreadable: [] as readonly { readonly id: string | undefined; readonly name: undefined }[],
    remove: (gone: readonly string[]): void => {
      listed = listed.filter((id) => !gone.includes(id));
    },
    /** Makes a page fail. */
    failAt: (page: number | undefined): void => {
      failing = page;
    },
    /** By default, whatever was never removed exists, listed or not. */
    one: async (id: string): Promise<Thing> => {
      calls.push(`read ${id}`);
      if (id.startsWith("missing") || (initial.includes(id) && !listed.includes(id))) {
        throw new NotFoundError(`no ${id}`);
      }
      return { id, from: "read" };
    },
    pages: (): AsyncGenerator<WalkedPage<Page<Thing>>> =>
      walkList({
        id: "listThings",
        growth: "end",
        read: async (page): Promise<Page<Thing>> => {
          calls.push(`page ${page}`);
          await new Promise(setImmediate);
          if (page === failing) {
            throw new UnavailableError("no page", 503);
          }
          const start = (page - 1) * pageSize;
          return {
            count: source.count ?? listed.length + source.unreadable.length,
            next: start + pageSize < listed.length ? `?page=${page + 1}` : undefined,
            results: listed.slice(start, start + pageSize).map((id) => ({ id, from: "list" as const })),
            unreadable: page === 1 ? source.unreadable : [],
            totals: undefined,
          };
        },
        pageOf: (link) => Number(link.split("=")[1]),
      }),
  };
  return { calls, source, reader: new ListReader<Thing>(source, { windowMs: 0, ...options }) };
}
