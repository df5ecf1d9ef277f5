import type { ServerResponse } from "node:http";
import { isObject, parseJsonOrText } from "../base/json";
import type { RpcCall } from "../nodes/kind";
import { resultOrError } from "../nodes/rpc";
import type { NodeAnswer, ProxyOutcome } from "../proxy/answer";
import { without } from "./change";
import { type Lie, type LyingCall, type LyingOutcome, type LyingRequest, withRpc } from "./lie";
import type { ActiveLie } from "./lie-book";

/** How the node itself is called. */
export type Truth = (body: Buffer) => Promise<NodeAnswer>;

/** A lie of the family of the request, with its count. */
interface Told {
  readonly lie: Lie;
  readonly active: ActiveLie;
}

/** The response of a node that lies, or how to send one. */
export async function tellLies(
  all: readonly ActiveLie[],
  request: LyingRequest,
  truth: Truth,
): Promise<NodeAnswer | { stream(response: ServerResponse): Promise<ProxyOutcome> }> {
  const lies = all.flatMap((active) =>
    active.lies.filter(({ families }) => families.includes(request.family)).map((lie): Told => ({ lie, active })),
  );
  const used = new Set<ActiveLie>();
  try {
    for (const { lie, active } of lies) {
      const effect = lie.instead?.(request);
      if (effect !== undefined) {
        used.add(active);
        return effect;
      }
    }
    let answer = await truth(request.body);
    for (const told of lies) {
      const changed = await changeAnswer(answer, told, request, truth);
      if (changed !== undefined) {
        used.add(told.active);
        answer = changed;
      }
    }
    return answer;
  } finally {
    for (const active of used) {
      active.told += 1;
      active.remaining = active.remaining === undefined ? undefined : active.remaining - 1;
    }
  }
}

/** Undefined when the lie does not apply. */
async function changeAnswer(
  answer: NodeAnswer,
  { lie, active }: Told,
  request: LyingRequest,
  truth: Truth,
): Promise<NodeAnswer | undefined> {
  const body = parseJsonOrText(answer.payload);
  const isRpc = request.method === "POST" && withRpc.includes(request.family);
  const json = isRpc
    ? await changeMessages(body, lie, active.told, request, truth)
    : isObject(body)
      ? lie.read?.(body, request)
      : undefined;
  const changed = json === undefined ? undefined : withJson(answer, json);
  return lie.whole?.(changed ?? answer, request) ?? changed;
}

/** Changes the messages of a JSON-RPC response; each is matched to its call by id, else by position. */
async function changeMessages(
  body: unknown,
  lie: Lie,
  turn: number,
  request: LyingRequest,
  truth: Truth,
): Promise<unknown> {
  const sent = parseJsonOrText(request.body);
  const calls = (Array.isArray(sent) ? sent : [sent]).filter(isObject);
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  let isChanged = false;
  const told = await Promise.all(
    messages.map(async (message, position) => {
      const index = isObject(message) ? calls.findIndex(({ id }) => String(id) === String(message.id)) : -1;
      const call = calls[index === -1 ? position : index];
      if (!isObject(message) || typeof call?.method !== "string" || lie.call === undefined) {
        return message;
      }
      const params: readonly unknown[] = Array.isArray(call.params) ? call.params : [];
      const place: LyingCall = {
        ...{ family: request.family, method: call.method, params, turn, nowMs: request.nowMs },
        ...{ index: index === -1 ? position : index, count: calls.length, ask: asker(truth) },
      };
      const outcome = await lie.call(resultOrError(message), place);
      if (outcome === undefined) {
        return message;
      }
      isChanged = true;
      return withOutcome(message, outcome);
    }),
  );
  if (!isChanged) {
    return undefined;
  }
  return Array.isArray(body) ? told : told[0];
}

/** The message with another outcome, in the form of its dialect: JSON-RPC 1.0 has both members. */
function withOutcome(message: Record<string, unknown>, outcome: LyingOutcome): unknown {
  const hasBoth = "result" in message && "error" in message;
  return "result" in outcome
    ? { ...without(message, "error"), ...(hasBoth && { error: null }), result: outcome.result }
    : { ...without(message, "result"), ...(hasBoth && { result: null }), error: outcome.error };
}

function asker(truth: Truth): RpcCall {
  return async (method, params) => {
    const { payload } = await truth(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })));
    return resultOrError(JSON.parse(payload.toString()));
  };
}

function withJson(answer: NodeAnswer, json: unknown): NodeAnswer {
  return { ...answer, payload: Buffer.from(JSON.stringify(json)) };
}
