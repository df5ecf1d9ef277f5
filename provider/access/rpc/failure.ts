import { firstMembers } from "../../base/first-members.js";
import { isObject } from "../../base/is-object.js";
import { bodyKind, excerpt, goDuration, oneLine, parseGoDuration } from "../../base/text.js";
import type { RpcFailureKind, TransportError, TransportFailure } from "../../errors/errors.js";
import { wholeNumber } from "../codec/decode.js";

/** Maximum length of the other side's text in messages. */
export const maxTextLength = 160;

// The start of a text is enough to classify it.
const maxScannedLength = 10_000;
const maxScannedPage = 100_000;
const maxMembers = 20;

/** A failed call. */
export interface RpcFailure {
  readonly kind: RpcFailureKind;
  /** One line, without secrets: what happened and where. */
  readonly message: string;
  /** HTTP status, when a response arrived. */
  readonly status?: number;
  /** The error code on the wire: of a JSON-RPC error, or the member `code` of a beacon error. */
  readonly rpcCode?: number;
  /** How the exchange failed below HTTP. */
  readonly transport?: TransportFailure;
  /** Whether the failed request may have reached the node. */
  readonly mayHaveTakenEffect?: boolean;
  /** Member `data` of a JSON-RPC error, unchanged. */
  readonly data?: unknown;
  /** Retry delay requested by the server, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Whether an account limit (monthly quota) is reached, so that retrying soon is useless. */
  readonly isQuota?: boolean;
}

/** The `error` member of a JSON-RPC response. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** HTTP details of a response that failures need. */
export interface HttpContext {
  readonly status: number;
  readonly host: string;
  /** From the header `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** Redacts secrets in text of the other side. */
  readonly redact: (text: string) => string;
}

const revertText = /^(?:vm exception.*|execution )?revert(?:ed)?\b/i;
const planText =
  /plan upgrade|not (?:included|available) (?:in|on) your (?:current )?plan|upgrade your (?:current )?plan/i;
const rateText =
  /rate.?limit|too many requests|request limit|(?:(?<!gas )limit|quota) (?:is |was |has been )?(?:exceeded|reached)|throttl/i;
const quotaText = /quota|monthly|per month|billing/i;
const noStateText = /missing trie node|header not found|pruned|BlockOutOfRangeError|resource not found/i;
// geth, just after its start.
const startingText = /transaction indexing is in progress/i;
const noFilterText = /filter not found/i;
// jsonrpsee, with the code that others use for throttling.
const noBatchText = /\bbatch\w*\b.{0,40}\bnot (?:supported|allowed|enabled)\b/i;
const unsupportedText = /not supported|does not exist\/is not available/i;

// The first matching row decides.
const errorRules: readonly { readonly kind: RpcFailureKind; readonly matches: (error: RpcErrorObject) => boolean }[] = [
  // A revert reason comes from the contract, whatever words it contains.
  { kind: "rpc", matches: ({ code, message }) => code === 3 || revertText.test(message) },
  { kind: "plan", matches: ({ code, message }) => code === -32612 || planText.test(message) },
  {
    kind: "starting",
    matches: ({ code, message, data }) =>
      code === -28 || startingText.test(message) || (code === -32005 && isObject(data) && "numSlotsBehind" in data),
  },
  { kind: "method", matches: ({ message }) => noBatchText.test(message) },
  { kind: "throttled", matches: ({ code, message }) => [429, -32005, -32011].includes(code) || rateText.test(message) },
  { kind: "no-filter", matches: ({ message }) => noFilterText.test(message) },
  { kind: "no-state", matches: ({ message }) => noStateText.test(message) },
  { kind: "method", matches: ({ code }) => code === -32601 },
  // ganache uses -32700 and hardhat -32004 for an unknown method.
  {
    kind: "method",
    matches: ({ code, message }) => [-32600, -32604, -32700, -32004].includes(code) && unsupportedText.test(message),
  },
  { kind: "params", matches: ({ code }) => code === -32602 },
];

const statusKinds: Readonly<Record<number, RpcFailureKind>> = {
  401: "auth",
  403: "auth",
  404: "path",
  405: "path",
  413: "request-too-large",
  429: "throttled",
  499: "server",
};

// Statuses that say more than an unspecific error code. 500 does not: Bitcoin Core sends it with every error.
const specificStatuses: ReadonlySet<number> = new Set([401, 403, 413, 429, 499, 502, 503, 504]);

const descriptions: Readonly<Partial<Record<RpcFailureKind, string>>> = {
  auth: "wrong token or password, or blocked by an access rule",
  plan: "not included in the account's plan",
  path: "the path does not serve JSON-RPC",
  "request-too-large": "the request is too large",
  throttled: "too many requests",
  server: "the server failed",
  proxy: "the response is not JSON-RPC",
};

/** The failure for a transport error; `aborted` is rethrown by the caller instead. */
export function failureOfTransport(error: TransportError, redact: (text: string) => string): RpcFailure {
  const kinds = { redirect: "redirect", "too-large": "answer-too-large" } as const;
  const kind = error.kind === "redirect" || error.kind === "too-large" ? kinds[error.kind] : "unreachable";
  return {
    kind,
    message: oneLine(redact(error.message), maxTextLength),
    transport: error.kind,
    mayHaveTakenEffect: error.mayHaveTakenEffect,
  };
}

/** The failure for a JSON-RPC error: classified by the error, by the HTTP status only where the error is unspecific. */
export function failureOfError(error: RpcErrorObject, http: HttpContext): RpcFailure {
  const message = error.message.slice(0, maxScannedLength);
  const matched = errorRules.find((rule) => rule.matches({ ...error, message }))?.kind;
  const kind = matched ?? (specificStatuses.has(http.status) ? kindOfStatus(http.status) : "rpc");
  return {
    kind,
    message: `${http.host} responded with error ${error.code}: ${excerpt(error.message, maxTextLength, http.redact)}`,
    status: http.status,
    rpcCode: error.code,
    ...(error.data === undefined ? {} : { data: error.data }),
    ...retryHints(kind, `${message} ${stringsIn(error.data)}`, http),
  };
}

/**
 * The failure for a body that is not a JSON-RPC response.
 *
 * @param body undefined where only the status is known
 */
export function failureOfStatus(body: string | undefined, http: HttpContext): RpcFailure {
  const kind =
    http.status >= 400 && planText.test(body?.slice(0, maxScannedPage) ?? "") ? "plan" : kindOfStatus(http.status);
  const what = body === undefined ? "" : ` with ${bodyKind(body, http.redact)}`;
  return {
    kind,
    message: `${http.host} responded with HTTP ${http.status}${what}: ${descriptions[kind] ?? kind}`,
    status: http.status,
    ...retryHints(kind, body?.slice(0, maxScannedPage) ?? "", http),
  };
}

/**
 * The failure for an unsuccessful response of a REST API. Errors have several forms: `{ code, message }`, `{
 * statusCode, error, message }`, and a list with one entry per invalid argument.
 *
 * @param value of the body, undefined when it is not JSON
 */
export function failureOfRest(body: string, value: unknown, http: HttpContext): RpcFailure {
  const messages = (Array.isArray(value) ? value.slice(0, maxMembers) : [value]).flatMap((entry: unknown) =>
    isObject(entry) && typeof entry.message === "string" ? [entry.message] : [],
  );
  if (messages.length === 0) {
    return failureOfStatus(body, http);
  }
  const text = messages.join("; ");
  const read = text.slice(0, maxScannedLength);
  const kind = kindOfRest(read, http.status);
  const rpcCode = isObject(value) ? wholeNumber.safeParse(value.code).data : undefined;
  return {
    kind,
    message: `${http.host} responded with HTTP ${http.status}: ${excerpt(text, maxTextLength, http.redact)}`,
    status: http.status,
    ...(rpcCode === undefined ? {} : { rpcCode }),
    ...retryHints(kind, read, http),
  };
}

function kindOfRest(text: string, status: number): RpcFailureKind {
  if (planText.test(text)) {
    return "plan";
  }
  const own: Readonly<Record<number, RpcFailureKind>> = { 400: "params", 404: "rpc", 500: "rpc", 503: "starting" };
  // A nonexistent route is a wrong path; a nonexistent block is a result.
  return status === 404 && /route|path/i.test(text) ? "path" : (own[status] ?? kindOfStatus(status));
}

function kindOfStatus(status: number): RpcFailureKind {
  return statusKinds[status] ?? (status >= 500 ? "server" : "proxy");
}

function retryHints(
  kind: RpcFailureKind,
  words: string,
  http: HttpContext,
): Pick<RpcFailure, "retryAfterMs" | "isQuota"> {
  if (kind !== "throttled" && kind !== "server") {
    return {};
  }
  const requestedMs = http.retryAfterMs ?? (kind === "throttled" ? durationMs(words) : undefined);
  return {
    ...(requestedMs === undefined ? {} : { retryAfterMs: requestedMs }),
    ...(kind === "throttled" && quotaText.test(words) ? { isQuota: true } : {}),
  };
}

// "try again in 123.4ms", {"try_again_in":"1m2.5s"}: a Go duration after the words.
const tryAgainIn = new RegExp(`try.again.in\\W{0,5}(${goDuration.source})`, "i");

function durationMs(words: string): number | undefined {
  return parseGoDuration(tryAgainIn.exec(words)?.[1] ?? "");
}

/** Strings in the data of an error; nested ones do not count. */
export function stringsIn(data: unknown): string {
  const members = isObject(data) ? firstMembers(data, maxMembers) : [["", data] as const];
  return members
    .map(([name, member]) => `${name} ${typeof member === "string" ? member : ""}`.slice(0, maxScannedLength))
    .join(" ");
}
