const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  µs: 1e-3,
  μs: 1e-3,
  us: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

const part = "(\\d+(?:\\.\\d+)?)(ns|µs|μs|us|ms|s|m|h)";

/** Matches a duration as Go writes it, for example `123.4ms` or `1h30m`. */
export const goDuration = new RegExp(`(?:${part})+`);

/**
 * Reads a duration as Go writes it.
 *
 * @returns milliseconds; undefined when the text is anything else
 */
export function parseGoDuration(text: string): number | undefined {
  if (!new RegExp(`^${goDuration.source}$`).test(text)) {
    return undefined;
  }
  const parts = text.matchAll(new RegExp(part, "g"));
  return [...parts].reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ""] ?? 0), 0);
}

/**
 * Makes one line of a text that a terminal may show, whoever wrote it: line breaks, control characters (C0, C1), what changes the direction
 * of writing, what has no width and runs of blanks become single spaces, so that nothing in it moves the cursor, forges a line or hides.
 * What is too long is cut. Redact first: a cut could leave half a secret that no longer matches.
 *
 * @param longest characters, the ellipsis included
 */
export function oneLine(text: string, longest = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/[\p{C}\p{Z}\s]+/gu, " ").trim();
  // A cut through a character of two code units would leave half of it.
  return line.length > longest ? `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
}

/** A text with a stop at its end. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** What something that was thrown says. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

// Of a large text no more is looked through for blanks.
const excerptLength = 2_000;

/**
 * The beginning of a text of the other side as one line without secrets.
 *
 * @param longest characters, the ellipsis included
 */
export function excerpt(text: string, longest: number, redact: (text: string) => string): string {
  return oneLine(redact(text).slice(0, excerptLength), longest);
}

/** Whether a body is a page for people instead of an answer for programs. */
export function isPage(body: string): boolean {
  return body.trimStart().startsWith("<");
}

/**
 * What a body is, in words: an HTML page with its title, a text, JSON, or nothing. Never more of its content than the title.
 *
 * @param redact blanks secrets: a page can repeat the path that was asked for
 */
export function bodyKind(body: string, redact: (text: string) => string): string {
  if (body.trim() === "") {
    return "an empty body";
  }
  if (isPage(body)) {
    const title = /<title[^>]*>([^<]+)</i.exec(body.slice(0, 4_000))?.[1];
    return title === undefined ? "an HTML page" : `an HTML page "${oneLine(redact(title), 60)}"`;
  }
  return /^\s*[[{]/.test(body) ? "other JSON" : "a text";
}
