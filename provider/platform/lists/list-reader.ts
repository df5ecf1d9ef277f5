import { setTimeout as delay } from "node:timers/promises";
import { secondsText } from "../../base/text.js";
import { withTimeout } from "../../base/with-timeout.js";
import { isProviderError, NotFoundError, ShapeError, TransportError } from "../../errors/errors.js";
import { type Batch, dismiss, hasLasting, type Reader } from "./batch.js";
import { mayBeTransient, readEach } from "./read-each.js";
import { defaultWindowMs, type ListReaderOptions, type ListSource, type ReadOptions } from "./read-options.js";
import { ResumableWalk } from "./resumable-walk.js";
import type { WholeList } from "./whole-list.js";

const defaultPatienceMs = 5_000;
// So many reads at once suggest that the engine's workers are all busy and more reads will follow: then a walk may cost
// so many times the calls of the current ones. They take some windows to arrive.
const crowd = 4;
const crowdFactor = 4;
const crowdWindows = 4;

/**
 * Reads objects of one type with as few calls as possible. All reads of a process share walks of the list: a walk
 * serves every read that it is recent enough for, and is continued as long as that costs fewer calls than reading the
 * objects by id. What it lacks is read by id, so that a stale list never reads as an absence; so is everything while
 * the list fails or is slow.
 *
 * Walks, writes and reads are ordered by marks, points in the reader's own time.
 */
export class ListReader<Item extends { readonly id: string }> {
  readonly #source: ListSource<Item>;
  readonly #options: { readonly [Key in keyof ListReaderOptions]-?: NonNullable<ListReaderOptions[Key]> };
  #moment = 0;
  #lastWrite = 0;
  #walk: ResumableWalk<Item> | undefined;
  /** The walk that begins when the current one has been read to its end. */
  #next: Promise<ResumableWalk<Item>> | undefined;
  #waiting: Batch<Item> = new Map();
  /** The batch that is being served from a walk: later reads may join it. */
  #served: { readonly batch: Batch<Item>; readonly walk: ResumableWalk<Item> } | undefined;
  #isBusy = false;
  /** Set while a page is overdue: another one would hang too. */
  #overdue: TransportError | undefined;
  /** Why the last walk failed, and how many reads are served by id before another one is tried. */
  #setback: { readonly error: unknown; readsLeft: number } | undefined;
  /** Ids that any walk has shown. */
  readonly #seen = new Set<string>();
  /** Calls of a whole walk, as of the last page. */
  #walkCost = 0;
  /** Reads by id since a walk was tried, or since the last write. */
  #singles = 0;

  constructor(source: ListSource<Item>, options: ListReaderOptions = {}) {
    this.#source = source;
    this.#options = {
      windowMs: options.windowMs ?? defaultWindowMs,
      patienceMs: options.patienceMs ?? defaultPatienceMs,
      nowMs: options.nowMs ?? (() => performance.now()),
    };
  }

  /** Marks the current time. */
  mark(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /** Records that this process has written something: earlier walks are stale. */
  invalidate(): void {
    this.#lastWrite = this.mark();
    this.#singles = 0;
  }

  /**
   * Reads an object.
   *
   * @throws whatever the read throws
   */
  get(id: string, { maxAgeMs = 0, isDeleted = false }: ReadOptions = {}): Promise<Item> {
    const ageMs = this.#walk === undefined ? 0 : this.#options.nowMs() - this.#walk.begunAtMs;
    const after = ageMs < maxAgeMs ? this.#lastWrite : this.mark();
    const item = this.#current(after)?.find(id);
    if (item !== undefined) {
      return Promise.resolve(item);
    }
    return new Promise((resolve, reject) => {
      this.#join(id, { after, isLasting: maxAgeMs > 0, isDeleted, resolve, reject });
    });
  }

  /**
   * Called before a deletion: if many begin at once, and no walk has shown anything yet, one shows them, so that
   * another one can confirm that they are gone. Never fails.
   */
  prepareDeletion(id: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#seen.size > 0) {
        resolve();
        return;
      }
      const done = () => resolve();
      const options = { after: this.#lastWrite, isLasting: true, isDeleted: false };
      this.#join(id, { ...options, resolve: done, reject: done, giveUp: done });
    });
  }

  #join(id: string, reader: Reader<Item>): void {
    const served = this.#served;
    const batch = served !== undefined && served.walk.begun > reader.after ? served.batch : this.#waiting;
    const readers = batch.get(id) ?? [];
    readers.push(reader);
    batch.set(id, readers);
    this.#schedule();
  }

  /**
   * Everything that a walk shows. Callers within the window share the walk that begins at its end; while one is read to
   * its end, new callers share the next one.
   *
   * @param after mark after which the walk must begin: by default now; 0 accepts any walk of this process
   * @throws whatever reading the list throws; the next caller starts a new walk
   */
  async whole(after: number = this.mark()): Promise<WholeList<Item>> {
    const walk = this.#current(after) ?? (await this.#upcoming());
    return walk.whole();
  }

  #upcoming(): Promise<ResumableWalk<Item>> {
    this.#next ??= this.#beginNext();
    return this.#next;
  }

  async #beginNext(): Promise<ResumableWalk<Item>> {
    await Promise.all([delay(this.#options.windowMs), this.#walk?.untilIdle()]);
    this.#next = undefined;
    return this.#begin();
  }

  #begin(): ResumableWalk<Item> {
    const { nowMs } = this.#options;
    const walk = new ResumableWalk(this.#source.pages(), this.mark(), nowMs(), (page) => {
      this.#walkCost = walk.calls + walk.callsLeft;
      for (const { id } of page.results) {
        this.#seen.add(id);
      }
    });
    this.#walk = walk;
    return walk;
  }

  /** The latest walk, if it began after a mark. */
  #current(after: number): ResumableWalk<Item> | undefined {
    const walk = this.#walk;
    return walk !== undefined && walk.begun > after && !walk.hasFailed ? walk : undefined;
  }

  // One batch at a time, unless it is slow: reads that begin meanwhile and cannot join it form the next one.
  #schedule(): void {
    if (this.#isBusy || this.#waiting.size === 0) {
      return;
    }
    this.#isBusy = true;
    setTimeout(() => {
      const batch = this.#waiting;
      this.#waiting = new Map();
      void withTimeout(this.#serve(batch), this.#options.patienceMs).then(() => {
        this.#isBusy = false;
        this.#schedule();
      });
    }, this.#options.windowMs);
  }

  async #serve(batch: Batch<Item>): Promise<void> {
    let problem: unknown;
    try {
      await this.#serveFromWalk(batch);
    } catch (error) {
      problem = isProviderError(error, "not-found") ? asListFailure(error) : error;
      if (!mayBeTransient(problem)) {
        for (const reader of [...batch.values()].flat()) {
          reader.reject(problem);
        }
        batch.clear();
      } else if (error !== this.#overdue && error !== this.#setback?.error) {
        this.#setback = { error, readsLeft: Math.max(this.#walkCost, crowdFactor * crowd) };
      }
    } finally {
      if (this.#served?.batch === batch) {
        this.#served = undefined;
      }
    }
    dismiss(batch);
    this.#singles += batch.size;
    if (this.#setback !== undefined) {
      this.#setback.readsLeft -= batch.size;
    }
    await readEach(batch, this.#source.one, problem);
  }

  /** Serves what a walk shows and removes it from the batch. */
  async #serveFromWalk(batch: Batch<Item>): Promise<void> {
    const current = this.#current(Math.max(...[...batch.values()].flat().map(({ after }) => after)));
    if (current === undefined && !this.#isWorthBeginning(batch)) {
      return;
    }
    if (this.#overdue !== undefined) {
      throw this.#overdue;
    }
    if (current === undefined && this.#setback !== undefined && this.#setback.readsLeft > 0) {
      throw this.#setback.error;
    }
    const walk = current ?? this.#begin();
    const isLasting = hasLasting(batch);
    this.#served = { batch, walk };
    for (let hasWaited = !isLasting; ; ) {
      for (const [id, readers] of batch) {
        const item = walk.find(id);
        if (item !== undefined) {
          for (const reader of readers) {
            reader.resolve(item);
          }
          batch.delete(id);
        }
      }
      if (batch.size === 0 || walk.isDone) {
        break;
      }
      if (walk.callsLeft > this.#worth(batch)) {
        if (hasWaited || batch.size >= crowd) {
          break;
        }
        hasWaited = true;
        await delay(crowdWindows * this.#options.windowMs);
        continue;
      }
      const step = walk.next();
      if (
        (await withTimeout(
          step.then(() => true),
          this.#options.patienceMs,
        )) === undefined
      ) {
        throw this.#giveUp(step);
      }
    }
    if (walk.isDone || !isLasting) {
      this.#singles = 0;
    }
    this.#confirmDeleted(batch, walk);
  }

  #isWorthBeginning(batch: Batch<Item>): boolean {
    const worth = this.#worth(batch);
    if (hasLasting(batch)) {
      return batch.size + this.#singles > 1;
    }
    // The list may have become shorter since.
    const mayBeCheaper = this.#singles >= this.#walkCost && 2 * worth >= this.#walkCost;
    return batch.size > 1 && (this.#walkCost <= worth || mayBeCheaper);
  }

  /** How many calls a walk may cost: those of reading by id, and of what that has cost or may cost otherwise. */
  #worth(batch: Batch<Item>): number {
    if (!hasLasting(batch)) {
      return batch.size;
    }
    return Math.max(batch.size + this.#singles, batch.size >= crowd ? crowdFactor * batch.size : 0);
  }

  /** Answers for objects whose deletion was accepted, after a complete walk that does not show them any more. */
  #confirmDeleted(batch: Batch<Item>, walk: ResumableWalk<Item>): void {
    for (const [id, readers] of batch) {
      if (this.#seen.has(id) && readers.every(({ isDeleted }) => isDeleted) && walk.lacks(id)) {
        for (const reader of readers) {
          reader.reject(new NotFoundError(`${id} is no longer listed.`));
        }
        batch.delete(id);
      }
    }
  }

  #giveUp(step: Promise<unknown>): TransportError {
    const error = new TransportError(
      `A list took longer than ${secondsText(this.#options.patienceMs)}.`,
      "timeout",
      true,
    );
    this.#overdue = error;
    const reset = () => {
      this.#overdue = undefined;
    };
    step.then(reset, reset);
    return error;
  }
}

/** Passed on, the 404 of a list would read as the absence of each object. */
function asListFailure(error: NotFoundError): ShapeError {
  return new ShapeError(error.message, { cause: error });
}
