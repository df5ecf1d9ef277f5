import { isProviderError, ShapeError } from "../errors.js";
import type { RateLimiter } from "../http/limiter.js";
import { send } from "../http/send.js";
import { readAnswer } from "./answers.js";
import {
  type CallArguments,
  type CallResult,
  type ListItem,
  type ListOperationId,
  type Operation,
  type OperationId,
  operations,
} from "./operations.js";
import type { Page } from "./schemas.js";

/** How a platform client reaches its account. */
export interface PlatformClientOptions {
  /** Origin of the platform; calls go nowhere else. */
  readonly baseUrl: URL;
  /** Management key, sent as bearer token. */
  readonly apiKey: string;
  /** Shared by everything that uses the same account. */
  readonly limiter: RateLimiter;
}

const timeoutMs = 30_000;
const maxBodyBytes = 32 * 1024 * 1024;
// A list that never ends is a fault of the server, not a reason to walk for ever.
const maxPages = 1_000;
const maxRestarts = 5;

/** The management API of the platform, one method for every operation of the table. */
export class PlatformClient {
  readonly #options: PlatformClientOptions;

  constructor(options: PlatformClientOptions) {
    this.#options = options;
  }

  /**
   * Calls one operation. Reads are repeated on failures that pass; writes only when they provably did not take effect.
   *
   * @throws {ProviderError} see `errors.ts`; a write whose answer was lost is a `TransportError` with `lost` or an
   * `UnavailableError`
   */
  async call<Id extends OperationId>(
    id: Id,
    ...[input, signal]: Record<never, never> extends CallArguments<Id>
      ? [input?: CallArguments<Id>, signal?: AbortSignal]
      : [input: CallArguments<Id>, signal?: AbortSignal]
  ): Promise<CallResult<Id>> {
    return (await this.#perform(id, input as CallInput, signal)) as CallResult<Id>;
  }

  async #perform(id: OperationId, input: CallInput = {}, signal?: AbortSignal): Promise<unknown> {
    const operation: Operation = operations[id];
    const { query = {}, body, ...path } = input;
    const answer = await send(
      {
        method: operation.method,
        url: this.#url(operation.path, path as Readonly<Record<string, string>>, query),
        headers: {
          authorization: `Bearer ${this.#options.apiKey}`,
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs,
        maxBodyBytes,
        signal,
      },
      { limiter: this.#options.limiter, isRepeatable: operation.method === "GET" },
    );
    return readAnswer(id, operation, answer);
  }

  /**
   * Walks a list page by page, oldest object first. An item that moves to a later page while the walk goes on is
   * yielded once.
   */
  async *pages<Id extends ListOperationId>(id: Id, signal?: AbortSignal): AsyncGenerator<Page<ListItem<Id>>, void> {
    const seen = new Set<string>();
    let page = 1;
    let restarts = 0;
    for (let walked = 0; walked < maxPages; walked += 1) {
      const answer = await this.#page(id, page, signal);
      if (answer === undefined) {
        // The list grew shorter during the walk, so items have moved to pages that were read already.
        restarts += 1;
        if (restarts > maxRestarts) {
          throw new ShapeError(`${id}: the list says that there is a page ${page}, and then that there is none.`);
        }
        page = 1;
        continue;
      }
      const results = answer.results.filter((item) => !seen.has(item.id));
      for (const item of results) {
        seen.add(item.id);
      }
      yield { ...answer, results };
      if (answer.next === undefined) {
        return;
      }
      const next = this.#pageOf(id, answer.next);
      if (next <= page) {
        throw new ShapeError(`${id}: the list goes round in circles: page ${next} follows page ${page}.`);
      }
      page = next;
    }
    throw new ShapeError(`${id}: the list has more than ${maxPages} pages.`);
  }

  /** One page of a list; undefined where a later page than the first is gone. A missing list is an error. */
  async #page<Id extends ListOperationId>(
    id: Id,
    page: number,
    signal: AbortSignal | undefined,
  ): Promise<Page<ListItem<Id>> | undefined> {
    try {
      return (await this.#perform(id, { query: { order_by: "created_at", page } }, signal)) as Page<ListItem<Id>>;
    } catch (error) {
      if (page > 1 && isProviderError(error, "not-found")) {
        return undefined;
      }
      throw error;
    }
  }

  // Only the page number is taken from a link: another host in it must not receive the key.
  #pageOf(id: string, next: string): number {
    const base = this.#options.baseUrl.href;
    const page = URL.canParse(next, base) ? new URL(next, base).searchParams.get("page") : null;
    if (page === null || !/^\d+$/.test(page)) {
      throw new ShapeError(`${id}: the platform's answer is not as documented: next names no page.`);
    }
    return Number(page);
  }

  #url(
    template: string,
    path: Readonly<Record<string, string>>,
    query: Readonly<Record<string, string | number>>,
  ): URL {
    const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
    const url = new URL(this.#options.baseUrl.pathname.replace(/\/$/, "") + filled, this.#options.baseUrl);
    for (const [name, value] of Object.entries(query)) {
      url.searchParams.set(name, String(value));
    }
    return url;
  }
}

type CallInput = {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly [pathParameter: string]: unknown;
};
