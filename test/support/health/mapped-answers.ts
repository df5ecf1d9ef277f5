import type { StubMethods } from "./stub-chain.js";

/** The same answers with every number changed. */
export function mapNumbers(methods: StubMethods, change: (value: number) => unknown): StubMethods {
  return mapAnswers(methods, (value) => (typeof value === "number" ? change(value) : value));
}

/** The same answers, with one text in place of every string in those of a method. */
export function mapStrings(methods: StubMethods, method: string, text: string): StubMethods {
  const changed = mapAnswers(methods, (value) => (typeof value === "string" ? text : value));
  return { ...methods, [method]: changed[method] ?? (() => ({ value: text })) };
}

function mapAnswers(methods: StubMethods, change: (value: unknown) => unknown): StubMethods {
  const walk = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(walk)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]))
        : change(value);
  return Object.fromEntries(
    Object.entries(methods).map(([name, answer]) => [
      name,
      (params) => {
        const given = answer(params);
        return "value" in given ? { value: walk(given.value) } : given;
      },
    ]),
  );
}
