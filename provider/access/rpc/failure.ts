import { firstMembers } from "../../base/first-members.js";
import { bodyKind, excerpt, goDuration, oneLine, parseGoDuration } from "../../base/text.js";
import type { RpcFailureKind, TransportError, TransportFailure } from "../../errors/errors.js";
import { isObject, wholeNumber } from "../codec/decode.js";

/** Texts of the other side are shown up to this length. */
export const longestText = 160;

// What a text means is told by its beginning.
const longestRead = 10_000;
const longestPage = 100_000;
const mostMembers = 20;

/** A call that gave no value. */
export interface RpcFailure {
  readonly kind: RpcFailureKind;
  /** One line, without secrets: what happened and where. */
  readonly message: string;
  /** HTTP status, when an answer arrived. */
  readonly status?: number;
  /** The error's number on the wire: of a JSON-RPC error, or the member `code` of a beacon error. */
  readonly rpcCode?: number;
  /** How the exchange failed below HTTP. */
  readonly transport?: TransportFailure;
  /** Whether a request of which the exchange failed may have reached the node. */
  readonly mayHaveTakenEffect?: boolean;
  /** Member `data` of a JSON-RPC error, as it came. */
  readonly data?: unknown;
  /** How long the server asks callers to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Whether the limit is one of the account (monthly quota), so that trying again soon is useless. */
  readonly isQuota?: boolean;
}

/** The `error` member of a JSON-RPC answer. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The HTTP side of an answer, as far as failures are concerned. */
export interface HttpSide {
  readonly status: number;
  readonly host: string;
  /** From the header `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** Blanks secrets in what the other side wrote. */
  readonly redact: (text: string) => string;
}

const revertText = /^(?:vm exception.*|execution )?revert(?:ed)?\b/i;
const planText =
  /plan upgrade|not (?:included|available) (?:in|on) your (?:current )?plan|upgrade your (?:current )?plan/i;
const rateText =
  /rate.?limit|too many requests|request limit|(?:(?<!gas )limit|quota) (?:is |was |has been )?(?:exceeded|reached)|throttl/i;
const quotaText = /quota|monthly|per month|billing/i;
const noStateText = /missing trie node|header not found|pruned|BlockOutOfRangeError|resource not found/i;
// geth, for a moment after it has started.
const startingText = /transaction indexing is in progress/i;
const noFilterText = /filter not found/i;
const notOfferedText = /not supported|does not exist\/is not available/i;

// The first row that matches decides.
const errorRules: readonly { readonly kind: RpcFailureKind; readonly matches: (error: RpcErrorObject) => boolean }[] = [
  // What a contract says when it reverts is nobody else's word, whatever words it uses.
  { kind: "rpc", matches: ({ code, message }) => code === 3 || revertText.test(message) },
  { kind: "plan", matches: ({ code, message }) => code === -32612 || planText.test(message) },
  {
    kind: "starting",
    matches: ({ code, message, data }) =>
      code === -28 || startingText.test(message) || (code === -32005 && isObject(data) && "numSlotsBehind" in data),
  },
  { kind: "throttled", matches: ({ code, message }) => [429, -32005, -32011].includes(code) || rateText.test(message) },
  { kind: "no-filter", matches: ({ message }) => noFilterText.test(message) },
  { kind: "no-state", matches: ({ message }) => noStateText.test(message) },
  { kind: "method", matches: ({ code }) => code === -32601 },
  // -32700 is ganache's, -32004 hardhat's number for a method they do not have.
  {
    kind: "method",
    matches: ({ code, message }) => [-32600, -32604, -32700, -32004].includes(code) && notOfferedText.test(message),
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

// Statuses that say more than an error whose number tells nothing; 500 does not: Bitcoin Core sends it with every error.
const tellingStatuses: ReadonlySet<number> = new Set([401, 403, 413, 429, 499, 502, 503, 504]);

const says: Readonly<Partial<Record<RpcFailureKind, string>>> = {
  auth: "token, password or access rule refused",
  plan: "not included in the account's plan",
  path: "no JSON-RPC at this path",
  "request-too-large": "the request is too big for it",
  throttled: "too many requests",
  server: "the server has a problem",
  proxy: "the answer is not JSON-RPC",
};

/** The failure behind an error below HTTP; `aborted` is not one, the caller rethrows it. */
export function failureOfTransport(error: TransportError, redact: (text: string) => string): RpcFailure {
  const kinds = { redirect: "redirect", "too-large": "answer-too-large" } as const;
  const kind = error.kind === "redirect" || error.kind === "too-large" ? kinds[error.kind] : "unreachable";
  return {
    kind,
    message: oneLine(redact(error.message), longestText),
    transport: error.kind,
    mayHaveTakenEffect: error.mayHaveTakenEffect,
  };
}

/** The failure behind a JSON-RPC error: the error first, the HTTP status only where the error tells nothing. */
export function failureOfError(error: RpcErrorObject, http: HttpSide): RpcFailure {
  const message = error.message.slice(0, longestRead);
  const ruled = errorRules.find((rule) => rule.matches({ ...error, message }))?.kind;
  const kind = ruled ?? (tellingStatuses.has(http.status) ? kindOfStatus(http.status) : "rpc");
  return {
    kind,
    message: `${http.host} answered error ${error.code}: ${excerpt(error.message, longestText, http.redact)}`,
    status: http.status,
    rpcCode: error.code,
    ...(error.data === undefined ? {} : { data: error.data }),
    ...waiting(kind, `${message} ${wordsOf(error.data)}`, http),
  };
}

/**
 * The failure behind a body that is no JSON-RPC answer.
 *
 * @param body undefined where the status alone is known
 */
export function failureOfStatus(body: string | undefined, http: HttpSide): RpcFailure {
  const kind =
    http.status >= 400 && planText.test(body?.slice(0, longestPage) ?? "") ? "plan" : kindOfStatus(http.status);
  const what = body === undefined ? "" : ` with ${bodyKind(body, http.redact)}`;
  return {
    kind,
    message: `${http.host} answered HTTP ${http.status}${what}: ${says[kind] ?? kind}`,
    status: http.status,
    ...waiting(kind, body?.slice(0, longestPage) ?? "", http),
  };
}

/**
 * The failure behind an answer of a REST interface that is not a success. Errors have several forms: `{ code, message }`,
 * `{ statusCode, error, message }`, and a list with one entry for each wrong argument.
 *
 * @param value of the body, undefined when it is not JSON
 */
export function failureOfRest(body: string, value: unknown, http: HttpSide): RpcFailure {
  const messages = (Array.isArray(value) ? value.slice(0, mostMembers) : [value]).flatMap((entry: unknown) =>
    isObject(entry) && typeof entry.message === "string" ? [entry.message] : [],
  );
  if (messages.length === 0) {
    return failureOfStatus(body, http);
  }
  const said = messages.join("; ");
  const read = said.slice(0, longestRead);
  const kind = kindOfRest(read, http.status);
  const rpcCode = isObject(value) ? wholeNumber.safeParse(value.code).data : undefined;
  return {
    kind,
    message: `${http.host} answered HTTP ${http.status}: ${excerpt(said, longestText, http.redact)}`,
    status: http.status,
    ...(rpcCode === undefined ? {} : { rpcCode }),
    ...waiting(kind, read, http),
  };
}

function kindOfRest(said: string, status: number): RpcFailureKind {
  if (planText.test(said)) {
    return "plan";
  }
  const own: Readonly<Record<number, RpcFailureKind>> = { 400: "params", 404: "rpc", 500: "rpc", 503: "starting" };
  // A route that does not exist is a wrong path; a block that does not exist is an answer.
  return status === 404 && /route|path/i.test(said) ? "path" : (own[status] ?? kindOfStatus(status));
}

function kindOfStatus(status: number): RpcFailureKind {
  return statusKinds[status] ?? (status >= 500 ? "server" : "proxy");
}

function waiting(kind: RpcFailureKind, words: string, http: HttpSide): Pick<RpcFailure, "retryAfterMs" | "isQuota"> {
  if (kind !== "throttled" && kind !== "server") {
    return {};
  }
  const askedMs = http.retryAfterMs ?? (kind === "throttled" ? durationMs(words) : undefined);
  return {
    ...(askedMs === undefined ? {} : { retryAfterMs: askedMs }),
    ...(kind === "throttled" && quotaText.test(words) ? { isQuota: true } : {}),
  };
}

// "try again in 123.4ms", {"try_again_in":"1m2.5s"}: Go's way to write a duration, after the words.
const tryAgainIn = new RegExp(`try.again.in\\W{0,5}(${goDuration.source})`, "i");

function durationMs(words: string): number | undefined {
  return parseGoDuration(tryAgainIn.exec(words)?.[1] ?? "");
}

/** The words in the data of an error; what is deeper is none of them. */
export function wordsOf(data: unknown): string {
  const members = isObject(data) ? firstMembers(data, mostMembers) : [["", data] as const];
  return members
    .map(([name, member]) => `${name} ${typeof member === "string" ? member : ""}`.slice(0, longestRead))
    .join(" ");
}
