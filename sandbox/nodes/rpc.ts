import { request } from "node:http";
import type { Rpc, RpcResponse } from "./kind";

const deadlineMs = 10_000;

/** Port of a node process, and its `Authorization` header. */
export interface DirectTarget {
  readonly port: number;
  readonly authorization: string | undefined;
}

/** Direct JSON-RPC client of a node process, for the sandbox's own calls. */
export function directRpc(port: number, authorization: string | undefined): Rpc {
  return async (method, ...params) => {
    const call = { jsonrpc: "2.0", id: 1, method, params };
    const text = await directPost({ port, authorization }, JSON.stringify(call), AbortSignal.timeout(deadlineMs));
    return resultOf(method, JSON.parse(text) as Partial<JsonRpcResponse>);
  };
}

/** Posts a body to a node process and reads the response, whatever its status. */
export function directPost({ port, authorization }: DirectTarget, body: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", ...(authorization && { authorization }) };
    const call = request({ host: "127.0.0.1", port, method: "POST", headers, signal }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve(Buffer.concat(chunks).toString()));
    });
    call.on("error", reject);
    call.end(body);
  });
}

/** The result or error of a JSON-RPC message. */
export function resultOrError(message: unknown): RpcResponse {
  const { result, error } = message as Partial<JsonRpcResponse>;
  return error === undefined || error === null ? { result } : { error };
}

interface JsonRpcResponse {
  readonly result: unknown;
  readonly error: { readonly message?: string } | null;
}

function resultOf(method: string, response: Partial<JsonRpcResponse>): unknown {
  if (response.error) {
    throw new Error(`${method}: ${response.error.message ?? "failed"}`);
  }
  return response.result;
}
