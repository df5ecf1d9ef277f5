import type { TransportError, TransportFailure } from "../errors.js";
import { goDuration, oneLine, parseGoDuration } from "../http/text.js";

/** Texts of the other side are shown up to this length. */
export const longestText = 160;

/** Why a call gave no value, as a decision for the caller: each kind is one row of the error map. */
export type RpcFailureKind =
  /** DNS, refused or lost connection, deadline, TLS: the node cannot be reached from here. */
  | "unreachable"
  /** 401, or 403 without a word about the plan: token, password or access rule. */
  | "auth"
  /** The plan of the account does not include the method. The node is fine. */
  | "plan"
  /** 404 or 405 on the endpoint itself: wrong path or suffix. */
  | "path"
  /** 413: our request is too big. */
  | "request-too-large"
  /** Too many requests, in one second or in one month. */
  | "throttled"
  /** 5xx or 499: the server has a problem at the moment. */
  | "server"
  /** Something that is not the node answered: HTML, text, JSON of another shape, no matching id. */
  | "proxy"
  /** A redirect, which is never followed. */
  | "redirect"
  /** The answer exceeds the size cap. */
  | "answer-too-large"
  /** The node says that it is starting or catching up. */
  | "starting"
  /** The method is not offered. */
  | "method"
  /** The arguments were refused, so the method exists. */
  | "params"
  /** No state at that block: not an archive node. */
  | "no-state"
  /** Any other error of the node. */
  | "rpc";

/** A call that gave no value. */
export interface RpcFailure {
  readonly kind: RpcFailureKind;
  /** One line, without secrets: what happened and where. */
  readonly message: string;
  /** HTTP status, when an answer arrived. */
  readonly status?: number;
  /** The error's number on the wire, when the node answered with a JSON-RPC error. */
  readonly rpcCode?: number;
  /** How the exchange failed below HTTP. */
  readonly transport?: TransportFailure;
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

const planText =
  /plan upgrade|not (?:included|available) (?:in|on) your (?:current )?plan|upgrade your (?:current )?plan/i;
const rateText =
  /rate.?limit|too many requests|request limit|(?:limit|quota) (?:is |was |has been )?(?:exceeded|reached)|throttl/i;
const quotaText = /quota|monthly|per month|billing/i;
const noStateText = /missing trie node|header not found|pruned|BlockOutOfRangeError|resource not found/i;
const notOfferedText = /not supported|does not exist\/is not available/i;

// The first row that matches decides.
const errorRules: readonly { readonly kind: RpcFailureKind; readonly matches: (error: RpcErrorObject) => boolean }[] = [
  { kind: "plan", matches: ({ code, message }) => code === -32612 || planText.test(message) },
  {
    kind: "starting",
    matches: ({ code, data }) => code === -28 || (code === -32005 && hasMember(data, "numSlotsBehind")),
  },
  { kind: "throttled", matches: ({ code, message }) => [429, -32005, -32011].includes(code) || rateText.test(message) },
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
  return { kind, message: oneLine(redact(error.message), longestText), transport: error.kind };
}

/** The failure behind a JSON-RPC error: the error first, the HTTP status only where the error tells nothing. */
export function failureOfError(error: RpcErrorObject, http: HttpSide): RpcFailure {
  const ruled = errorRules.find((rule) => rule.matches(error))?.kind;
  const kind = ruled ?? (tellingStatuses.has(http.status) ? kindOfStatus(http.status) : "rpc");
  return {
    kind,
    message: `${http.host} answered error ${error.code}: ${oneLine(http.redact(error.message), longestText)}`,
    status: http.status,
    rpcCode: error.code,
    ...waiting(kind, `${error.message} ${text(error.data)}`, http),
  };
}

/** The failure behind a body that is no JSON-RPC answer. */
export function failureOfStatus(body: string, http: HttpSide): RpcFailure {
  const kind = http.status >= 400 && planText.test(body) ? "plan" : kindOfStatus(http.status);
  return {
    kind,
    message: `${http.host} answered HTTP ${http.status}: ${says[kind] ?? kind}`,
    status: http.status,
    ...waiting(kind, body, http),
  };
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

function hasMember(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && name in value;
}

function text(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}
