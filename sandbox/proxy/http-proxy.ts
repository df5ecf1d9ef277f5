import type { IncomingMessage, ServerResponse } from "node:http";
import { parseTarget } from "../base/http";
import type { SandboxContext } from "../context";
import type { LyingEffect } from "../lies/lie";
import { tellLies } from "../lies/tell";
import { authenticate, isAllowed } from "./access";
import { type NodeAnswer, type ProxyOutcome, sendAnswer, textAnswer } from "./answer";
import { forward } from "./forward";
import { resolveSource, type Source } from "./source";

/** Text of the 401, the same for a wrong token or password and for an unknown node. */
export const unauthorizedText = "Authorization Required";

/** Text of the 403 of an access rule. */
export const forbiddenText = "Forbidden";

/** Responds to a request to a node: as the node does, or as the lies of the node want it. */
export async function proxyHttp(
  context: SandboxContext,
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<ProxyOutcome> {
  const url = parseTarget(incoming.url);
  const authenticated = authenticate(context.store, url.pathname, incoming.headers.authorization);
  if (authenticated === undefined) {
    const answer = textAnswer(401, unauthorizedText);
    return sendAnswer(response, {
      ...answer,
      headers: { ...answer.headers, "www-authenticate": 'Basic realm="node"' },
    });
  }
  const { node, rest } = authenticated;
  if (!isAllowed(node, incoming)) {
    return sendAnswer(response, textAnswer(403, forbiddenText));
  }
  const source = await resolveSource(context, authenticated, incoming, body, url.search);
  if (source.kind !== "node") {
    return endWithout(source, incoming, response);
  }
  const lies = context.lies.of(node.id);
  const isHonest = lies.every((active) => active.lies.every(({ families }) => !families.includes(source.family)));
  if (isHonest && source.stream !== undefined) {
    return forward(incoming, response, body, source.stream);
  }
  return respondWhole(response, (signal) => {
    const request = {
      ...{ family: source.family, method: incoming.method ?? "GET", path: rest, body },
      ...{ nowMs: context.store.clock.now(), port: incoming.socket.localPort ?? 0 },
    };
    return isHonest ? source.answer(body, signal) : tellLies(lies, request, (text) => source.answer(text, signal));
  });
}

/** Ends a request that no node responds to. */
async function endWithout(
  source: Exclude<Source, { kind: "node" }>,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<ProxyOutcome> {
  if (source.kind === "failed") {
    return sendAnswer(response, source.answer);
  }
  if (source.kind === "refusing") {
    incoming.socket.resetAndDestroy();
    return "dropped";
  }
  await new Promise((resolve) => response.once("close", resolve));
  return "hung";
}

/** Sends a response that is made here; when the client gives up, its making is aborted. */
function respondWhole(
  response: ServerResponse,
  make: (signal: AbortSignal) => Promise<LyingEffect>,
): Promise<ProxyOutcome> {
  return new Promise((resolve, reject) => {
    const abandon = new AbortController();
    response.once("close", () => {
      abandon.abort();
      resolve("hung");
    });
    const send = async (effect: LyingEffect): Promise<ProxyOutcome> =>
      "stream" in effect ? effect.stream(response) : sendAnswer(response, effect);
    make(abandon.signal)
      .catch((): NodeAnswer => textAnswer(502, "Bad Gateway"))
      .then(send)
      .then(resolve, reject);
  });
}
