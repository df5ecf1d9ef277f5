import { z } from "zod";
import { firstMembers } from "../../base/first-members.js";
import { pathOf, readAs } from "../../base/issues.js";
import { redactedValue } from "../../base/redact.js";
import { excerpt, oneLine } from "../../base/text.js";
import { mergeReasons, RejectedError, type RpcFailureKind, ShapeError } from "../../errors/errors.js";
import type { OwnLimits } from "../../http/call-limits.js";
import { writeJson } from "../codec/json.js";
import type { RpcParams } from "../rpc/call.js";
import type { CallOptions } from "../settings.js";

/** One JSON-RPC method: what goes out, what comes back, and how it may be called. */
export interface RpcMethod<Params extends readonly unknown[], Result> extends OwnLimits {
  /** Names of the parameters by position, for messages about them. */
  readonly parameters: { readonly [K in keyof Params]-?: string };
  /** Reads what callers give, and writes it as the node takes it. */
  readonly params: z.ZodType<readonly unknown[], Params>;
  /** Reads what the node answers; of some methods it depends on the parameters. */
  readonly result: z.ZodType<Result> | ((params: Params) => z.ZodType<Result>);
  /** Whether nothing but the node's work is doubled when it is called twice, so that it is repeated when its answer is lost. */
  readonly isRepeatable: boolean;
  /** Dialect of JSON-RPC. @default "2.0" */
  readonly version?: "1.0";
  /** Suffix of the endpoint that serves it, by protocol, where it is not the endpoint itself. */
  readonly suffixes?: Readonly<Record<string, string>>;
  /** What `null` is in place of an answer, where some nodes say so what others say by an error. */
  readonly nullMeans?: RpcFailureKind;
}

/** Writes one row of a method table. */
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

/** A method that clients have a member for. */
export interface RpcMember<Name extends string, Params extends readonly unknown[], Result, Member>
  extends RpcMethod<Params, Result> {
  /** Its name on the wire. */
  readonly method: Name;
  /** Makes the member of a client. */
  readonly member: (call: RpcInvoke<Params, Result>) => Member;
}

/** Writes the row of a member that takes the parameters by position, and then the options of the call. */
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

/** Writes the row of a member with a signature of its own. */
export function rpcMemberAs<Name extends string>(method: Name) {
  return <Params extends readonly unknown[], Result, Member>(
    row: Omit<RpcMember<Name, Params, Result, Member>, "method">,
  ): RpcMember<Name, Params, Result, Member> => ({ ...row, method });
}

/** Writes the row of a read without parameters. */
export function plainRead<Result>(
  result: z.ZodType<Result>,
  more: Pick<RpcMethod<[], Result>, "version"> = {},
): RpcMethod<[], Result> {
  return { parameters: [], params: z.tuple([]), result, isRepeatable: true, ...more };
}

/** A row of a method table, whatever its types are. */
// biome-ignore lint/suspicious/noExplicitAny: parameters are contravariant, so that `unknown` would fit no row
export type AnyRpcMethod = RpcMethod<any, unknown>;

/** A row of a member, whatever its types are. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyRpcMember = RpcMember<string, any, unknown, unknown>;

/**
 * Checks the parameters of a call and writes them as the node takes them.
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
 * Checks the arguments of a call and writes them as they go out.
 *
 * @param placeOf what an argument is called, by its path in what was given
 * @throws {RejectedError} naming the argument; nothing was sent
 */
export function encodeArguments<Written>(
  name: string,
  schema: z.ZodType<Written>,
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

// What an answer holds in a wrong place is shown up to this length.
const longestReceived = 120;

/**
 * Reads the answer of a call.
 *
 * @throws {ShapeError} with method and place when it is not what the interface promises
 */
export function decodeResult<Result>(
  name: string,
  schema: z.ZodType<Result>,
  value: unknown,
  redact: (text: string) => string,
): Result {
  const { data, problems } = readAs(schema, value, "wire");
  if (problems === undefined) {
    return data;
  }
  const [problem] = problems;
  const path = oneLine(redact(pathOf(problem.path, "result")), longestReceived);
  const received = excerpt(
    written(redactedValue(shallow(memberAt(value, problem.path)), redact)),
    longestReceived,
    redact,
  );
  throw new ShapeError(`${name}: the node's answer is not as documented: ${path} ${problem.reason}: ${received}.`, {
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

function written(value: unknown): string {
  return value === undefined ? "nothing" : writeJson(value);
}

// A large answer must not be written out as a whole only to show its beginning.
function shallow(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, 3).map((item) => (typeof item === "object" && item !== null ? "…" : item));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      firstMembers(value, 8).map(([key, member]) => [
        key,
        typeof member === "object" && member !== null ? "…" : member,
      ]),
    );
  }
  return value;
}
