import { isObject } from "../../base/is-object.js";
import { excerpt } from "../../base/text.js";
import type { RpcFailureKind } from "../../errors/errors.js";
import type { RpcResult } from "./answer.js";
import { type HttpContext, maxTextLength } from "./failure.js";

const kinds: Readonly<Record<string, RpcFailureKind>> = {
  slowDown: "throttled",
  tooBusy: "throttled",
  noNetwork: "starting",
  noCurrent: "starting",
  noClosed: "starting",
  notReady: "starting",
  notSynced: "starting",
  unknownCmd: "method",
  invalidParams: "params",
  forbidden: "auth",
  noPermission: "auth",
};

/**
 * Reads a response of an XRP Ledger server, which has no id, and whose errors are results with a status.
 *
 * @returns undefined for any other response
 * @see https://xrpl.org/docs/references/http-websocket-apis/api-conventions/error-formatting
 */
export function readXrpl(body: Readonly<Record<string, unknown>>, http: HttpContext): RpcResult | undefined {
  const { result } = body;
  if (!isObject(result)) {
    return undefined;
  }
  const { status, error } = result;
  if (status === "error" && typeof error === "string" && "request" in result) {
    const text = typeof result.error_message === "string" ? `${error}: ${result.error_message}` : error;
    const kind = Object.hasOwn(kinds, error) ? kinds[error] : undefined;
    const message = `${http.host} responded with error ${excerpt(text, maxTextLength, http.redact)}`;
    return { ok: false, failure: { kind: kind ?? "rpc", message, status: http.status } };
  }
  return status === "success" && body.id === undefined && body.jsonrpc === undefined
    ? { ok: true, value: result }
    : undefined;
}
