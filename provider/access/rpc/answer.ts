import { isObject, readCount, wholeNumber } from "../codec/decode.js";
import { parseJson } from "../codec/json.js";
import {
  failureOfError,
  failureOfStatus,
  type HttpSide,
  type RpcErrorObject,
  type RpcFailure,
  wordsOf,
} from "./failure.js";

/** What one call gave: a value (`null` is one), or the reason why there is none. */
export type RpcResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: RpcFailure };

/**
 * Reads the answer to a single call. The body decides first, the status second: Bitcoin Core sends its errors with
 * status 500, gateways send theirs with 200.
 */
export function readSingle(body: string, id: number, http: HttpSide): RpcResult {
  const parsed = parseJson(body);
  return (isObject(parsed) ? readItem(parsed, id, http) : undefined) ?? failed(failureOfStatus(body, http));
}

// "batch too large", "Batch size limit exceeded", "Number of requests exceeds max batch size": each client has its own words.
const tooManyText =
  /\bbatch\b.*\b(?:too (?:big|large|long|many)|limit|exceed|max)|\b(?:too many|exceed|max|more than)\w*\b.*\bbatch\b/i;

const longestRefusal = 500;

/**
 * Reads the answer to a batch, item by item by id. An answer that refuses the batch as a whole gives one failure.
 *
 * @param ids of the calls, in the order in which their results are wanted
 */
export function readBatch(body: string, ids: readonly number[], http: HttpSide): readonly RpcResult[] | RpcFailure {
  const parsed = parseJson(body);
  const items = (Array.isArray(parsed) ? parsed : [parsed]).filter(isObject);
  // Some answer so for each call, some for the first alone, some with an object in place of a list.
  const [first] = items.slice(0, 1).map(errorOf);
  if (first !== undefined && refusesNumber(first) && items.every((item) => errorOf(item) !== undefined)) {
    return { ...failureOfError(first, http), kind: "request-too-large" };
  }
  if (!Array.isArray(parsed)) {
    return first === undefined ? failureOfStatus(body, http) : failureOfError(first, http);
  }
  // An error without an id speaks for every call that got no answer of its own.
  const unaddressed = items.filter((item) => item.id === null || item.id === undefined).map(errorOf)[0];
  const missing = unaddressed === undefined ? failureOfStatus(body, http) : failureOfError(unaddressed, http);
  const byId = new Map(items.map((item) => [idOf(item), item]));
  return ids.map((id) => {
    const item = byId.get(id);
    return (item === undefined ? undefined : readItem(item, id, http)) ?? failed(missing);
  });
}

// CometBFT says it beside the message. A long text is no such refusal, and would take long to search.
function refusesNumber({ message, data }: RpcErrorObject): boolean {
  return [message, wordsOf(data)].some((words) => words.length <= longestRefusal && tooManyText.test(words));
}

type Envelope = Readonly<Record<string, unknown>>;

function readItem(item: Envelope, id: number, http: HttpSide): RpcResult | undefined {
  const isOurs = idOf(item) === id;
  const error = errorOf(item);
  // A server that could not read the id answers without one.
  if (error !== undefined && (isOurs || item.id === null || item.id === undefined)) {
    return failed(failureOfError(error, http));
  }
  return "result" in item && isOurs ? { ok: true, value: item.result } : undefined;
}

function errorOf(item: Envelope): RpcErrorObject | undefined {
  const error = item.error;
  if (!isObject(error)) {
    return undefined;
  }
  const { message, data } = error;
  const code = wholeNumber.safeParse(error.code).data;
  return code === undefined ? undefined : { code, message: typeof message === "string" ? message : "", data };
}

// Some servers turn every id into a string.
function idOf({ id }: Envelope): number | undefined {
  return readCount(id);
}

function failed(failure: RpcFailure): RpcResult {
  return { ok: false, failure };
}
