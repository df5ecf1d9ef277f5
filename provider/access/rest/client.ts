import { isObject } from "../../base/is-object.js";
import { parseJson } from "../codec/json.js";
import type { NodeEndpoints } from "../endpoints.js";
import { decodeResult, encodeArguments } from "../methods/method.js";
import { checkCallOptions, noOptions } from "../options.js";
import type { RpcResult } from "../rpc/answer.js";
import { errorOfFailure } from "../rpc/error.js";
import { exchangeWithNode, type NodeAnswer } from "../rpc/exchange.js";
import { failureOfRest, type RpcFailure } from "../rpc/failure.js";
import { callWithin } from "../rpc/retry-failed.js";
import type { CallOptions, ClientSettings } from "../settings.js";
import { withSuffix } from "../suffix.js";
import { type EndpointTarget, endpointTarget, type Interface } from "../target.js";
import type { RestRead } from "./read.js";

/** Arguments and result of a table row, with any types. */
// biome-ignore lint/suspicious/noExplicitAny: arguments are contravariant, so that `unknown` would fit no row
export type AnyRead = RestRead<any, unknown>;

type ArgsOf<Row> = Row extends RestRead<infer Args, unknown> ? Args : never;
type ResultOf<Row> = Row extends RestRead<infer _Args, infer Result> ? Result : never;

/** One method per row of a table; one without arguments may be called without them. */
export type RestClient<Table extends Readonly<Record<string, AnyRead>>> = {
  readonly [K in keyof Table]: Record<string, never> extends ArgsOf<Table[K]>
    ? (args?: ArgsOf<Table[K]>, options?: CallOptions) => Promise<ResultOf<Table[K]>>
    : (args: ArgsOf<Table[K]>, options?: CallOptions) => Promise<ResultOf<Table[K]>>;
};

/**
 * Creates the client of a REST API. Its methods reject with a `ConfigError` when the node has no such endpoint.
 *
 * @param which endpoint that serves the table
 */
export function restClient<Table extends Readonly<Record<string, AnyRead>>>(
  table: Table,
  which: Interface,
  endpoints: NodeEndpoints,
  settings: ClientSettings,
): RestClient<Table> {
  let known: EndpointTarget | undefined;

  async function read(name: string, row: AnyRead, args: unknown, own: CallOptions = noOptions) {
    checkCallOptions(name, own);
    known ??= endpointTarget(endpoints, which);
    const target = known;
    const url = urlOfRead(target, name, row, args);
    const [result] = await callWithin(settings, own, { isRepeatable: true }, async (_, limits) => [
      resultOfRead(await exchangeWithNode(target, { url, ...limits }), row),
    ]);
    if (result?.ok !== true) {
      throw errorOfFailure(name, result?.failure ?? nothing, target.redact);
    }
    return decodeResult(name, row.result, result.value, target.redact);
  }

  return Object.fromEntries(
    Object.entries(table).map(([name, row]) => [
      name,
      (args: unknown = {}, own?: CallOptions) => read(name, row, args, own),
    ]),
  ) as unknown as RestClient<Table>;
}

/**
 * The URL of a read at an endpoint.
 *
 * @throws {RejectedError} naming the argument
 */
export function urlOfRead(target: EndpointTarget, name: string, row: AnyRead, args: unknown): URL {
  const wireArgs = encodeArguments(name, row.args, args) as Readonly<Record<string, string>>;
  const url = withSuffix(target.url, row.root, row.path(wireArgs), row.instead);
  for (const [argument, parameter] of Object.entries(row.query ?? {})) {
    url.searchParams.set(parameter, wireArgs[argument] ?? "");
  }
  return url;
}

const nothing: RpcFailure = { kind: "proxy", message: "no response" };

/** The result of a read, not parsed yet. */
export function resultOfRead(answer: NodeAnswer | RpcFailure, { statuses }: AnyRead): RpcResult {
  if ("kind" in answer) {
    return { ok: false, failure: answer };
  }
  const { body, http } = answer;
  if (statuses?.includes(http.status) === true) {
    return { ok: true, value: http.status };
  }
  const value = parseJson(body);
  return statuses === undefined && http.status >= 200 && http.status < 300 && isObject(value)
    ? { ok: true, value }
    : { ok: false, failure: failureOfRest(body, value, http) };
}
