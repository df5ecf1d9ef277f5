import { oneLine } from "./text.js";

/**
 * Shapes that are secret wherever they appear: a management key, and a node token of 28 or more hex digits in a path.
 */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\b[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}\b/g, "[key]"],
  [/(?<=\/)[0-9a-fA-F]{28,}(?!\w)/g, "[token]"],
  [/(?<=:\/\/)[^/?#\s"']+(?=@)/g, "[credentials]"],
  [/(?<=\bBearer\s)\S+/gi, "[key]"],
];

// A text without any of these has none of the shapes.
const maybeShape = /[./]|bearer/i;

// Shorter values would match ordinary words; no credential of the platform is that short.
const minSecretLength = 6;

/**
 * Creates a function that redacts text: every given value, also in its URL and JSON encodings, and whatever looks like
 * a management key, a node token in a URL path, URL user info, or a bearer header.
 *
 * @param secrets known secrets; absent, empty and very short ones are ignored
 */
export function redactor(secrets: readonly (string | undefined)[] = []): (text: string) => string {
  const forms = secrets.flatMap((secret = "") => formsOf(secret));
  const known = [...new Set(forms)]
    .filter((secret) => secret.length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  // Compiled when a secret is found: every client has a redactor, and few texts hold a secret.
  let pattern: RegExp | undefined;
  return (text) => {
    let clean = text;
    if (known.some((secret) => text.includes(secret))) {
      pattern ??= new RegExp(known.map((secret) => secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "g");
      // In one pass: the replacement of one secret may look like another.
      clean = text.replace(pattern, "[secret]");
    }
    if (maybeShape.test(clean)) {
      for (const [shape, label] of shapes) {
        clean = clean.replace(shape, label);
      }
    }
    return clean;
  };
}

// The same in every encoding.
const plainText = /^[\w.~-]*$/;

/** A secret as given, in its URL and JSON encodings, and as a one-line message shows it. */
function formsOf(secret: string): readonly string[] {
  if (plainText.test(secret)) {
    return [secret];
  }
  const plain = decodedPart(secret);
  // A lone surrogate cannot be encoded in a URL.
  const inUrl = /\p{Surrogate}/u.test(plain) ? plain : encodeURIComponent(plain);
  return [secret, plain, oneLine(plain), inUrl, JSON.stringify(plain).slice(1, -1)];
}

/** Decodes a part of a URL; returns it unchanged if it is not a valid encoding. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Further members are left out.
const maxMembers = 10_000;

/**
 * Redacts every string of a JSON value, including member names.
 *
 * @param levels maximum depth, which keeps the stack from overflowing; deeper values are left out
 * @param left the remaining number of members to read
 */
export function redactedValue(
  value: unknown,
  redact: (text: string) => string,
  levels = 64,
  left = { members: maxMembers },
): unknown {
  if (typeof value === "string") {
    return redact(value);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (levels === 0) {
    return "…";
  }
  const isList = Array.isArray(value);
  const members: [name: string, member: unknown][] = [];
  // Not `Object.entries`: listing all members could cost far more than reading the first ones.
  for (const name in value) {
    left.members -= 1;
    if (left.members < 0) {
      members.push(["…", "…"]);
      break;
    }
    const member = redactedValue((value as Record<string, unknown>)[name], redact, levels - 1, left);
    members.push([isList ? name : redact(name), member]);
  }
  return isList ? members.map(([, member]) => member) : Object.fromEntries(members);
}
