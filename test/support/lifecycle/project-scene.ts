import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { inputsFor, type OperationsScene } from "./operations-scene";
import { projectOperations } from "./resources";

/** Creates a project by its operations, and forgets the requests. */
export async function makeProject(scene: OperationsScene, args: Properties = {}) {
  const inputs = inputsFor("project", args);
  const { id, outs } = await projectOperations.create(inputs, scene.context());
  await scene.sandbox.forget();
  return { id, outs, inputs };
}
