import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { sharedNode } from "../platform/client-on-sandbox";
import { inputsFor, type OperationsScene } from "./operations-scene";
import { networkOperations } from "./resources";
import { initialNode } from "./sample-inputs";

/** A regional node: it deploys for a while. */
export const london = { ...initialNode, provider: "chainstack_managed", region: "lon1" };

/** A network created by a program. */
export interface MadeNetwork {
  readonly id: string;
  readonly outs: Properties;
  readonly inputs: Properties;
  /** Inputs after a change of the program. */
  change(changes: Properties): Properties;
}

/** Arguments of a network with a global and a regional node. */
export function networkArgsIn(scene: OperationsScene, more: Properties = {}): Properties {
  return {
    project: scene.project,
    protocol: "ethereum",
    network: "ethereum-mainnet",
    nodes: [initialNode, london],
    readiness: "platform",
    ...more,
  };
}

/** Creates that network and forgets the requests. */
export async function makeNetwork(
  scene: OperationsScene,
  more: Properties = {},
  context = scene.context(),
): Promise<MadeNetwork> {
  const inputs = inputsFor("network", networkArgsIn(scene, more));
  const { id, outs } = await networkOperations.create(inputs, context);
  await scene.sandbox.forget();
  return {
    id,
    outs,
    inputs,
    change: (changes) => inputsFor("network", networkArgsIn(scene, { ...more, ...changes }), inputs),
  };
}

/** The initial nodes in inputs or outputs. */
export function nodesOf(properties: Properties): readonly Properties[] {
  return properties.nodes as readonly Properties[];
}

/** Creates a network with one node outside every resource, for nodes that tests add. Returns its id. */
export async function bareNetwork(scene: OperationsScene): Promise<string> {
  const { client } = scene.context().account;
  const body = {
    project: scene.project,
    protocol: "ethereum",
    configuration: { network: "ethereum-mainnet" },
    nodes: [{ ...sharedNode, name: "first" }],
  };
  return (await client.call("createNetwork", { body })).id;
}
