/** Whether a JSON value is an object, neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses a body as JSON, else returns its text; undefined when it is empty. */
export function parseJsonOrText(body: Buffer): unknown {
  const text = body.toString();
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}
