import { parseGoDuration } from "../base/text.js";
import type { Timeouts } from "./engine/lenient.js";

/**
 * Parses a duration as the engine writes it: `90s`, `20m`, `1h30m`.
 *
 * @returns milliseconds; undefined for an invalid duration, or one that is not positive
 */
export function parseDuration(text: string): number | undefined {
  const ms = parseGoDuration(text);
  return ms !== undefined && ms > 0 && Number.isFinite(ms) ? ms : undefined;
}

/** Formats a duration for users: `4 s`, `2 min 10 s`, `1 h 5 min`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) {
    return `${seconds} s`;
  }
  const [big, small] =
    minutes < 60 ? [`${minutes} min`, `${seconds % 60} s`] : [`${Math.floor(minutes / 60)} h`, `${minutes % 60} min`];
  return small.startsWith("0 ") ? big : `${big} ${small}`;
}

export interface Deadlines {
  readonly createMs: number;
  readonly updateMs: number;
  readonly deleteMs: number;
}

const defaultDeadlines: Deadlines = { createMs: 20 * 60_000, updateMs: 5 * 60_000, deleteMs: 10 * 60_000 };
// A dedicated node is built from a snapshot: hours are plausible.
const dedicatedCreateMs = 6 * 3_600_000;

/** The effective deadlines. Defaults: 20 min, 5 min and 10 min; 6 h to create a dedicated node. */
export function deadlinesOf(timeouts: Timeouts, isDedicated = false): Deadlines {
  const given = (text = "", otherwise: number) => parseDuration(text) ?? otherwise;
  return {
    createMs: given(timeouts?.create, isDedicated ? dedicatedCreateMs : defaultDeadlines.createMs),
    updateMs: given(timeouts?.update, defaultDeadlines.updateMs),
    deleteMs: given(timeouts?.delete, defaultDeadlines.deleteMs),
  };
}
