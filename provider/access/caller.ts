import { type ProviderError, RejectedError, RpcError, ShapeError } from "../errors.js";
import { linkSignals } from "../http/linked-signal.js";
import type { JsonRpcClient, RpcCall } from "./json-rpc.js";
import { type AnyRpcMethod, decodeResult, encodeParams } from "./method.js";
import { methodRow } from "./method-table.js";
import type { BatchItem } from "./node-client.js";
import { repeatFailed } from "./repeat.js";
import type { RpcResult } from "./rpc-answer.js";
import { errorOfFailure } from "./rpc-error.js";
import type { CallOptions, ClientSettings } from "./settings.js";

/** A call that is ready to be sent, and how its answer is read. */
interface Prepared {
  readonly wire: RpcCall;
  readonly row: AnyRpcMethod | undefined;
  readonly read: (value: unknown) => unknown;
}

/** Makes the calls of a client: checks them, repeats them where that is safe, and reads their answers. */
export class Caller {
  readonly #client: JsonRpcClient;
  readonly #settings: ClientSettings;

  constructor(client: JsonRpcClient, settings: ClientSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  /** @throws {ProviderError} of this package, or the signal's reason */
  async call(method: string, params: readonly unknown[], own: CallOptions): Promise<unknown> {
    const { wire, row, read } = this.#prepare({ method, params });
    const { isRepeatable = false, timeoutMs, version = this.#settings.version } = row ?? {};
    const limits = this.#settings.limits(own, timeoutMs);
    const { clock } = limits;
    const endMs = clock.monotonicMs() + limits.timeoutMs;
    const { signal, release } = linkSignals(this.#settings.signal, own.signal);
    try {
      const send = (leftMs: number) => this.#client.call(wire, { signal, version, timeoutMs: leftMs });
      let result: RpcResult | undefined = await send(limits.timeoutMs);
      if (!result.ok) {
        const policy = { ...limits, signal, isRepeatable };
        [result] = await repeatFailed([result], endMs, policy, async (_, leftMs) => [await send(leftMs)]);
      }
      return read(this.#valueOf(method, result));
    } finally {
      release();
    }
  }

  /** @throws {RejectedError} when a parameter of any call is wrong; nothing was sent then */
  async batch(calls: readonly RpcCall[], own: CallOptions): Promise<readonly BatchItem[]> {
    const prepared = calls.map((call) => this.#prepare(call));
    const isRepeatable = prepared.every(({ row }) => row?.isRepeatable === true);
    const version = prepared.find(({ row }) => row?.version !== undefined)?.row?.version ?? this.#settings.version;
    const usualMs = Math.max(0, ...prepared.map(({ row }) => row?.timeoutMs ?? 0));
    const limits = this.#settings.limits(own, usualMs || undefined);
    const endMs = limits.clock.monotonicMs() + limits.timeoutMs;
    const { signal, release } = linkSignals(this.#settings.signal, own.signal);
    try {
      const send = (open: readonly number[], leftMs: number) =>
        this.#client.batch(
          open.flatMap((index) => prepared[index]?.wire ?? []),
          { signal, version, timeoutMs: leftMs, isRepeatable },
        );
      const first = await send([...calls.keys()], limits.timeoutMs);
      const results = await repeatFailed(first, endMs, { ...limits, signal, isRepeatable }, send);
      return prepared.map(({ wire, read }, index): BatchItem => {
        try {
          return { ok: true, value: read(this.#valueOf(wire.method, results[index])) };
        } catch (error) {
          return { ok: false, error: error as ProviderError };
        }
      });
    } finally {
      release();
    }
  }

  #prepare(call: RpcCall): Prepared {
    const { method, params } = checkedCall(call);
    const row = methodRow(method);
    if (row === undefined) {
      return { wire: { method, params }, row, read: (value) => value };
    }
    const wire = { method, params: encodeParams(method, row, params) };
    const schema = typeof row.result === "function" ? row.result(params) : row.result;
    const read = (value: unknown) => {
      if (value === null && row.nullMeans !== undefined) {
        throw new RpcError(
          `${method}: ${this.#client.host} answered null, which means: ${row.nullMeans}.`,
          method,
          row.nullMeans,
        );
      }
      return decodeResult(method, schema, value, this.#client.redact);
    };
    return { wire, row, read };
  }

  #valueOf(method: string, result: RpcResult | undefined): unknown {
    if (result === undefined) {
      throw new ShapeError(`${method}: ${this.#client.host} gave no answer.`, { method });
    }
    if (!result.ok) {
      throw errorOfFailure(method, result.failure, this.#client.redact);
    }
    return result.value;
  }
}

/** @throws {RejectedError} for what only a program without types can give */
function checkedCall(call: RpcCall | null | undefined): Required<RpcCall> {
  const { method, params = [] } = call ?? { method: "" };
  if (typeof method !== "string" || method === "" || typeof params !== "object" || params === null) {
    const reason = "a call is a method's name and a list of parameters";
    throw new RejectedError("The call was not sent, since it is malformed.", { call: [reason] });
  }
  return { method, params };
}
