/** Codes of the signs that a walk through JSON looks for. */
export const signs = {
  quote: 0x22,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  bracket: 0x5b,
  backslash: 0x5c,
  brace: 0x7b,
} as const;

/** Whether a code is that of a digit. */
export function isDigit(code: number): boolean {
  return code >= signs.zero && code <= signs.nine;
}

/**
 * Place of the quote that ends a string; the end of the text where there is none.
 *
 * @param start behind the quote that begins it
 */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === signs.backslash) {
      escapes += 1;
    }
    if (escapes % 2 === 0) {
      return end;
    }
  }
  return text.length;
}
