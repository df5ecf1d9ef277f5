import { readCount } from "../../access/codec/decode.js";
import { isObject } from "../../base/is-object.js";
import type { OfferRule } from "../offer.js";
import type { PricedCall } from "../session/budget.js";
import { hexOf } from "./evm-head.js";

/** A block to trace. */
export interface TracedBlock {
  readonly number: number;
  readonly transactions: number;
}

/** A trace method, and what its result must be. */
export interface TraceOffer {
  readonly call: (block: TracedBlock) => PricedCall;
  readonly rule: (block: TracedBlock) => OfferRule;
}

/** The methods that trace a whole block. */
export const traceOffers: readonly TraceOffer[] = [
  {
    // Only the top calls: all calls of a busy block would exceed the size limit of a response.
    call: ({ number }) => ({
      method: "debug_traceBlockByNumber",
      params: [hexOf(number), { tracer: "callTracer", tracerConfig: { onlyTopCall: true } }],
    }),
    rule: (block) => ({
      check: "debug",
      what: "debug_traceBlockByNumber",
      describe: (value) => describeTraces(value, block, isDebugTrace),
    }),
  },
  {
    call: ({ number }) => ({ method: "trace_block", params: [hexOf(number)] }),
    rule: (block) => ({
      check: "trace",
      what: "trace_block",
      describe: (value) => describeTraces(value, block, isParityTrace),
    }),
  },
];

// Transactions of the system, such as Polygon's state sync, are part of a block, but some nodes do not trace them.
const untracedTransactions = 1;

function describeTraces(
  value: unknown,
  { transactions }: TracedBlock,
  isTrace: (entry: unknown) => boolean,
): string | undefined {
  if (!Array.isArray(value)) {
    return undefined;
  }
  if (transactions === 0) {
    return "offered; no recent block has a transaction to trace";
  }
  const traces = value.filter(isTrace).length;
  return traces === 0 || traces < transactions - untracedTransactions
    ? undefined
    : `${traces} traces of ${transactions} transactions`;
}

// Usually {txHash, result}; polygon-edge returns the bare trace.
function isDebugTrace(entry: unknown): boolean {
  const trace = isObject(entry) && "result" in entry ? entry.result : entry;
  if (!isObject(trace)) {
    return false;
  }
  // Nodes that ignore the tracer return opcodes: a transaction uses gas, a fake of one does not.
  const isOpcodes = Array.isArray(trace.structLogs) && (readCount(trace.gas) ?? 0) > 0;
  return typeof trace.type === "string" || typeof trace.from === "string" || isOpcodes;
}

function isParityTrace(entry: unknown): boolean {
  return isObject(entry) && isObject(entry.action) && typeof entry.transactionHash === "string";
}
