import { ConfigError } from "../errors/errors.js";
import { isObject } from "./codec/decode.js";
import type { NodeEndpoints } from "./endpoints.js";

const useApply = "Use `node.endpoints.apply((endpoints) => …)`, and call connectNode inside";

// The first row that matches decides.
const mistakes: readonly (readonly [is: (value: unknown) => boolean, what: string])[] = [
  [isOutput, `takes the value of endpoints, not an output, which has no value yet. ${useApply}`],
  [(value) => hasTrue(value, "__pulumiResource"), `takes the endpoints of a node, not the resource. ${useApply}`],
  [(value) => value instanceof Promise, "takes the value of endpoints, not a promise of it. Use `await`"],
  [
    (value) => !isObject(value) || value instanceof URL,
    "takes an object of endpoints, for example { https }. Pass `endpoints` of a node",
  ],
];

/**
 * Checks endpoints, which only a program without types, or a computed value, can get wrong.
 *
 * @throws {ConfigError} saying what to pass instead; never with a value, which may be a key
 */
export function checkedEndpoints(value: unknown): NodeEndpoints {
  const mistake = mistakes.find(([is]) => is(value))?.[1];
  if (mistake !== undefined) {
    throw new ConfigError(`connectNode ${mistake}.`);
  }
  for (const [name, member] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    if (isOutput(member)) {
      throw new ConfigError(`connectNode: endpoints.${name} is an output, which has no value yet. ${useApply}.`);
    }
    if (member !== undefined && typeof member !== "string") {
      throw new ConfigError(`connectNode: endpoints.${name} is not a text.`);
    }
  }
  return value as NodeEndpoints;
}

// The mark of the SDK: `instanceof` would fail across copies of it, and the library works without it.
function isOutput(value: unknown): boolean {
  return hasTrue(value, "__pulumiOutput");
}

function hasTrue(value: unknown, mark: string): boolean {
  const isHolder = (typeof value === "object" && value !== null) || typeof value === "function";
  return isHolder && (value as Readonly<Record<string, unknown>>)[mark] === true;
}
