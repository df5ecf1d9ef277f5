import { isObject } from "../../base/is-object.js";
import { z } from "../../vendor/zod.js";
import { address20, bytes, count, listOf, readAddress, readBytes, readQuantity } from "../codec/decode.js";
import type { Hex } from "../codec/values.js";

/** A log inside a call, with `tracerConfig: { withLog: true }`. */
export interface CallLog {
  /** The contract. */
  readonly address: Hex;
  /** The first one is the hash of the event signature. */
  readonly topics: readonly Hex[];
  /** Non-indexed arguments. */
  readonly data: Hex;
  /** Number of preceding calls in the same frame; absent on some nodes. */
  readonly position?: number | undefined;
  /** Index among the transaction's logs; absent on some nodes. */
  readonly index?: number | undefined;
}

/** One call of a transaction with its nested calls: the result of `callTracer`. */
export interface CallFrame {
  /** Call type; chains may add others. */
  readonly type:
    | "CALL"
    | "CALLCODE"
    | "CREATE"
    | "CREATE2"
    | "DELEGATECALL"
    | "SELFDESTRUCT"
    | "STATICCALL"
    | (string & {});
  /** Caller. */
  readonly from: Hex;
  /** Target, or the created contract; absent for a failed creation. */
  readonly to?: Hex | undefined;
  /** Value in wei; absent for a `STATICCALL`. */
  readonly value?: bigint | undefined;
  /** Gas available to the call. */
  readonly gas?: bigint | undefined;
  /** Gas used, nested calls included. */
  readonly gasUsed?: bigint | undefined;
  /** Call data, or the init code of a creation. */
  readonly input?: Hex | undefined;
  /** Absent when nothing was returned. */
  readonly output?: Hex | undefined;
  /** Reason of the failure, for example `execution reverted`. */
  readonly error?: string | undefined;
  /** Message of `revert("…")`, where the node decodes it. */
  readonly revertReason?: string | undefined;
  /** Nested calls in order; absent when there are none. */
  readonly calls?: readonly CallFrame[] | undefined;
  /** Its own logs, with `withLog`. */
  readonly logs?: readonly CallLog[] | undefined;
}

/** How a member of a frame is read, and its expected type. */
interface Field {
  readonly what: string;
  readonly read: (value: unknown) => unknown;
  readonly isRequired?: boolean;
}

const hex: Field = { what: "hex data", read: readBytes };
const amount: Field = { what: "a quantity", read: readQuantity };
const string: Field = { what: "a string", read: (value) => (typeof value === "string" ? value : undefined) };
const list: Field = { what: "a list", read: (value) => (Array.isArray(value) ? value : undefined) };
const address: Field = { what: "an address (0x and 40 hex digits)", read: readAddress };

const frameFields: readonly (readonly [keyof CallFrame, Field])[] = [
  ["type", { ...string, isRequired: true }],
  ["from", { ...address, isRequired: true }],
  ["to", address],
  ["value", amount],
  ["gas", amount],
  ["gasUsed", amount],
  ["input", hex],
  ["output", hex],
  ["error", string],
  ["revertReason", string],
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

/**
 * Schema of a call tree. Frames are read in place, since a copy would double the memory of a large tree, and in a loop
 * instead of recursion: a tree may be 1024 calls deep, a hostile one deeper.
 *
 * @internal
 */
export const callTree: z.ZodType<CallFrame> = z.unknown().transform((value, context) => {
  // Calls of one frame each, and the index of the current one.
  const levels: { readonly frames: readonly unknown[]; index: number }[] = [{ frames: [value], index: -1 }];
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
      // Some nodes write absent members as null.
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
