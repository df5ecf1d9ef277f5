import { firstMembers } from "../../base/first-members.js";
import { pathOf, readAs } from "../../base/issues.js";
import { redactedValue } from "../../base/redact.js";
import type { Schema } from "../../base/schema.js";
import { excerpt, oneLine } from "../../base/text.js";
import { mergeReasons, RejectedError, type RpcFailureKind, ShapeError } from "../../errors/errors.js";
import type { OwnLimits } from "../../http/call-limits.js";
import { z } from "../../vendor/zod.js";
import { writeJson } from "../codec/json.js";
import type { RpcParams } from "../rpc/call.js";
import type { CallOptions } from "../settings.js";

/** One JSON-RPC method: its parameters, its result, and how it may be called. */
export interface RpcMethod<Params extends readonly unknown[], Result> extends OwnLimits {
  /** Names of the parameters by position, for messages. */
  readonly parameters: { readonly [K in keyof Params]-?: string };
  /** Validates the caller's parameters and encodes them for the node. */
  readonly params: Schema<readonly unknown[], Params>;
  /** Parses the result; for some methods it depends on the parameters. */
  readonly result: Schema<Result> | ((params: Params) => Schema<Result>);
  /**
   * Whether a second execution only repeats work, so that the call is retried when its response is lost. @default true
   */
  readonly isRepeatable?: false;
  /** JSON-RPC dialect. @default "2.0" */
  readonly version?: "1.0";
  /** URL suffix of the endpoint that serves it, by protocol, where it is not the endpoint itself. */
  readonly suffixes?: Readonly<Record<string, string>>;
  /** What a `null` result means, where some nodes return it instead of an error. */
  readonly nullMeans?: RpcFailureKind;
}

/** Defines one row of a method table. */
export function rpcMethod<Params extends readonly unknown[], Result>(
  row: RpcMethod<Params, Result>,
): RpcMethod<Params, Result> {
  return row;
}

/** Makes one call of a method. */
export type RpcInvoke<Params extends readonly unknown[], Result> = (
  params: Params,
  options?: CallOptions,
) => Promise<Result>;

/** A method with a member of its own on clients. */
export interface RpcMember<Name extends string, Params extends readonly unknown[], Result, Member>
  extends RpcMethod<Params, Result> {
  /** Name on the wire. */
  readonly method: Name;
  /** Creates the client's member. */
  readonly member: (call: RpcInvoke<Params, Result>) => Member;
}

/** Defines the row of a member with the parameters by position, followed by the call options. */
export function rpcMember<Name extends string>(method: Name) {
  return <Params extends readonly unknown[], Result>(
    row: RpcMethod<Params, Result>,
  ): RpcMember<Name, Params, Result, (...given: [...Params, options?: CallOptions]) => Promise<Result>> => {
    const { length } = row.parameters;
    const paramsIn = (given: readonly unknown[]) => Array.from({ length }, (_, index) => given[index]);
    return {
      ...row,
      method,
      member:
        (call) =>
        (...given) =>
          call(paramsIn(given) as readonly unknown[] as Params, given[length] as CallOptions | undefined),
    };
  };
}

/** Defines the row of a member with its own signature. */
export function rpcMemberAs<Name extends string>(method: Name) {
  return <Params extends readonly unknown[], Result, Member>(
    row: Omit<RpcMember<Name, Params, Result, Member>, "method">,
  ): RpcMember<Name, Params, Result, Member> => ({ ...row, method });
}

/** Defines the row of a method without parameters. */
export function plainRead<Result>(
  result: Schema<Result>,
  more: Pick<RpcMethod<[], Result>, "isRepeatable" | "version"> = {},
): RpcMethod<[], Result> {
  return { parameters: [], params: z.tuple([]), result, ...more };
}

/** A row of a method table, with any types. */
// biome-ignore lint/suspicious/noExplicitAny: parameters are contravariant, so that `unknown` would fit no row
export type AnyRpcMethod = RpcMethod<any, unknown>;

/** A row of a member, with any types. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyRpcMember = RpcMember<string, any, unknown, unknown>;

/**
 * Validates the parameters of a call and encodes them for the node.
 *
 * @throws {RejectedError} naming the parameter; nothing was sent
 */
export function encodeParams(
  name: string,
  { parameters, params: schema }: Pick<AnyRpcMethod, "params" | "parameters">,
  given: RpcParams,
): readonly unknown[] {
  const names = parameters as readonly string[];
  if (!Array.isArray(given)) {
    const reason = `go by position${names.length === 0 ? ": there are none" : ` as a list: ${names.join(", ")}`}`;
    throw new RejectedError(`${name} was not sent, since a parameter is wrong.`, { params: [reason] });
  }
  if (names.length === 0 && given.length === 0) {
    return given;
  }
  const wire = [
    ...encodeArguments(name, schema, given, ([first, ...rest]) => pathOf(rest, names[Number(first ?? -1)] ?? "params")),
  ];
  while (wire.length > 0 && wire.at(-1) === undefined) {
    wire.pop();
  }
  return wire;
}

/**
 * Validates the arguments of a call and encodes them.
 *
 * @param placeOf name of an argument, by its path in the input
 * @throws {RejectedError} naming the argument; nothing was sent
 */
export function encodeArguments<Written>(
  name: string,
  schema: Schema<Written>,
  given: unknown,
  placeOf: (path: readonly PropertyKey[]) => string = ([first, ...rest]) => pathOf(rest, String(first ?? "arguments")),
): Written {
  const { data, problems } = readAs(schema, given, "wire");
  if (problems !== undefined) {
    const reasons = mergeReasons(problems.map(({ path, reason }) => [placeOf(path), [reason]] as const));
    throw new RejectedError(`${name} was not sent, since a parameter is wrong.`, reasons);
  }
  return data;
}

// Maximum length of an unexpected value in messages.
const maxReceivedLength = 120;

/**
 * Parses the result of a call.
 *
 * @throws {ShapeError} with method and path when it does not match the documented format
 */
export function decodeResult<Result>(
  name: string,
  schema: Schema<Result>,
  value: unknown,
  redact: (text: string) => string,
): Result {
  const { data, problems } = readAs(schema, value, "wire");
  if (problems === undefined) {
    return data;
  }
  const [problem] = problems;
  const path = oneLine(redact(pathOf(problem.path, "result")), maxReceivedLength);
  const received = excerpt(
    jsonOf(redactedValue(shallow(memberAt(value, problem.path)), redact)),
    maxReceivedLength,
    redact,
  );
  throw new ShapeError(`${name}: the node's response is not as documented: ${path} ${problem.reason}: ${received}.`, {
    method: name,
    path,
    received,
  });
}

function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (member, key) =>
      typeof member === "object" && member !== null ? (member as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

function jsonOf(value: unknown): string {
  return value === undefined ? "nothing" : writeJson(value);
}

// A large value is not serialized completely for an excerpt.
function shallow(value: unknown): unknown {
  const flat = (member: unknown) => (typeof member === "object" && member !== null ? "…" : member);
  if (Array.isArray(value)) {
    return value.slice(0, 3).map(flat);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(firstMembers(value, 8).map(([key, member]) => [key, flat(member)]))
    : value;
}
