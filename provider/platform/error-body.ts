import { firstMembers } from "../base/first-members.js";
import { isObject } from "../base/is-object.js";
import { textOf } from "./wire.js";

/** The body of an error response. */
export interface Refusal {
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

// A message shows no more than this.
const maxFields = 20;
const maxReasons = 5;

const nothing: Refusal = { code: undefined, message: undefined, fields: {} };

/**
 * Reads the body of an error response: the documented form of v1 and v2, or one that other layers of such a service use
 * (a text under a common name, reasons by field, or a list of texts). Anything else reads as empty.
 */
export function readRefusal(body: unknown): Refusal {
  if (!isObject(body)) {
    return { ...nothing, message: textsOf(body)?.join(" ") };
  }
  const { error, detail, message } = body;
  if (isObject(error)) {
    return { code: textOf(error.code), message: textOf(error.message), fields: fieldsOf(error.fields) };
  }
  const said = textOf(detail) ?? textOf(message) ?? textOf(error);
  return said === undefined ? { ...nothing, fields: fieldsOf(body) } : { ...nothing, message: said };
}

function fieldsOf(value: unknown): Refusal["fields"] {
  const members = isObject(value) ? firstMembers(value, maxFields) : [];
  return Object.fromEntries(
    members.flatMap(([field, reasons]) => {
      const texts = typeof reasons === "string" ? [reasons] : textsOf(reasons);
      return texts === undefined ? [] : [[field, texts] as const];
    }),
  );
}

/** The first items of a list of strings; undefined for anything else. */
function textsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    return undefined;
  }
  const texts: readonly unknown[] = value.slice(0, maxReasons);
  return texts.every((text) => typeof text === "string") ? texts : undefined;
}
