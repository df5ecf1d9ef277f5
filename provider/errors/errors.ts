import { oneLine } from "../base/text.js";
import { type ErrorDetails, hasBrand, ProviderError, type ProviderErrorCode } from "./provider-error.js";

export { type ErrorDetails, ProviderError, type ProviderErrorCode } from "./provider-error.js";

/** A setting is missing or malformed. Nothing was sent. */
export class ConfigError extends ProviderError {
  declare readonly code: "config";

  constructor(message: string) {
    super("config", message);
  }
}

/**
 * The platform refused the key (401), its role (403), or the key belongs to another organization; or a node refused its
 * token, its password, or us by an access rule. Not retried.
 */
export class AuthError extends ProviderError {
  declare readonly code: "auth";

  constructor(message: string, details?: ErrorDetails) {
    super("auth", message, details);
  }
}

/**
 * The platform responded with 404: the object does not exist, or the key may not see it. Of a node: there is no
 * interface at the endpoint's path.
 */
export class NotFoundError extends ProviderError {
  declare readonly code: "not-found";

  constructor(message: string, details?: ErrorDetails) {
    super("not-found", message, details);
  }
}

/** The platform refuses because of the state of other objects, for example a project that still has nodes. */
export class ConflictError extends ProviderError {
  declare readonly code: "conflict";

  constructor(message: string, details?: ErrorDetails) {
    super("conflict", message, details);
  }
}

/** Reasons by field. */
export type FieldReasons = Readonly<Record<string, readonly string[]>>;

/** Reasons by field, where several may have the same field. */
export function mergeReasons(reasons: readonly (readonly [field: string, texts: readonly string[]])[]): FieldReasons {
  const merged = new Map<string, readonly string[]>();
  for (const [field, texts] of reasons) {
    merged.set(field, [...(merged.get(field) ?? []), ...texts]);
  }
  return Object.fromEntries(merged);
}

/**
 * The platform refused the content of a request (400), or this package did before it was sent; for a call to a node the
 * fields are its parameters.
 */
export class RejectedError extends ProviderError {
  declare readonly code: "rejected";
  /** Reasons by argument, or by the platform's own field name where nothing is known about arguments. */
  readonly fields: FieldReasons;

  /** @param message what was tried and what happened; the fields follow it, unless it has them */
  constructor(message: string, fields: FieldReasons = {}, details?: ErrorDetails) {
    super("rejected", withReasons(message, fields), details);
    this.fields = fields;
  }

  /** The same with other names of the fields, for example the arguments that lead to them. */
  withFields(nameOf: (field: string) => string): RejectedError {
    const fields = mergeReasons(Object.entries(this.fields).map(([field, texts]) => [nameOf(field), texts]));
    const { message } = this;
    const reasons = oneLine(reasonsOf(this.fields));
    const start = message.lastIndexOf(reasons);
    const renamed =
      start === -1
        ? withReasons(message, fields)
        : message.slice(0, start) + reasonsOf(fields) + message.slice(start + reasons.length);
    return Object.assign(this.with({ message: renamed }), { fields });
  }
}

/** Fields, each with its reasons, for a message. */
export function reasonsOf(fields: FieldReasons): string {
  return Object.entries(fields)
    .map(([field, texts]) => `${field}: ${texts.join(" ")}`.replace(/\.$/, ""))
    .join("; ");
}

/** A message with the fields that it is about: their reasons follow it, unless it has them. */
export function withReasons(message: string, fields: FieldReasons): string {
  const reasons = reasonsOf(fields);
  return message.includes(reasons) ? message : `${message} ${reasons}`;
}

/** A limit of the plan is reached: of nodes (403 `quota_exceeded`), or of requests a month. Not retried. */
export class QuotaError extends ProviderError {
  declare readonly code: "quota";

  constructor(message: string, details?: ErrorDetails) {
    super("quota", message, details);
  }
}

/** The platform or a node is throttling (429, or a call inside HTTP 200) or failing (5xx), through every retry. */
export class UnavailableError extends ProviderError {
  declare readonly code: "unavailable";
  /** HTTP status of the last response; 200 when only a call inside it was refused. */
  readonly status: number;
  /** The wait that the other side requested, in milliseconds, if any. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    status: number,
    details: ErrorDetails & { readonly retryAfterMs?: number | undefined } = {},
  ) {
    super("unavailable", message, details);
    this.status = status;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** How an exchange failed below HTTP. */
export type TransportFailure = "dns" | "refused" | "reset" | "timeout" | "tls" | "redirect" | "too-large" | "aborted";

/** No usable response arrived: DNS, connection, TLS, deadline, size. */
export class TransportError extends ProviderError {
  declare readonly code: "transport";
  /** Where the exchange ended. */
  readonly kind: TransportFailure;
  /** False only when the request provably had no effect, so that even a write may be repeated. */
  readonly mayHaveTakenEffect: boolean;

  constructor(message: string, kind: TransportFailure, mayHaveTakenEffect: boolean, details?: ErrorDetails) {
    super("transport", message, details);
    this.kind = kind;
    this.mayHaveTakenEffect = mayHaveTakenEffect;
  }
}

/** Where a response differs from its documented shape. */
export interface ShapeDetails extends ErrorDetails {
  /** The method that was called on a node. */
  readonly method?: string;
  /** Place in the response, for example `result.logs[2].address`. */
  readonly path?: string;
  /** The value there, truncated and without secrets. */
  readonly received?: string;
}

/** A response does not have the documented shape. Names the operation and the field. */
export class ShapeError extends ProviderError {
  declare readonly code: "shape";
  /** The method that was called on a node. */
  readonly method: string | undefined;
  /** Place in a node's response, for example `result.logs[2].address`. */
  readonly path: string | undefined;
  /** The value there as JSON, truncated to 120 characters and without secrets. */
  readonly received: string | undefined;

  constructor(message: string, details: ShapeDetails = {}) {
    super("shape", message, details);
    this.method = details.method;
    this.path = details.path;
    this.received = details.received;
  }
}

/** How a call to a node failed, as a decision for the caller. */
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
  /** Something other than the node responded: HTML, text, JSON of another shape, no matching id. */
  | "proxy"
  /** A redirect, which is never followed. */
  | "redirect"
  /** The response exceeds the size limit. */
  | "answer-too-large"
  /** The node says that it is starting or catching up. */
  | "starting"
  /** The method is not offered. */
  | "method"
  /** The arguments were refused, so the method exists. */
  | "params"
  /** No state at that block: not an archive node. */
  | "no-state"
  /**
   * The filter is not there: never made, expired (about 5 minutes without a poll), or made on another backend of a
   * shared node.
   */
  | "no-filter"
  /** Any other error of the node. */
  | "rpc";

/** What a node said when it refused a call. */
export interface RpcErrorDetails extends ErrorDetails {
  /** HTTP status. */
  readonly status?: number | undefined;
  /** Number of the JSON-RPC error, or the member `code` of a beacon error. */
  readonly rpcCode?: number | undefined;
  /** Member `data` of the JSON-RPC error, without secrets. */
  readonly data?: unknown;
}

/** A node responded to a call with an error: of its JSON-RPC or of its beacon REST interface. */
export class RpcError extends ProviderError {
  declare readonly code: "rpc";
  /** The method, or the path of a REST call. */
  readonly method: string;
  /** What the error means. */
  readonly kind: RpcFailureKind;
  /** HTTP status of the response. */
  readonly status: number | undefined;
  /** Number of the JSON-RPC error, for example -32601; the member `code` of a beacon error, where it has one. */
  readonly rpcCode: number | undefined;
  /** Member `data` of the JSON-RPC error, for example what a contract reverted with; without secrets. */
  readonly data: unknown;

  constructor(message: string, method: string, kind: RpcFailureKind, details: RpcErrorDetails = {}) {
    super("rpc", message, details);
    this.method = method;
    this.kind = kind;
    this.status = details.status;
    this.rpcCode = details.rpcCode;
    this.data = details.data;
  }
}

/**
 * A node, or a transaction, did not become what was waited for: deadline reached, deployment failed, or wrong chain.
 */
export class NotReadyError extends ProviderError {
  declare readonly code: "not-ready";
  /** Whether waiting longer cannot help. */
  readonly isTerminal: boolean;

  constructor(message: string, isTerminal: boolean, details?: ErrorDetails) {
    super("not-ready", message, details);
    this.isTerminal = isTerminal;
  }
}

/** The run was interrupted (SIGINT, SIGTERM, or the engine is gone). */
export class CancelledError extends ProviderError {
  declare readonly code: "cancelled";

  constructor(message = "Interrupted. The next `pulumi up` resumes from here.") {
    super("cancelled", message);
  }
}

/** The class of error by its code. */
interface ErrorClasses {
  readonly config: ConfigError;
  readonly auth: AuthError;
  readonly "not-found": NotFoundError;
  readonly conflict: ConflictError;
  readonly rejected: RejectedError;
  readonly quota: QuotaError;
  readonly unavailable: UnavailableError;
  readonly transport: TransportError;
  readonly shape: ShapeError;
  readonly rpc: RpcError;
  readonly "not-ready": NotReadyError;
  readonly cancelled: CancelledError;
}

/**
 * Whether a value is an error of this package, also one from another copy of it.
 *
 * @param code only errors of this kind @default any
 */
export function isProviderError<Code extends ProviderErrorCode = ProviderErrorCode>(
  value: unknown,
  code?: Code,
): value is ErrorClasses[Code] {
  return hasBrand(value) && (code === undefined || value.code === code);
}
