import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { inputsFor, type OperationsScene } from "./operations-scene";
import { type EngineResource, networkOperations, nodeOperations, projectOperations } from "./resources";
import { initialNode } from "./sample-inputs";

/** A new resource, and its paths on the platform. */
export interface Subject {
  readonly id: string;
  readonly outs: Properties;
  readonly operations: EngineResource;
  /** Path of the list that contains it. */
  readonly list: string;
  /** Its own path. */
  readonly path: string;
  /** Project that contains it; undefined for a project. */
  readonly project: string | undefined;
  /** Ids of the nodes without which it no longer exists: itself, or the other ones of its network. */
  readonly nodes: readonly string[];
}

/** Every resource that can be deleted, in both API versions. */
export const kinds = ["Project", "Network", "Node", "Node in a network"] as const;

/** One of {@link kinds}. */
export type Kind = (typeof kinds)[number];

/** Creates one in its own project, and forgets the requests. */
export async function makeSubject(kind: Kind, scene: OperationsScene): Promise<Subject> {
  const project = await projectOperations.create(inputsFor("project", {}), scene.context());
  const subject = await makers[kind](project, scene);
  await scene.sandbox.forget();
  return subject;
}

interface Made {
  readonly id: string;
  readonly outs: Properties;
}

const makers: Readonly<Record<Kind, (project: Made, scene: OperationsScene) => Promise<Subject>>> = {
  Project: async ({ id, outs }) => ({
    id,
    outs,
    operations: projectOperations,
    list: "/v2/projects/",
    path: `/v2/projects/${id}/`,
    project: undefined,
    nodes: [],
  }),
  Network: async (project, scene) => {
    const { id, outs } = await makeNetworkIn(project.id, scene);
    return {
      id,
      outs,
      operations: networkOperations,
      list: "/v1/networks/",
      path: `/v1/networks/${id}/`,
      project: project.id,
      nodes: nodeIdsOf(outs),
    };
  },
  Node: async (project, scene) => {
    const inputs = inputsFor("node", { project: project.id, chain: "ethereum-mainnet", readiness: "none" });
    const { id, outs } = await nodeOperations.create(inputs, scene.context());
    return {
      id,
      outs,
      operations: nodeOperations,
      list: "/v2/nodes/",
      path: `/v2/nodes/${id}/`,
      project: project.id,
      nodes: [id],
    };
  },
  "Node in a network": async (project, scene) => {
    const network = await makeNetworkIn(project.id, scene);
    const inputs = inputsFor("node", { networkId: network.id, ...initialNode, readiness: "none" });
    const { id, outs } = await nodeOperations.create(inputs, scene.context());
    return {
      id,
      outs,
      operations: nodeOperations,
      list: "/v1/nodes/",
      path: `/v1/nodes/${id}/`,
      project: project.id,
      nodes: [...nodeIdsOf(network.outs), id],
    };
  },
};

function makeNetworkIn(project: string, scene: OperationsScene): Promise<Made> {
  const args = { project, protocol: "ethereum", network: "ethereum-mainnet", readiness: "none" };
  return networkOperations.create(inputsFor("network", { ...args, nodes: [initialNode] }), scene.context());
}

function nodeIdsOf({ nodes }: Properties): readonly string[] {
  return (nodes as readonly Properties[]).map((node) => String(node.id));
}
