import { isObject, parseJsonOrText } from "../base/json";
import type { RecordedInterface, RecordedRequest, RecordedResponse } from "./family";
import type { RecordedView } from "./view";

/** An error of a method. */
export class RecordedRpcError extends Error {
  override readonly name = "RecordedRpcError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Parameters of a call, by position or by name. */
export type RpcParams = Readonly<Record<string, unknown>> | readonly unknown[];

/** A method of a node. @throws RecordedRpcError */
type RecordedMethod = (params: RpcParams, view: RecordedView) => unknown;

/** Methods by name. */
export type RecordedMethods = Readonly<Record<string, RecordedMethod>>;

/** A well-formed call. */
interface RecordedCall {
  /** Undefined in a notification. */
  readonly id: unknown;
  readonly method: string;
  readonly params: RpcParams;
  /** The call as received. */
  readonly message: Readonly<Record<string, unknown>>;
}

/** Result of a call, or its error. */
export type RecordedOutcome = { readonly result: unknown } | { readonly error: RecordedRpcError };

/** How an implementation of JSON-RPC differs from the usual. */
export interface RpcDialect {
  /** Whether a call without an id gets a response too. */
  readonly needsNoId?: true;
  /** Response to a batch, where it is not a list. */
  readonly batch?: RecordedResponse;
  /** Response to a body that is not JSON, or not a call. */
  readonly malformed: RecordedResponse;
  /** Response to another HTTP method than POST. */
  readonly notPost: RecordedResponse;
  /** Error of a method that does not exist. */
  unknown(method: string): RecordedRpcError;
  /** Message of an outcome. */
  message(call: RecordedCall, outcome: RecordedOutcome): unknown;
}

/** JSON-RPC 2.0 as most nodes speak it. */
export const plainDialect: RpcDialect = {
  malformed: { status: 200, body: { jsonrpc: "2.0", error: { code: -32700, message: "Parse error" }, id: null } },
  notPost: {
    status: 405,
    body: "Used HTTP Method is not allowed. POST or OPTIONS is required\n",
    headers: { allow: "POST, OPTIONS" },
  },
  unknown: () => new RecordedRpcError(-32601, "Method not found"),
  message: ({ id = null }, outcome) => ({ jsonrpc: "2.0", ...wire(outcome), id }),
};

/** A JSON-RPC API at some paths after the token; empty for the token itself. */
export function jsonRpcAt(
  paths: readonly string[],
  methods: RecordedMethods,
  changes: Partial<RpcDialect> = {},
): RecordedInterface {
  const dialect = { ...plainDialect, ...changes };
  return { respond: (request) => (paths.includes(request.path) ? respond(request, methods, dialect) : undefined) };
}

/** Runs one message; undefined for a notification. */
function respondToMessage(
  message: unknown,
  view: RecordedView,
  methods: RecordedMethods,
  dialect: RpcDialect,
): unknown {
  if (!isObject(message) || typeof message.method !== "string") {
    return dialect.malformed.body;
  }
  const { id, method, params } = message;
  const call: RecordedCall = { id, method, params: isObject(params) || Array.isArray(params) ? params : [], message };
  const outcome = run(call, view, methods, dialect);
  return "id" in message || dialect.needsNoId === true ? dialect.message(call, outcome) : undefined;
}

/** Result or error of an outcome, as members of a message. */
export function wire(outcome: RecordedOutcome): Readonly<Record<string, unknown>> {
  if ("result" in outcome) {
    return { result: outcome.result };
  }
  const { code, message, data } = outcome.error;
  return { error: { code, message, ...(data !== undefined && { data }) } };
}

/** A parameter by position or by name. */
export function parameter(params: RpcParams, position: number, name: string): unknown {
  return Array.isArray(params) ? params[position] : (params as Readonly<Record<string, unknown>>)[name];
}

function respond(request: RecordedRequest, methods: RecordedMethods, dialect: RpcDialect): RecordedResponse {
  if (request.method !== "POST") {
    return dialect.notPost;
  }
  const body = parseJsonOrText(request.body);
  if (Array.isArray(body) && body.length > 0) {
    const messages = body.map((message: unknown) => respondToMessage(message, request.view, methods, dialect));
    const answers = messages.filter((message) => message !== undefined);
    return dialect.batch ?? (answers.length === 0 ? { status: 204 } : { status: 200, body: answers });
  }
  if (!isObject(body) || typeof body.method !== "string") {
    return dialect.malformed;
  }
  const answer = respondToMessage(body, request.view, methods, dialect);
  return answer === undefined ? { status: 204 } : { status: 200, body: answer };
}

function run(
  { method, params }: RecordedCall,
  view: RecordedView,
  methods: RecordedMethods,
  dialect: RpcDialect,
): RecordedOutcome {
  return outcomeOf(methods, method, params, view) ?? { error: dialect.unknown(method) };
}

/** Runs a method; undefined if it does not exist. */
export function outcomeOf(
  methods: RecordedMethods,
  method: string,
  params: RpcParams,
  view: RecordedView,
): RecordedOutcome | undefined {
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
  try {
    return handler && { result: handler(params, view) };
  } catch (error) {
    if (error instanceof RecordedRpcError) {
      return { error };
    }
    throw error;
  }
}
