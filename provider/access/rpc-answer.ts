import { failureOfError, failureOfStatus, type HttpSide, type RpcErrorObject, type RpcFailure } from "./rpc-failure.js";

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
  return (isEnvelope(parsed) ? readItem(parsed, id, http) : undefined) ?? failed(failureOfStatus(body, http));
}

/**
 * Reads the answer to a batch, item by item by id. An answer that refuses the batch as a whole gives one failure.
 *
 * @param ids of the calls, in the order in which their results are wanted
 */
export function readBatch(body: string, ids: readonly number[], http: HttpSide): readonly RpcResult[] | RpcFailure {
  const parsed = parseJson(body);
  if (!Array.isArray(parsed)) {
    const error = isEnvelope(parsed) ? errorOf(parsed) : undefined;
    return error === undefined ? failureOfStatus(body, http) : failureOfError(error, http);
  }
  const items = parsed.filter(isEnvelope);
  // An error without an id speaks for every call that got no answer of its own.
  const unaddressed = items.filter((item) => item.id === null || item.id === undefined).map(errorOf)[0];
  const missing = unaddressed === undefined ? failureOfStatus(body, http) : failureOfError(unaddressed, http);
  return ids.map((id) => {
    const item = items.find((candidate) => isSameId(candidate.id, id));
    return (item === undefined ? undefined : readItem(item, id, http)) ?? failed(missing);
  });
}

type Envelope = Readonly<Record<string, unknown>>;

function readItem(item: Envelope, id: number, http: HttpSide): RpcResult | undefined {
  const error = errorOf(item);
  if (error !== undefined) {
    return failed(failureOfError(error, http));
  }
  return "result" in item && isSameId(item.id, id) ? { ok: true, value: item.result } : undefined;
}

function errorOf(item: Envelope): RpcErrorObject | undefined {
  const error = item.error;
  if (!isEnvelope(error)) {
    return undefined;
  }
  const code = Number(error.code);
  const message = error.message;
  return Number.isInteger(code) && error.code !== null
    ? { code, message: typeof message === "string" ? message : "", data: error.data }
    : undefined;
}

// Some servers turn every id into a string.
function isSameId(answered: unknown, id: number): boolean {
  return answered === id || answered === String(id);
}

function failed(failure: RpcFailure): RpcResult {
  return { ok: false, failure };
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
