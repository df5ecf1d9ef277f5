import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { sharedNode } from "../platform/client-on-sandbox";
import { inputsFor, type OperationsBench } from "./operations-scene";
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
export function networkArgsIn(bench: OperationsBench, more: Properties = {}): Properties {
  return {
    project: bench.project,
    protocol: "ethereum",
    network: "ethereum-mainnet",
    nodes: [initialNode, london],
    readiness: "platform",
    ...more,
  };
}

/** Creates that network and forgets the requests. */
export async function makeNetwork(
  bench: OperationsBench,
  more: Properties = {},
  context = bench.context(),
): Promise<MadeNetwork> {
  const inputs = inputsFor("network", networkArgsIn(bench, more));
  const { id, outs } = await networkOperations.create(inputs, context);
  await bench.sandbox.forget();
  return {
    id,
    outs,
    inputs,
    change: (changes) => inputsFor("network", networkArgsIn(bench, { ...more, ...changes }), inputs),
  };
}

/** The initial nodes in inputs or outputs. */
export function nodesOf(properties: Properties): readonly Properties[] {
  return properties.nodes as readonly Properties[];
}

/** Creates a network with one node outside every resource, for nodes that tests add. Returns its id. */
export async function bareNetwork(bench: OperationsBench): Promise<string> {
  const { client } = bench.context().account;
  const body = {
    project: bench.project,
    protocol: "ethereum",
    configuration: { network: "ethereum-mainnet" },
    nodes: [{ ...sharedNode, name: "first" }],
  };
  return (await client.call("createNetwork", { body })).id;
}
