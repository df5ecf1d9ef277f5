import { connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { type NodeProcess, startAnvil } from "../nodes";
import { type CallTree, deployCallTree } from "./call-tree";

/** An anvil with a transaction to look at, and a client of it. */
export interface EvmScene {
  readonly node: NodeProcess;
  readonly client: NodeClient;
  readonly tree: CallTree;
}

/** Starts one for the suite that calls this, and ends it after the suite. Its members are there inside of tests and hooks. */
export function useEvmScene(...args: readonly string[]): EvmScene {
  const scene: { -readonly [K in keyof EvmScene]?: EvmScene[K] } = {};
  before(async () => {
    scene.node = await startAnvil(...args);
    scene.client = connectNode({ https: scene.node.url });
    scene.tree = await deployCallTree(scene.node.rpc);
  });
  after(async () => {
    await scene.client?.close();
    await scene.node?.stop();
  });
  return scene as EvmScene;
}
