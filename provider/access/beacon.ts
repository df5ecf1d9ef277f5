import { linkSignals } from "../http/linked-signal.js";
import { type BeaconRead, beaconReads } from "./beacon-methods.js";
import { isObject } from "./decode.js";
import { type EndpointTarget, endpointTarget } from "./endpoint-target.js";
import type { NodeEndpoints } from "./endpoints.js";
import { parseJson } from "./json.js";
import { decodeResult, encodeArguments } from "./method.js";
import { exchangeWithNode, type NodeAnswer } from "./node-exchange.js";
import { repeatFailed } from "./repeat.js";
import type { RpcResult } from "./rpc-answer.js";
import { errorOfFailure } from "./rpc-error.js";
import { failureOfRest, type RpcFailure } from "./rpc-failure.js";
import type { CallOptions, ClientSettings } from "./settings.js";
import { withSuffix } from "./suffix.js";

type BeaconReads = typeof beaconReads;

type ArgsOf<K extends keyof BeaconReads> = BeaconReads[K] extends BeaconRead<infer Args, unknown> ? Args : never;
type ResultOf<K extends keyof BeaconReads> =
  BeaconReads[K] extends BeaconRead<infer _Args, infer Result> ? Result : never;

/**
 * The beacon interface of a node, a method for each operation of the public standard that this package knows.
 */
export type BeaconClient = {
  readonly [K in keyof BeaconReads]: Record<string, never> extends ArgsOf<K>
    ? (args?: ArgsOf<K>, options?: CallOptions) => Promise<ResultOf<K>>
    : (args: ArgsOf<K>, options?: CallOptions) => Promise<ResultOf<K>>;
};

/** Makes the beacon client of a node. Its methods reject with a `ConfigError` where the node has no beacon endpoint. */
export function beaconClient(endpoints: NodeEndpoints, settings: ClientSettings): BeaconClient {
  let known: EndpointTarget | undefined;

  async function read(name: string, row: BeaconRead<unknown, unknown>, args: unknown, own: CallOptions = {}) {
    known ??= endpointTarget(endpoints, "beacon");
    const target = known;
    const written = encodeArguments(name, row.args, args) as Readonly<Record<string, string>>;
    const url = withSuffix(target.url, ["eth", "v1"], row.path(written));
    for (const [argument, parameter] of Object.entries(row.query ?? {})) {
      url.searchParams.set(parameter, written[argument] ?? "");
    }
    const limits = settings.limits(own);
    const endMs = limits.clock.now() + limits.timeoutMs;
    const { signal, release } = linkSignals(settings.signal, own.signal);
    const send = async (leftMs: number) => [
      resultOf(await exchangeWithNode(target, { url, ...limits, signal, timeoutMs: leftMs })),
    ];
    const policy = { ...limits, signal, isRepeatable: true };
    const [result] = await send(limits.timeoutMs)
      .then((first) => repeatFailed(first, endMs, policy, (_, leftMs) => send(leftMs)))
      .finally(release);
    if (result?.ok !== true) {
      throw errorOfFailure(name, result?.failure ?? nothing, target.redact);
    }
    return decodeResult(name, row.result, result.value, target.redact);
  }

  return Object.fromEntries(
    Object.entries(beaconReads).map(([name, row]) => [
      name,
      (args: unknown = {}, own?: CallOptions) => read(name, row as BeaconRead<unknown, unknown>, args, own),
    ]),
  ) as unknown as BeaconClient;
}

const nothing: RpcFailure = { kind: "proxy", message: "no answer" };

function resultOf(answer: NodeAnswer | RpcFailure): RpcResult {
  if ("kind" in answer) {
    return { ok: false, failure: answer };
  }
  const { body, http } = answer;
  const value = parseJson(body);
  return http.status >= 200 && http.status < 300 && isObject(value)
    ? { ok: true, value }
    : { ok: false, failure: failureOfRest(body, value, http) };
}
