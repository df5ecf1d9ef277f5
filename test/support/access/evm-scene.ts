import { connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { type NodeProcess, startAnvil } from "../nodes/nodes";
import { type CallTree, deployCallTree } from "./call-tree";

/** An anvil with a transaction, and a client of it. */
export interface EvmScene {
  readonly node: NodeProcess;
  readonly client: NodeClient;
  readonly tree: CallTree;
}

/** Starts one before the calling suite and stops it afterwards. Its members are available in tests and hooks. */
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
