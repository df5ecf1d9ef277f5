import { parseJsonOrText } from "../base/json";
import type { EmulatedMethod, RpcCall } from "../nodes/kind";
import { type DirectTarget, directPost, resultOrError } from "../nodes/rpc";
import type { Settings } from "../state/settings";

type Methods = Readonly<Record<string, EmulatedMethod>>;

interface Call {
  readonly method: string;
  /** Absent in a notification, which gets no answer. */
  readonly id?: unknown;
  readonly params?: unknown;
}

/** What the calls of one body need. */
export interface EmulationContext {
  readonly methods: Methods;
  readonly target: DirectTarget;
  readonly settings: Settings;
  /** Aborted when the client gives up. */
  readonly signal: AbortSignal;
}

/** Whether the sandbox answers a body itself; only one that contains the name of such a method is parsed. */
export function callsEmulatedMethod(methods: Methods | undefined, body: Buffer): methods is Methods {
  if (methods === undefined || !Object.keys(methods).some((name) => body.includes(name))) {
    return false;
  }
  const value = parseJsonOrText(body);
  return (Array.isArray(value) ? value : [value]).some((call) => isEmulated(methods, call));
}

/**
 * Answers a body that {@link callsEmulatedMethod}: its own methods here, the rest of a batch by the node, in the order of the calls. Empty when
 * it holds notifications only.
 */
export async function respondEmulated(context: EmulationContext, body: Buffer): Promise<string> {
  const value = parseJsonOrText(body);
  if (!Array.isArray(value)) {
    const answer = await answerCall(context, value as Call);
    return answer === undefined ? "" : JSON.stringify(answer);
  }
  const calls: readonly unknown[] = value;
  const theirs = calls.filter((call) => !isEmulated(context.methods, call));
  const text = theirs.length === 0 ? "[]" : await directPost(context.target, JSON.stringify(theirs), context.signal);
  const answers: unknown = text === "" ? [] : JSON.parse(text);
  if (!Array.isArray(answers)) {
    // The node refuses the batch as a whole.
    return text;
  }
  const merged: unknown[] = [];
  for (const call of calls) {
    const answer = isEmulated(context.methods, call)
      ? await answerCall(context, call)
      : isNotification(call)
        ? undefined
        : answers.shift();
    if (answer !== undefined) {
      merged.push(answer);
    }
  }
  return merged.length === 0 ? "" : JSON.stringify(merged);
}

async function answerCall(context: EmulationContext, call: Call): Promise<object | undefined> {
  const direct: RpcCall = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return resultOrError(JSON.parse(await directPost(context.target, body, context.signal)));
  };
  const method = context.methods[call.method];
  if (method === undefined || isNotification(call)) {
    return undefined;
  }
  return { jsonrpc: "2.0", id: call.id, ...(await method(call.params, direct, context.settings)) };
}

/** A well-formed call of an own method; anything else is for the node to judge. */
function isEmulated(methods: Methods, value: unknown): value is Call {
  const { jsonrpc, method } = (value ?? {}) as { readonly jsonrpc?: unknown; readonly method?: unknown };
  return jsonrpc === "2.0" && typeof method === "string" && Object.hasOwn(methods, method);
}

function isNotification(call: unknown): boolean {
  return typeof call === "object" && call !== null && !("id" in call);
}
