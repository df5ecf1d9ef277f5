import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { inputsFor, type OperationsScene } from "./operations-scene";
import { nodeOperations } from "./resources";

/** A node as its create left it. */
export interface CreatedNode {
  readonly id: string;
  readonly outs: Properties;
}

/** Creates a node, and forgets the requests that this took. */
export async function createNode(scene: OperationsScene, project = scene.project): Promise<CreatedNode> {
  const inputs = inputsFor("node", { project, chain: "ethereum-mainnet", readiness: "none" });
  const made = await nodeOperations.create(inputs, scene.context({ isCrashSafe: false }));
  await scene.sandbox.forget();
  return made;
}
