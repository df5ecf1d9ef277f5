import { parseJsonOrText } from "../base/json";
import type { EmulatedMethod, RpcCall } from "../nodes/kind";
import { type DirectTarget, directPost, resultOrError } from "../nodes/rpc";
import type { Settings } from "../state/settings";

type Methods = Readonly<Record<string, EmulatedMethod>>;

interface Call {
  readonly method: string;
  /** Absent in a notification, which gets no response. */
  readonly id?: unknown;
  readonly params?: unknown;
}

/** Dependencies of the calls of one body. */
export interface EmulationContext {
  readonly methods: Methods;
  readonly target: DirectTarget;
  readonly settings: Settings;
  /** Aborted when the client gives up. */
  readonly signal: AbortSignal;
}

/** Whether a body calls an emulated method; only a body that contains the name of one is parsed. */
export function callsEmulatedMethod(methods: Methods | undefined, body: Buffer): methods is Methods {
  if (methods === undefined || !Object.keys(methods).some((name) => body.includes(name))) {
    return false;
  }
  const value = parseJsonOrText(body);
  return (Array.isArray(value) ? value : [value]).some((call) => isEmulated(methods, call));
}

/**
 * Responds to a body that {@link callsEmulatedMethod}, in the order of the calls; the node handles the rest of a batch.
 * Empty when it has only notifications.
 */
export async function respondEmulated(context: EmulationContext, body: Buffer): Promise<string> {
  const value = parseJsonOrText(body);
  if (!Array.isArray(value)) {
    const response = await respondToCall(context, value as Call);
    return response === undefined ? "" : JSON.stringify(response);
  }
  const calls: readonly unknown[] = value;
  const theirs = calls.filter((call) => !isEmulated(context.methods, call));
  const text = theirs.length === 0 ? "[]" : await directPost(context.target, JSON.stringify(theirs), context.signal);
  const responses: unknown = text === "" ? [] : JSON.parse(text);
  if (!Array.isArray(responses)) {
    // The node rejects the whole batch.
    return text;
  }
  const merged: unknown[] = [];
  for (const call of calls) {
    const response = isEmulated(context.methods, call)
      ? await respondToCall(context, call)
      : isNotification(call)
        ? undefined
        : responses.shift();
    if (response !== undefined) {
      merged.push(response);
    }
  }
  return merged.length === 0 ? "" : JSON.stringify(merged);
}

async function respondToCall(context: EmulationContext, call: Call): Promise<object | undefined> {
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

/** A well-formed call of an emulated method; the node handles anything else. */
function isEmulated(methods: Methods, value: unknown): value is Call {
  const { jsonrpc, method } = (value ?? {}) as { readonly jsonrpc?: unknown; readonly method?: unknown };
  return jsonrpc === "2.0" && typeof method === "string" && Object.hasOwn(methods, method);
}

function isNotification(call: unknown): boolean {
  return typeof call === "object" && call !== null && !("id" in call);
}
