import { z } from "zod";
import {
  address20,
  bytes,
  count,
  type Hex,
  isObject,
  listOf,
  readAddress,
  readBytes,
  readQuantity,
} from "../codec/decode.js";

/** A log inside a call, with `tracerConfig: { withLog: true }`. */
export interface CallLog {
  /** The contract. */
  readonly address: Hex;
  /** The first one is the hash of the event's signature. */
  readonly topics: readonly Hex[];
  /** Arguments that are not indexed. */
  readonly data: Hex;
  /** How many calls of the same frame came before it; absent on some nodes. */
  readonly position?: number | undefined;
  /** Place among the logs of the transaction; absent on some nodes. */
  readonly index?: number | undefined;
}

/** One call of a transaction, with the calls it made: what `callTracer` gives. */
export interface CallFrame {
  /** Kind of call; chains may add others. */
  readonly type:
    | "CALL"
    | "CALLCODE"
    | "CREATE"
    | "CREATE2"
    | "DELEGATECALL"
    | "SELFDESTRUCT"
    | "STATICCALL"
    | (string & {});
  /** Who called. */
  readonly from: Hex;
  /** Who was called, or the created contract; absent for a creation that failed. */
  readonly to?: Hex | undefined;
  /** Wei that went along; absent for a `STATICCALL`. */
  readonly value?: bigint | undefined;
  /** Gas that the call was given. */
  readonly gas?: bigint | undefined;
  /** Gas that it used, the calls that it made included. */
  readonly gasUsed?: bigint | undefined;
  /** What it was called with, or the code of a creation. */
  readonly input?: Hex | undefined;
  /** Absent when nothing was returned. */
  readonly output?: Hex | undefined;
  /** Why it failed, for example `execution reverted`. */
  readonly error?: string | undefined;
  /** The text of a `revert("…")`, where the node decodes it. */
  readonly revertReason?: string | undefined;
  /** Calls that it made, in order; absent when there are none. */
  readonly calls?: readonly CallFrame[] | undefined;
  /** Its own logs, with `withLog`. */
  readonly logs?: readonly CallLog[] | undefined;
}

/** How one member of a frame is read, and what it must be. */
interface Field {
  readonly what: string;
  readonly read: (value: unknown) => unknown;
  readonly isRequired?: boolean;
}

const hex: Field = { what: "hex data", read: readBytes };
const amount: Field = { what: "a quantity", read: readQuantity };
const words: Field = { what: "a text", read: (value) => (typeof value === "string" ? value : undefined) };
const list: Field = { what: "a list", read: (value) => (Array.isArray(value) ? value : undefined) };
const address: Field = { what: "an address (0x and 40 hex digits)", read: readAddress };

const frameFields: readonly (readonly [keyof CallFrame, Field])[] = [
  ["type", { ...words, isRequired: true }],
  ["from", { ...address, isRequired: true }],
  ["to", address],
  ["value", amount],
  ["gas", amount],
  ["gasUsed", amount],
  ["input", hex],
  ["output", hex],
  ["error", words],
  ["revertReason", words],
  ["calls", list],
  ["logs", { what: "a list of logs", read: (value) => logList.safeParse(value).data }],
];

const logList = listOf(
  z.looseObject({
    address: address20,
    topics: listOf(bytes),
    data: bytes,
    position: count.optional(),
    index: count.optional(),
  }),
);

/** Calls of one frame, and the one that is being read. */
interface Level {
  readonly frames: readonly unknown[];
  index: number;
}

/**
 * Schema of a call tree. Each frame is read in its place, since a copy of a large tree would be in memory beside it; and in a loop, not by
 * recursion: a tree may be 1024 calls deep, and a hostile one deeper.
 */
export const callTree: z.ZodType<CallFrame> = z.unknown().transform((value, context) => {
  const levels: Level[] = [{ frames: [value], index: -1 }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    level.index += 1;
    if (level.index >= level.frames.length) {
      levels.pop();
      continue;
    }
    const raw = level.frames[level.index];
    const problem = isObject(raw) ? readFrame(raw) : { path: [], message: "is not a call" };
    if (problem !== undefined) {
      const place = levels.slice(1).flatMap(({ index }) => ["calls", index]);
      context.addIssue({ code: "custom", path: [...place, ...problem.path], message: problem.message });
      return z.NEVER;
    }
    const { calls = [] } = raw as CallFrame;
    if (calls.length > 0) {
      levels.push({ frames: calls, index: -1 });
    }
  }
  return value as CallFrame;
});

function readFrame(
  frame: Record<string, unknown>,
): { readonly path: PropertyKey[]; readonly message: string } | undefined {
  for (const [name, { what, read, isRequired }] of frameFields) {
    const raw = frame[name];
    if (raw === null && isRequired !== true) {
      // Some nodes write what is not there as null.
      delete frame[name];
    } else if (raw !== undefined) {
      const value = read(raw);
      if (value === undefined) {
        return { path: [name], message: `is not ${what}` };
      }
      if (value !== raw) {
        frame[name] = value;
      }
    } else if (isRequired === true) {
      return { path: [name], message: "is missing" };
    }
  }
  return undefined;
}
