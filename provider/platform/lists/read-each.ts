import { isProviderError } from "../../errors/errors.js";

/** A caller that waits for an object. */
export interface Waiter<Item> {
  readonly resolve: (item: Item | Promise<Item>) => void;
  readonly reject: (reason: unknown) => void;
}

// Concurrent reads of single objects. After as many failures, if the list has failed too, the other reads are not
// attempted.
const maxConcurrent = 10;

/**
 * Reads each object by its id.
 *
 * @param waiting callers by id
 * @param problem why the list failed, if it did: the error for objects that are not attempted any more
 */
export async function readEach<Item>(
  waiting: Iterable<readonly [string, readonly Waiter<Item>[]]>,
  one: (id: string) => Promise<Item>,
  problem?: unknown,
): Promise<void> {
  const asked = [...waiting];
  let hasAnswered = false;
  let failures = 0;
  const serveNext = async (): Promise<void> => {
    for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
      const [id, waiters] = next;
      if (problem !== undefined && !hasAnswered && failures >= maxConcurrent) {
        for (const waiter of waiters) {
          waiter.reject(problem);
        }
        continue;
      }
      const read = one(id);
      for (const waiter of waiters) {
        waiter.resolve(read);
      }
      try {
        await read;
        hasAnswered = true;
      } catch (error) {
        // A 404 of one object is an answer.
        hasAnswered ||= !mayBeTransient(error);
        failures += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, asked.length) }, serveNext));
}

/** Whether another read may succeed. False when the platform throttles, and after an interruption. */
export function mayBeTransient(error: unknown): boolean {
  if (isProviderError(error, "transport")) {
    return error.kind !== "aborted";
  }
  if (isProviderError(error, "unavailable")) {
    return error.status !== 429;
  }
  return isProviderError(error, "shape");
}
