import fc from "fast-check";
import { root } from "./node-answers.js";

/** Token of the node, in the platform's format: no part of it may be shown. */
export const canary = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
const call = `{"type":"CALL","from":"${root}","calls":[`;
const deep = [50, 1_000, 20_000].flatMap((levels) => [
  nested("[", "]", levels),
  nested('{"a":', "}", levels),
  nested('{"data":{"result":[', "]}}", levels / 2),
]);

const formerResponses: readonly string[] = [
  ...["null", "true", "0", "-1", "1.5", "1e400", "-0", "9007199254740993", "1".repeat(400), "18446744073709551616"],
  ...[
    '""',
    '"0x"',
    '"0xg"',
    '"-1"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\ud83d"',
    '"\\u0000"',
    '"\uE0F1123"',
    '"x\\ny"',
  ],
  ...["{}", "[]", "[[]]", '{"__proto__":{"a":1}}', '{"constructor":1,"toString":null}', '{"toJSON":1,"length":-1}'],
  ...['{"message":"filter not found","code":"-32000"}', '{"code":-32005,"message":{}}', '"<html><title>x</title>"'],
];

// If text were cut before redaction, half a secret could remain.
const hidden: readonly string[] = [
  ...[canary, canary.toUpperCase(), `/${canary}/x`, `\\u0030${canary.slice(1)}`, `https://x:${canary}@y/`],
  ...[99, 110, 3_970, 3_990].flatMap((length) => [`${" ".repeat(length)}${canary}`, `${"x".repeat(length)}${canary}`]),
  `${"\u200b".repeat(3_985)}${canary}`,
];

/** JSON in the wrong place. */
const fragment = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...formerResponses) },
  { weight: 10, arbitrary: fc.constantFrom(...hidden.map((text) => `"${text}"`)) },
  { weight: 6, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(...deep) },
);
const member = fc.constantFrom(
  ...[
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "then",
    "length",
    "calls",
    "data",
    "error",
    "id",
    canary,
  ],
);

/** One change of a response, by the number of its position. */
const change = fc.tuple(
  fc.nat(10_000),
  fc.constantFrom("replace", "replace", "drop", "insert", "wrap", "repeat", "append"),
  fragment,
  member,
);
/** One change of the text itself. */
const cut = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom("truncate", "page"), fc.nat(10_000), fc.constant("")) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant("insert"), fc.nat(10_000), fc.constantFrom('"', "{", "]", "\\", ...hidden)),
  },
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
type Container = Record<string, unknown>;

/** Texts that used to be responses. */
export function mutated(samples: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 3 }), cut)
    .map(([sample, changes, last]) => {
      const raw: string[] = [];
      const top: Container = { answer: JSON.parse(sample) as unknown };
      for (const next of changes) {
        apply(top, next, raw);
      }
      const text = JSON.stringify(top.answer ?? null).replace(/"@(\d+)@"/g, (_, index) => raw[Number(index)] ?? "");
      // A cut through the token would leave an unrecognizable half.
      if (last === undefined || text.includes(canary.slice(1))) {
        return text;
      }
      const [how, position, piece] = last;
      if (how === "page") {
        return `<html><head><title>Bad gateway: /${canary}</title></head>${text}</html>`;
      }
      const at = position % (text.length + 1);
      return how === "truncate" ? text.slice(0, at) : `${text.slice(0, at)}${piece}${text.slice(at)}`;
    });
}

function apply(top: Container, [place, how, json, name]: Change, raw: string[]): void {
  const places = placesOf(top);
  const [holder, key] = places[place % places.length] ?? [top, "answer"];
  const value = holder[key];
  const mark = () => `@${raw.push(json) - 1}@`;
  if (how === "replace") {
    holder[key] = mark();
  } else if (how === "drop") {
    delete holder[key];
  } else if (how === "wrap") {
    holder[key] = place % 2 === 0 ? [value] : { [name]: value };
  } else if (how === "repeat") {
    holder[key] = [value, value, value];
  } else if (how === "append" && typeof value === "string" && !value.startsWith("@")) {
    holder[key] = `${value}${canary}`;
  } else {
    const into = typeof value === "object" && value !== null ? value : holder;
    const at = Array.isArray(into) ? into.length : name;
    Object.defineProperty(into, at, { value: mark(), enumerable: true, configurable: true, writable: true });
  }
}

function placesOf(top: Container): readonly (readonly [Container, string])[] {
  const places: (readonly [Container, string])[] = [];
  const open: Container[] = [top];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      const value = holder[key];
      if (typeof value === "object" && value !== null) {
        open.push(value as Container);
      }
    }
  }
  return places;
}

/** A call tree with this many levels. */
export function deepCall(levels: number): string {
  return `${call.repeat(levels)}${"]}".repeat(levels)}`;
}
