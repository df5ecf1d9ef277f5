import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { inputsFor, type OperationsBench } from "./operations-scene";
import { projectOperations } from "./resources";

/** Creates a project by its operations, and forgets the requests. */
export async function makeProject(bench: OperationsBench, args: Properties = {}) {
  const inputs = inputsFor("project", args);
  const { id, outs } = await projectOperations.create(inputs, bench.context());
  await bench.sandbox.forget();
  return { id, outs, inputs };
}
