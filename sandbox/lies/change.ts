import { isObject } from "../base/json";
import type { LyingCall, LyingOutcome } from "./lie";

/** Changes the results of some methods that are objects. */
export function onObject(
  methods: readonly string[],
  change: (result: Record<string, unknown>, call: LyingCall) => Record<string, unknown>,
) {
  return (outcome: LyingOutcome, call: LyingCall): LyingOutcome | undefined =>
    methods.includes(call.method) && "result" in outcome && isObject(outcome.result)
      ? { result: change(outcome.result, call) }
      : undefined;
}

/** Replaces the outcome of methods whose name matches. */
export function onMethods(pattern: RegExp, outcome: LyingOutcome | ((call: LyingCall) => LyingOutcome)) {
  return (_truth: LyingOutcome, call: LyingCall): LyingOutcome | undefined =>
    pattern.test(call.method) ? (typeof outcome === "function" ? outcome(call) : outcome) : undefined;
}

/** An error. */
export function failure(code: number, message: string, data?: unknown): LyingOutcome {
  return { error: { code, message, ...(data !== undefined && { data }) } };
}

/** A copy with a value at a path such as `sync_info.syncing`; undefined when there is nothing at that path. */
export function withValue(body: unknown, path: string, value: unknown): unknown {
  const [key = "", ...rest] = path.split(".");
  if (!isObject(body) || !Object.hasOwn(body, key)) {
    return undefined;
  }
  const inner = rest.length === 0 ? value : withValue(body[key], rest.join("."), value);
  return inner === undefined ? undefined : { ...body, [key]: inner };
}

/** A copy without a key. */
export function without(body: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
}

/** A copy with every leaf changed: numbers, texts, booleans and nulls at any depth. */
export function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => mapLeaves(item, change));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapLeaves(item, change)]))
    : change(value);
}
