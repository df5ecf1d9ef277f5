import { isObject, parseJsonOrText } from "../base/json";
import type { NodeAnswer } from "../proxy/answer";
import { mapLeaves } from "./change";
import { type Lies, type LyingOutcome, lieFamilies, withRpc } from "./lie";

/** Responses of odd shapes, for every family. */
export const shapeLies: Lies = {
  "result-null": {
    summary: "every result is null",
    families: lieFamilies,
    call: () => ({ result: null }),
    read: () => null,
  },
  "null-fields": {
    summary: "every value inside a result is null",
    families: lieFamilies,
    call: (outcome) => changed(outcome, () => null),
    read: (body) => mapLeaves(body, () => null),
  },
  "numbers-as-text": {
    summary: "every JSON number in a result is a string",
    families: lieFamilies,
    call: (outcome) => changed(outcome, asText),
    read: (body) => mapLeaves(body, asText),
  },
  "wrong-shape": {
    summary: "every result is an object with other keys",
    families: lieFamilies,
    call: () => ({ result: { unexpected: true } }),
    read: () => ({ unexpected: true }),
  },
  "wrong-id": {
    summary: "responses have ids that no request had",
    families: withRpc,
    whole: (answer) => onMessages(answer, (message) => ({ ...message, id: 987_654_321 })),
  },
};

function changed(outcome: LyingOutcome, change: (leaf: unknown) => unknown) {
  return "result" in outcome ? { result: mapLeaves(outcome.result, change) } : undefined;
}

function asText(leaf: unknown): unknown {
  return typeof leaf === "number" ? String(leaf) : leaf;
}

function onMessages(answer: NodeAnswer, change: (message: Record<string, unknown>) => unknown): NodeAnswer | undefined {
  const body = parseJsonOrText(answer.payload);
  const messages = Array.isArray(body) ? body : [body];
  if (!messages.every(isObject)) {
    return undefined;
  }
  const all = messages.map(change);
  return { ...answer, payload: Buffer.from(JSON.stringify(Array.isArray(body) ? all : all[0])) };
}
