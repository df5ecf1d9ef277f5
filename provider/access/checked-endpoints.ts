import { isObject } from "../base/is-object.js";
import { ConfigError } from "../errors/errors.js";
import type { NodeEndpoints } from "./endpoints.js";

const useApply = "Use `node.endpoints.apply((endpoints) => …)`, and call connectNode inside";

// The first matching row decides.
const mistakes: readonly (readonly [is: (value: unknown) => boolean, what: string])[] = [
  [isOutput, `needs the value of endpoints, not an output, which has no value yet. ${useApply}`],
  [(value) => isMarked(value, "__pulumiResource"), `needs the endpoints of a node, not the resource. ${useApply}`],
  [(value) => value instanceof Promise, "needs the value of endpoints, not a promise. Use `await`"],
  [
    (value) => !isObject(value) || value instanceof URL,
    "needs an object of endpoints, for example { https }. Pass `endpoints` of a node",
  ],
];

/**
 * Validates endpoints, which an untyped program or a computed value can get wrong.
 *
 * @throws {ConfigError} with what to pass instead; never with a value, which may be a key
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
      throw new ConfigError(`connectNode: endpoints.${name} is not a string.`);
    }
  }
  return value as NodeEndpoints;
}

// The SDK's marker: `instanceof` fails across copies of the SDK, and this library works without it.
function isOutput(value: unknown): boolean {
  return isMarked(value, "__pulumiOutput");
}

function isMarked(value: unknown, marker: string): boolean {
  const isHolder = (typeof value === "object" && value !== null) || typeof value === "function";
  return isHolder && (value as Readonly<Record<string, unknown>>)[marker] === true;
}
