import type { ReadOptions } from "../platform/lists/read-options.js";

// A program continues with what `get` returns, while the rest of its run may take hours.
const getMaxAgeMs = 30_000;

/**
 * How recent the read of a resource must be. A process serves one operation of the engine, so a refresh takes any walk
 * of this process that began after its last write; a `get`, which has no inputs, one of the last 30 s.
 */
export function recencyOf({ inputs }: { readonly inputs?: unknown }): ReadOptions {
  return { maxAgeMs: inputs === undefined ? getMaxAgeMs : Number.POSITIVE_INFINITY };
}
