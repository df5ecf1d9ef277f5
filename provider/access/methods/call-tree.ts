import { z } from "zod";
import { address20, bytes, count, type Hex, quantity, text } from "../decode.js";

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

const frameFields = z.looseObject({
  type: text,
  from: address20,
  to: address20.optional(),
  value: quantity.optional(),
  gas: quantity.optional(),
  gasUsed: quantity.optional(),
  input: bytes.optional(),
  output: bytes.optional(),
  error: text.optional(),
  revertReason: text.optional(),
  calls: z.array(z.unknown()).optional(),
  logs: z
    .array(
      z.looseObject({
        address: address20,
        topics: z.array(bytes),
        data: bytes,
        position: count.optional(),
        index: count.optional(),
      }),
    )
    .optional(),
});

/** A frame that is still to be read, and where it stands. */
interface Pending {
  readonly siblings: unknown[];
  readonly index: number;
  /** The frame that made the call; undefined for the outermost. */
  readonly caller: Pending | undefined;
}

/**
 * Schema of a call tree. It is walked in a loop, not by recursion: a tree may be 1024 calls deep, and a hostile one deeper; and each
 * frame takes the place of the raw one, so that a large tree is not in memory twice.
 */
export const callTree: z.ZodType<CallFrame> = z.unknown().transform((value, context) => {
  const root = [value];
  const pending: Pending[] = [{ siblings: root, index: 0, caller: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { siblings, index } = next;
    const read = frameFields.safeParse(siblings[index]);
    if (!read.success) {
      const [issue] = read.error.issues;
      const path = [...pathTo(next), ...(issue?.path ?? [])];
      context.addIssue({ code: "custom", path, message: issue?.message ?? "is not a call" });
      return z.NEVER;
    }
    siblings[index] = read.data;
    const calls = read.data.calls ?? [];
    for (let child = calls.length - 1; child >= 0; child -= 1) {
      pending.push({ siblings: calls, index: child, caller: next });
    }
  }
  return root[0] as CallFrame;
});

function pathTo(frame: Pending): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at: Pending | undefined = frame; at?.caller !== undefined; at = at.caller) {
    path.unshift("calls", at.index);
  }
  return path;
}
