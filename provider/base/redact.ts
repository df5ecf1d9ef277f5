import { oneLine } from "./text.js";

/** Shapes that are secret wherever they appear: a management key, and a node token of 28 or more hex digits in a path. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\b[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}\b/g, "[key]"],
  [/(?<=\/)[0-9a-fA-F]{28,}(?!\w)/g, "[token]"],
  [/(?<=:\/\/)[^/?#\s"']+(?=@)/g, "[credentials]"],
  [/(?<=\bBearer\s)\S+/gi, "[key]"],
];

// Shorter values would also blank ordinary words; no credential of the platform is that short.
const shortestSecret = 6;

/**
 * Makes a function that blanks secrets in text: every given value wherever it stands, and whatever has the shape of a
 * management key, a node token in a URL path, URL user info, or a bearer header. A value is found as URLs and JSON write it, too.
 *
 * @param secrets values known to be secret; absent, empty and very short ones are passed over
 */
export function redactor(secrets: readonly (string | undefined)[] = []): (text: string) => string {
  const forms = secrets.flatMap((secret = "") => formsOf(secret));
  const known = [...new Set(forms)]
    .filter((secret) => secret.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
  const pattern = new RegExp(known.map((secret) => secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "g");
  return (text) => {
    // All in one pass: what stands in place of one secret may look like another.
    let clean = known.length === 0 ? text : text.replace(pattern, "[secret]");
    for (const [shape, label] of shapes) {
      clean = clean.replace(shape, label);
    }
    return clean;
  };
}

/** A secret as it is, as URLs and JSON write it, and as the one line of a message shows it. */
function formsOf(secret: string): readonly string[] {
  const plain = decodedPart(secret);
  // Half a character has no place in a URL.
  const inUrl = /\p{Surrogate}/u.test(plain) ? plain : encodeURIComponent(plain);
  return [secret, plain, oneLine(plain), inUrl, JSON.stringify(plain).slice(1, -1)];
}

/** A part of a URL as it was before it was encoded; as it is where it is no encoding. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Of a value with more members than these the rest is left out.
const mostMembers = 10_000;

/**
 * Blanks secrets in every text of a JSON value, names of members included.
 *
 * @param levels what is deeper is left out: it would overflow the stack
 * @param left how many members are still read
 */
export function redactedValue(
  value: unknown,
  redact: (text: string) => string,
  levels = 64,
  left = { members: mostMembers },
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
  // A list of what it holds would cost more than what is read of it.
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
