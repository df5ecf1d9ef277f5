import type { Page } from "../wire.js";
import type { WalkedPage } from "./list-walk.js";

/** How to read one type of object. */
export interface ListSource<Item extends { readonly id: string }> {
  /** Reads one object. */
  readonly one: (id: string) => Promise<Item>;
  /** Starts a walk of the whole list. */
  readonly pages: () => AsyncIterable<WalkedPage<Page<Item>>>;
}

/** How recent a read must be, and what counts as an answer. */
export interface ReadOptions {
  /**
   * Age of the oldest walk that may serve the read, in milliseconds; in any case a walk of this process, begun after
   * its last write. @default 0: the read begins after the call
   */
  readonly maxAgeMs?: number | undefined;
  /**
   * Whether the platform has accepted the deletion of the object: then a complete list without it, after a walk that
   * showed it, is as good as a 404.
   */
  readonly isDeleted?: boolean | undefined;
}

/** Options of a {@link ListReader}. */
export interface ListReaderOptions {
  /** Reads within this time are served together, in milliseconds. @default 15 */
  readonly windowMs?: number | undefined;
  /** How long to wait for a page, and how long one batch may delay the next one, in milliseconds. @default 5_000 */
  readonly patienceMs?: number | undefined;
  /** Milliseconds since an arbitrary start. */
  readonly nowMs?: (() => number) | undefined;
}

/** Reads within this time are served together, in milliseconds: the engine starts many at once. */
export const defaultWindowMs = 15;
