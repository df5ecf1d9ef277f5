import { type Clock, systemClock } from "../base/clock.js";
import { redactor } from "../base/redact.js";
import { defaultMaxBodyBytes } from "../http/call-limits.js";
import type { RateLimiter } from "../http/limiter.js";
import { send } from "../http/send.js";
import type { SendGuard } from "../http/send-guard.js";
import { readAnswer } from "./answers.js";
import { type ListGrowth, type ListSource, type WalkedPage, walkList } from "./lists/list-walk.js";
import {
  type CallArguments,
  type CallResult,
  type ListArguments,
  type ListOperationId,
  type Operation,
  type OperationId,
  operations,
} from "./operations.js";
import { type CallInput, checkRequest, type QueryValues } from "./request-check.js";

/** How a platform client reaches its account. */
export interface PlatformClientOptions {
  /** Origin of the platform; calls go nowhere else. */
  readonly baseUrl: URL;
  /** Management key, sent as a bearer token. */
  readonly apiKey: string;
  /** Shared by all callers of the same account. */
  readonly limiter: RateLimiter;
  /** Times the waits between retries. */
  readonly clock?: Clock;
  /** Blocks writes. */
  readonly writeGuard?: SendGuard | undefined;
  /** Called after each write, successful or not. */
  readonly onWrite?: (() => void) | undefined;
}

const timeoutMs = 30_000;
const accepts = { json: "application/json", csv: "text/csv", none: "application/json" } as const;

/** A client of the platform's management API, driven by the table of operations. */
export class PlatformClient {
  readonly #options: PlatformClientOptions;
  readonly #redact: (text: string) => string;

  constructor(options: PlatformClientOptions) {
    this.#options = options;
    this.#redact = redactor([options.apiKey]);
  }

  /**
   * Calls one operation. Reads are retried on transient failures; writes only when they provably had no effect.
   *
   * @throws {ProviderError} see `errors.ts`; a write whose response was lost throws a `TransportError` with
   * `mayHaveTakenEffect` or an `UnavailableError`
   */
  async call<Id extends OperationId>(id: Id, ...[input, signal]: Rest<CallArguments<Id>>): Promise<CallResult<Id>> {
    const given = (input ?? {}) as CallInput;
    checkRequest(id, given);
    try {
      return (await this.#perform(id, given, signal)) as CallResult<Id>;
    } finally {
      if (operations[id].method !== "GET") {
        this.#options.onWrite?.();
      }
    }
  }

  /**
   * Walks a list page by page: the first page, then from the last page down. Every item that exists and matches the
   * query during the whole walk is yielded exactly once, whatever is added or removed meanwhile. So do not filter by
   * fields that can change, such as name and status. Usage reports, which only grow, are walked upward.
   *
   * @throws {ProviderError} see `call`; a {@link ShapeError} for a list that contradicts itself
   */
  pages<Id extends ListOperationId>(
    id: Id,
    ...[input, signal]: Rest<ListArguments<Id>>
  ): AsyncGenerator<WalkedPage<CallResult<Id>>, void> {
    const given = (input ?? {}) as CallInput;
    checkRequest(id, given);
    const order = orderOf(id);
    const source: ListSource<CallResult<ListOperationId>> = {
      id,
      growth: order.growth,
      read: async (page) =>
        (await this.#perform(
          id,
          { ...given, query: { ...given.query, ...order.query, ...paging(id, page) } },
          signal,
        )) as CallResult<ListOperationId>,
      pageOf: (link) => this.#pageOf(link),
    };
    return walkList(source) as AsyncGenerator<WalkedPage<CallResult<Id>>, void>;
  }

  async #perform(id: OperationId, input: CallInput, signal: AbortSignal | undefined): Promise<unknown> {
    const operation: Operation = operations[id];
    const { limiter, clock = systemClock, writeGuard } = this.#options;
    const { query = {}, body, ...path } = input;
    const answer = await send(
      {
        method: operation.method,
        origin: this.#options.baseUrl.origin,
        url: this.#url(operation.path, path as Readonly<Record<string, string>>, query),
        headers: {
          authorization: `Bearer ${this.#options.apiKey}`,
          accept: accepts[operation.media],
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs,
        maxBodyBytes: operation.maxBodyBytes ?? defaultMaxBodyBytes,
        signal,
      },
      {
        limiter,
        clock,
        isRepeatable: operation.isRepeatable,
        ownWindowMs: operation.requestsPerMinute === undefined ? undefined : 60_000,
        guard: operation.method === "GET" ? undefined : writeGuard,
      },
    );
    return readAnswer(id, operation, answer, this.#redact, path.id);
  }

  // Only the page number is taken from a link: the key must not go to another host.
  #pageOf(link: string): number | undefined {
    const base = this.#options.baseUrl.href;
    const page = URL.canParse(link, base) ? new URL(link, base).searchParams.get("page") : null;
    return page !== null && /^\d+$/.test(page) ? Number(page) : undefined;
  }

  #url(template: string, path: Readonly<Record<string, string>>, query: QueryValues): URL {
    const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
    const url = new URL(this.#options.baseUrl);
    // Set on the URL itself: resolved against a base, a path that begins with // would name another host.
    url.pathname = url.pathname.replace(/\/+$/, "") + filled;
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) {
        url.searchParams.set(name, String(value));
      }
    }
    return url;
  }
}

/**
 * How a list is walked: sorted so that new items go to the end, if the list supports such an order. A list sorted by
 * creation grows at its end; a report grows anywhere; how any other list grows is unknown.
 */
function orderOf(id: ListOperationId): { readonly growth: ListGrowth; readonly query: QueryValues } {
  const { shape } = operations[id].query;
  if ("order_by" in shape) {
    return { growth: "end", query: { order_by: "created_at" } };
  }
  return "ordering" in shape
    ? { growth: "anywhere", query: { ordering: "datetime,node_id" } }
    : { growth: "unknown", query: {} };
}

/** The page parameter, for lists that document it; other lists get it only for a later page that their link names. */
function paging(id: ListOperationId, page: number): QueryValues {
  return page > 1 || "page" in operations[id].query.shape ? { page } : {};
}

/** Arguments after the operation id; the input is optional if nothing in it is required. */
type Rest<Input> =
  Record<never, never> extends Input ? [input?: Input, signal?: AbortSignal] : [input: Input, signal?: AbortSignal];
