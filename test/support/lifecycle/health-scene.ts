import { overProperties } from "../../../provider/lifecycle/dynamic/edge.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { parseOwner } from "../../../provider/lifecycle/owner.js";
import type { CheckOutcome, LocalContext } from "../../../provider/lifecycle/resource.js";
import { nodeHealth } from "../../../provider/lifecycle/resources.js";
import { TestClock } from "../health/stub-chain";

/** NodeHealth as the engine calls it. */
export const healthOperations = overProperties(nodeHealth);

const owner = parseOwner("acme/urn:pulumi:dev::shop::pulumi-nodejs:dynamic/blockchain-nodes:NodeHealth::gate", "");

/** Context of an operation, with the lines that it showed. */
export interface HealthContext extends LocalContext {
  readonly clock: TestClock;
  readonly lines: string[];
}

/** A context without any setting of the platform. */
export function healthContext(clock = new TestClock(), signal = new AbortController().signal): HealthContext {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  return { owner, progress: { status: say, warn: say }, clock, signal, lines };
}

/** `check` of a NodeHealth. */
export function checkHealth(news: Properties): CheckOutcome {
  return healthOperations.check({}, news, owner);
}

/** Inputs as the engine passes them to an operation. */
export function healthInputs(args: Properties): Properties {
  const { inputs, failures } = checkHealth({ ...args, __owner: "acme/urn", __provider: "text" });
  if (failures.length > 0) {
    throw new Error(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
  }
  return inputs;
}
