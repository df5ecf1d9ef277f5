import { isObject } from "../../base/is-object.js";
import { readCount, wholeNumber } from "../codec/decode.js";
import { parseJson } from "../codec/json.js";
import {
  failureOfError,
  failureOfStatus,
  type HttpContext,
  type RpcErrorObject,
  type RpcFailure,
  stringsIn,
} from "./failure.js";
import { readXrpl } from "./xrpl-answer.js";

/** Result of one call: a value (possibly `null`) or a failure. */
export type RpcResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: RpcFailure };

/**
 * Reads the response to a single call. The body takes precedence over the status: Bitcoin Core sends its errors with
 * status 500, gateways send theirs with 200.
 */
export function readSingle(body: string, id: number, http: HttpContext): RpcResult {
  const parsed = parseJson(body);
  const read = isObject(parsed) ? (readXrpl(parsed, http) ?? readItem(parsed, id, http)) : undefined;
  return read ?? failed(failureOfStatus(body, http));
}

// "batch too large", "Batch size limit exceeded", "Number of requests exceeds max batch size": wording differs by
// client.
const tooManyText =
  /\bbatch\b.*\b(?:too (?:big|large|long|many)|limit|exceed|max)|\b(?:too many|exceed|max|more than)\w*\b.*\bbatch\b/i;

const maxRejectionLength = 500;

/**
 * Reads the response to a batch, matching results by id. A response that rejects the whole batch returns one failure.
 *
 * @param ids of the calls, in the order of the results
 */
export function readBatch(body: string, ids: readonly number[], http: HttpContext): readonly RpcResult[] | RpcFailure {
  const parsed = parseJson(body);
  const items = (Array.isArray(parsed) ? parsed : [parsed]).filter(isObject);
  // Some answer so for each call, some only for the first, some with an object instead of a list.
  const [first] = items.slice(0, 1).map(errorOf);
  if (first !== undefined && isTooManyCalls(first) && items.every((item) => errorOf(item) !== undefined)) {
    return { ...failureOfError(first, http), kind: "request-too-large" };
  }
  if (!Array.isArray(parsed)) {
    return first === undefined ? failureOfStatus(body, http) : failureOfError(first, http);
  }
  // An error without an id applies to every call without its own result.
  const general = items.filter((item) => item.id === null || item.id === undefined).map(errorOf)[0];
  const missing = general === undefined ? failureOfStatus(body, http) : failureOfError(general, http);
  const byId = new Map(items.map((item) => [idOf(item), item]));
  return ids.map((id) => {
    const item = byId.get(id);
    return (item === undefined ? undefined : readItem(item, id, http)) ?? failed(missing);
  });
}

// CometBFT puts it next to the message. A long text is not such a rejection, and would be slow to search.
function isTooManyCalls({ message, data }: RpcErrorObject): boolean {
  return [message, stringsIn(data)].some((words) => words.length <= maxRejectionLength && tooManyText.test(words));
}

type Envelope = Readonly<Record<string, unknown>>;

function readItem(item: Envelope, id: number, http: HttpContext): RpcResult | undefined {
  const isOurs = idOf(item) === id;
  const error = errorOf(item);
  // A server that could not read the id responds without one.
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
