import type { NodeAnswer } from "../proxy/answer";
import type { RecordedResponse } from "./family";
import type { RecordedNode } from "./recorded-node";

/** What a node receives. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path after the token, with its query. */
  readonly target: string;
  readonly body: Buffer;
}

/** Response of a node without a process behind it. */
export function respondRecorded(node: RecordedNode, { method, target, body }: ReceivedRequest): NodeAnswer {
  const view = node.view();
  const [pathname = "", search = ""] = target.split(/\?(.*)/);
  const path = pathname.replace(/\/$/, "");
  const request = { view, method, path, query: new URLSearchParams(search), body };
  for (const { respond } of node.family.interfaces) {
    const response = respond(request);
    if (response !== undefined) {
      return answerOf(response, view.nowMs);
    }
  }
  return answerOf({ status: 404, body: "Not Found" }, view.nowMs);
}

function answerOf({ status, body, headers = {} }: RecordedResponse, nowMs: number): NodeAnswer {
  const type = typeof body === "string" ? "text/plain" : "application/json";
  const text = typeof body === "string" ? body : JSON.stringify(body ?? null);
  return {
    status,
    headers: {
      ...(body !== undefined && { "content-type": type }),
      // The clock of the sandbox, which a test may have moved.
      date: new Date(nowMs).toUTCString(),
      ...headers,
    },
    payload: Buffer.from(body === undefined ? "" : text),
  };
}
