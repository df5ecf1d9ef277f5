import type { Waiter } from "./read-each.js";

/** A read that waits for a walk, or to be read by id. */
export interface Reader<Item> extends Waiter<Item> {
  /** Mark after which the read must begin. */
  readonly after: number;
  /** Whether a walk that serves it can also serve later reads. */
  readonly isLasting: boolean;
  readonly isDeleted: boolean;
  /** Called, instead of a read by id, for what no walk shows. */
  readonly giveUp?: () => void;
}

/** Reads that are served together, by id. */
export type Batch<Item> = Map<string, Reader<Item>[]>;

/** Ends the reads that give up what no walk shows. */
export function dismiss<Item>(batch: Batch<Item>): void {
  for (const [id, readers] of batch) {
    for (const { giveUp } of readers) {
      giveUp?.();
    }
    const left = readers.filter(({ giveUp }) => giveUp === undefined);
    if (left.length > 0) {
      batch.set(id, left);
    } else {
      batch.delete(id);
    }
  }
}

/** Whether a walk that serves these reads can also serve later ones. */
export function hasLasting<Item>(batch: Batch<Item>): boolean {
  return [...batch.values()].some((readers) => readers.some(({ isLasting }) => isLasting));
}
