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

/** Matches a Go duration, for example `123.4ms` or `1h30m`. */
export const goDuration = new RegExp(`(?:${part})+`);

/**
 * Parses a Go duration.
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

/** A duration in a message, in seconds, rounded: `0.08 s`, `2.5 s`, `300 s`. */
export function secondsText(ms: number): string {
  const seconds = ms / 1000;
  return `${seconds < 10 ? Number(seconds.toPrecision(2)) : Math.round(seconds)} s`;
}

/**
 * Turns untrusted text into one line that is safe for a terminal: line breaks, control characters (C0, C1),
 * bidirectional controls, zero-width characters and runs of whitespace become single spaces, so that the text cannot
 * move the cursor, forge a line or hide anything. Long text is cut. Redact first: a cut could leave half a secret that
 * no longer matches.
 *
 * @param maxLength characters, including the ellipsis
 */
export function oneLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/[\p{C}\p{Z}\s]+/gu, " ").trim();
  // A cut must not leave half of a surrogate pair.
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
}

/** A text with a stop at its end. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whatever was thrown, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

// Whitespace is normalized in no more than this of a large text.
const excerptLength = 2_000;

/**
 * The start of a remote party's text as one redacted line.
 *
 * @param maxLength characters, including the ellipsis
 */
export function excerpt(text: string, maxLength: number, redact: (text: string) => string): string {
  return oneLine(redact(text).slice(0, excerptLength), maxLength);
}

/** Whether a body is an HTML page. */
export function isPage(body: string): boolean {
  return body.trimStart().startsWith("<");
}

/**
 * Describes a body: an HTML page with its title, text, JSON, or empty. Never shows more of its content than the title.
 *
 * @param redact applied to the title: a page can repeat the requested path
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
