import { request } from "node:http";
import type { Rpc } from "./kind";

const deadlineMs = 10_000;

/** Direct JSON-RPC access to a node process, for the sandbox's own housekeeping. */
export function directRpc(port: number, authorization: string | undefined): Rpc {
  return (method, ...params) =>
    new Promise((resolve, reject) => {
      const call = request(
        {
          host: "127.0.0.1",
          port,
          method: "POST",
          headers: { "content-type": "application/json", ...(authorization && { authorization }) },
          signal: AbortSignal.timeout(deadlineMs),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            try {
              resolve(resultOf(method, JSON.parse(Buffer.concat(chunks).toString())));
            } catch (error) {
              reject(error);
            }
          });
        },
      );
      call.on("error", reject);
      call.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    });
}

function resultOf(
  method: string,
  answer: { readonly result?: unknown; readonly error?: { readonly message?: string } },
) {
  if (answer.error) {
    throw new Error(`${method}: ${answer.error.message ?? "failed"}`);
  }
  return answer.result;
}
