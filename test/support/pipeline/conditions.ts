/** Values of an expression. */
export type Value = string | boolean;

/** What differs between the languages of the CI services. */
export interface Dialect {
  /** Matches one token at the start of the text; a string's quotes are part of it. */
  readonly token: RegExp;
  /** Value of a token that is neither an operator nor a string. @throws Error if it is unknown */
  readonly resolve: (token: string) => Value;
}

const operators: ReadonlySet<string> = new Set(["==", "!=", "&&", "||"]);

/**
 * Evaluates strings, names, `==`, `!=`, `&&` and `||`, with the usual precedence. As in these languages, `&&` and `||`
 * return one of their operands, and the empty string is false.
 *
 * @throws Error on everything else
 */
export function evaluate(text: string, { token, resolve }: Dialect): Value {
  const tokens: string[] = [];
  for (let rest = text.trim(); rest !== ""; rest = rest.slice(tokens.at(-1)?.length).trimStart()) {
    const [found] = token.exec(rest) ?? [];
    if (found === undefined || found === "") {
      throw new Error(`cannot evaluate "${text}": unexpected "${rest}"`);
    }
    tokens.push(found);
  }
  const take = (...expected: readonly string[]): string | undefined =>
    expected.includes(tokens[0] ?? "") ? tokens.shift() : undefined;
  const operand = (): Value => {
    const next = tokens.shift();
    if (next === undefined || operators.has(next)) {
      throw new Error(`cannot evaluate "${text}": a value is missing`);
    }
    return /^['"]/.test(next) ? next.slice(1, -1) : resolve(next);
  };
  const comparison = (): Value => {
    const left = operand();
    const operator = take("==", "!=");
    return operator === undefined ? left : (left === operand()) === (operator === "==");
  };
  const all = (): Value => {
    let value = comparison();
    while (take("&&") !== undefined) {
      const next = comparison();
      value = isTrue(value) ? next : value;
    }
    return value;
  };
  const any = (): Value => {
    let value = all();
    while (take("||") !== undefined) {
      const next = all();
      value = isTrue(value) ? value : next;
    }
    return value;
  };
  const result = any();
  if (tokens.length > 0) {
    throw new Error(`cannot evaluate "${text}": unexpected "${tokens.join(" ")}"`);
  }
  return result;
}

/** Whether a value counts as true. */
export function isTrue(value: Value): boolean {
  return value !== false && value !== "";
}
