import { compare } from "../../base/compare";
import { invalid, notFound } from "./response";

/** Pagination parameters. */
export interface PageRequest {
  readonly query: URLSearchParams;
  readonly pageSize: number;
  /** Full URL of the request. */
  readonly url: URL;
  readonly links: "absolute" | "foreign" | "page-only";
}

/** Sort keys of `order_by`. */
export interface Sortable {
  readonly name: string;
  readonly createdAt: number;
}

/** The list envelope of the platform. */
export interface Envelope<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

/**
 * Sorts by `order_by`: `name` or `created_at`, descending with `-`. Ties in `name` are broken by creation time.
 * @throws ApiError 400 for any other value.
 */
export function sorted<T>(items: readonly T[], query: URLSearchParams, keys: (item: T) => Sortable): T[] {
  const order = query.get("order_by") || "created_at";
  const field = order.replace(/^-/, "");
  if (field !== "name" && field !== "created_at") {
    throw invalid({ order_by: [`"${order}" is not a valid choice.`] });
  }
  const sign = order.startsWith("-") ? -1 : 1;
  return items
    .map((item) => ({ item, ...keys(item) }))
    .sort((a, b) => {
      const byName = field === "name" ? compare(a.name, b.name) : 0;
      return sign * (byName || a.createdAt - b.createdAt);
    })
    .map(({ item }) => item);
}

/**
 * Returns one page.
 * @throws ApiError 404 for a page that does not exist; page 1 always does.
 */
export function paginate<T, V>(items: readonly T[], request: PageRequest, view: (item: T) => V): Envelope<V> {
  const pages = Math.max(1, Math.ceil(items.length / request.pageSize));
  const page = pageNumber(request.query.get("page"));
  if (page > pages) {
    throw notFound();
  }
  const start = (page - 1) * request.pageSize;
  return {
    count: items.length,
    next: page < pages ? link(request, page + 1) : null,
    previous: page > 1 ? link(request, page - 1) : null,
    results: items.slice(start, start + request.pageSize).map(view),
  };
}

function pageNumber(value: string | null): number {
  if (value === null || value === "") {
    return 1;
  }
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw notFound();
  }
  return Number(value);
}

function link({ url, links }: PageRequest, page: number): string {
  const target = new URL(links === "foreign" ? `http://other-origin.invalid${url.pathname}${url.search}` : url);
  if (links === "page-only") {
    target.search = "";
  }
  target.searchParams.set("page", String(page));
  return target.href;
}
