import { isProviderError, RejectedError, RpcError, ShapeError } from "../errors/errors.js";
import { defaultMaxBodyBytes, type OwnLimits } from "../http/call-limits.js";
import { type AnyRpcMethod, decodeResult, encodeParams } from "./methods/method.js";
import { methodRow } from "./methods/method-table.js";
import type { BatchItem } from "./node-client.js";
import { checkCallOptions, noOptions } from "./options.js";
import type { RpcResult } from "./rpc/answer.js";
import type { RpcCall, RpcParams } from "./rpc/call.js";
import { errorOfFailure } from "./rpc/error.js";
import type { JsonRpcClient } from "./rpc/json-rpc.js";
import { callWithin } from "./rpc/retry-failed.js";
import { type CallOptions, type ClientSettings, largeBodyBytes } from "./settings.js";

/** A validated call, the client it is sent with, and how its response is parsed. */
interface Prepared {
  readonly wire: RpcCall;
  readonly client: JsonRpcClient;
  readonly row: AnyRpcMethod | undefined;
  readonly read: (value: unknown) => unknown;
}

/** Executes the calls of a client: validates them, retries where that is safe, and parses the responses. */
export class Caller {
  readonly #clientOf: (method: string) => JsonRpcClient;
  readonly #settings: ClientSettings;

  /** @param clientOf the client for a method; may throw a `ConfigError` */
  constructor(clientOf: (method: string) => JsonRpcClient, settings: ClientSettings) {
    this.#clientOf = clientOf;
    this.#settings = settings;
  }

  /** @throws {ProviderError} of this package, or the signal's reason */
  async call(method: string, params: RpcParams, own: CallOptions = noOptions): Promise<unknown> {
    return this.#send(this.#prepare({ method, params }), own);
  }

  /**
   * The same without validation of parameters and response.
   *
   * @throws {ProviderError} of this package, or the signal's reason
   */
  async request(method: string, params: RpcParams, own: CallOptions = noOptions): Promise<unknown> {
    return this.#send(this.#unchecked(checkedShape({ method, params })), own);
  }

  /** @throws {RejectedError} when a parameter of any call is invalid; nothing was sent then */
  async batch(calls: readonly RpcCall[], own: CallOptions = noOptions): Promise<readonly BatchItem[]> {
    if (!Array.isArray(calls)) {
      throw new RejectedError("The batch is malformed and was not sent.", { calls: ["are not a list"] });
    }
    const prepared = calls.map((call) => this.#prepare(call));
    checkCallOptions("batch", own);
    const areRepeatable = prepared.every(({ row }) => isRepeatable(row));
    const version = prepared.find(({ row }) => row?.version !== undefined)?.row?.version ?? this.#settings.version;
    const traits = { calls: calls.length, isRepeatable: areRepeatable, defaults: defaultLimitsOf(prepared) };
    const results = await callWithin(this.#settings, own, traits, (open, limits) =>
      byClient(prepared, open, (client, wires) =>
        client.batch(wires, { ...limits, version, isRepeatable: areRepeatable }),
      ),
    );
    return prepared.map((call, index): BatchItem => {
      try {
        return { ok: true, value: call.read(answerOf(call, results[index])) };
      } catch (error) {
        if (isProviderError(error)) {
          return { ok: false, error };
        }
        throw error;
      }
    });
  }

  async #send(call: Prepared, own: CallOptions): Promise<unknown> {
    const { wire, row, client, read } = call;
    checkCallOptions(wire.method, own);
    const { version = this.#settings.version } = row ?? {};
    const traits = { isRepeatable: isRepeatable(row), defaults: row };
    const [result] = await callWithin(this.#settings, own, traits, async (_, limits) => [
      await client.call(wire, { ...limits, version }),
    ]);
    return read(answerOf(call, result));
  }

  #unchecked({ method, params }: Required<RpcCall>): Prepared {
    return { wire: { method, params }, client: this.#clientOf(method), row: methodRow(method), read: (value) => value };
  }

  #prepare(call: RpcCall): Prepared {
    const { method, params } = checkedShape(call);
    const plain = this.#unchecked({ method, params });
    const { row, client } = plain;
    if (row === undefined) {
      return plain;
    }
    const wire = { method, params: encodeParams(method, row, params) };
    const schema = typeof row.result === "function" ? row.result(params) : row.result;
    const read = (value: unknown) => {
      if (value === null && row.nullMeans !== undefined) {
        const what = `${client.host} returned null, which means: ${row.nullMeans}`;
        throw new RpcError(`${method}: ${what}.`, method, row.nullMeans);
      }
      return decodeResult(method, schema, value, client.redact);
    };
    return { ...plain, wire, read };
  }
}

/** Whether a call may be repeated: of an unknown method, nothing is known. */
function isRepeatable(row: AnyRpcMethod | undefined): boolean {
  return row !== undefined && row.isRepeatable !== false;
}

/** Sends each call with its client, all at once, and returns the results in the order of the indices. */
async function byClient(
  prepared: readonly Prepared[],
  open: readonly number[],
  send: (client: JsonRpcClient, wires: readonly RpcCall[]) => Promise<readonly RpcResult[]>,
): Promise<readonly RpcResult[]> {
  const clients = new Set(open.flatMap((index) => prepared[index]?.client ?? []));
  const results = new Map<number, RpcResult | undefined>();
  const sent = [...clients].map(async (client) => {
    const own = open.filter((index) => prepared[index]?.client === client);
    const answers = await send(
      client,
      own.flatMap((index) => prepared[index]?.wire ?? []),
    );
    for (const [position, index] of own.entries()) {
      results.set(index, answers[position]);
    }
  });
  await Promise.all(sent);
  return open.flatMap((index) => results.get(index) ?? []);
}

function answerOf({ wire: { method }, client }: Prepared, result: RpcResult | undefined): unknown {
  if (result === undefined) {
    throw new ShapeError(`${method}: ${client.host} did not respond to this call.`, { method });
  }
  if (!result.ok) {
    throw errorOfFailure(method, result.failure, client.redact);
  }
  return result.value;
}

/** The timeout of the slowest call, and the size limits of all calls together. */
function defaultLimitsOf(prepared: readonly Prepared[]): OwnLimits {
  let timeoutMs: number | undefined;
  let bytes = 0;
  for (const { row } of prepared) {
    timeoutMs = row?.timeoutMs === undefined ? timeoutMs : Math.max(row.timeoutMs, timeoutMs ?? 0);
    bytes += row?.maxBodyBytes ?? defaultMaxBodyBytes;
  }
  return { timeoutMs, maxBodyBytes: Math.min(bytes, largeBodyBytes) };
}

/** @throws {RejectedError} for values that only an untyped program can pass */
function checkedShape(call: RpcCall | null | undefined): Required<RpcCall> {
  const { method, params = [] } = call ?? { method: "" };
  if (typeof method !== "string" || method === "" || typeof params !== "object" || params === null) {
    const reason = "must be a method name and parameters, a list by position or an object by name";
    throw new RejectedError("The call is malformed and was not sent.", { call: [reason] });
  }
  return { method, params };
}
