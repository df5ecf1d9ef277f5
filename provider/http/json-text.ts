/** Codes of the characters that a scan of JSON looks for. */
export const charCodes = {
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

/** Whether a character code is a digit. */
export function isDigit(code: number): boolean {
  return code >= charCodes.zero && code <= charCodes.nine;
}

/**
 * Index of the quote that ends a string; the length of the text if there is none.
 *
 * @param start index after the opening quote
 */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === charCodes.backslash) {
      escapes += 1;
    }
    if (escapes % 2 === 0) {
      return end;
    }
  }
  return text.length;
}
