import type { NodeEndpoints } from "../../access/endpoints.js";
import type { ObservedNode } from "../../lifecycle/node/observed.js";
import type { NodeV1, NodeV2 } from "../../platform/schemas.js";
import type { CreatorInfo } from "./creator.js";

/** A node as one version of the API shows it. What it does not show is absent. */
export interface NodeInfo {
  /** Version of the API that shows it. */
  readonly api: "v1" | "v2";
  /** For example `ND-123-456-789`; the same in both versions. */
  readonly id: string;
  /** Name; several nodes may have the same. */
  readonly name: string;
  /** `pending`, `running`, `maintenance`, `error`, `failed`, …, or one that is newer than this package. */
  readonly status: string;
  /** Region where it runs. */
  readonly region?: string | undefined;
  /** Provider that runs it. */
  readonly provider?: string | undefined;
  /** Slug of the chain; v2 only. */
  readonly network?: string | undefined;
  /** Protocol; v2 only. */
  readonly protocol?: string | undefined;
  /** Id of the project; v2 only. */
  readonly project?: string | undefined;
  /** Id of the cloud; v2 only. */
  readonly cloud?: string | undefined;
  /** Id of the chain; v2 only. */
  readonly blockchain?: string | undefined;
  /** Id of the network; v1 only. */
  readonly networkId?: string | undefined;
  /** Id of the organization; v1 only. */
  readonly organization?: string | undefined;
  /** `shared` or `dedicated`; v1 only. */
  readonly type?: string | undefined;
  /** `peer`; v1 only. */
  readonly role?: string | undefined;
  /** Options of the protocol, under the platform's names; v1 only. */
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  /** When it was created: ISO 8601, UTC; v1 only. */
  readonly createdAt?: string | undefined;
  /** Who created it; v1 only. */
  readonly creator?: CreatorInfo | undefined;
  /** Host of the main endpoint, with its port unless it is the default; not secret. */
  readonly host?: string | undefined;
  /** API namespaces that the node offers, according to the platform. */
  readonly apiNamespaces?: readonly string[] | undefined;
  /** `full` or `archive`; v1 only. */
  readonly mode?: string | undefined;
  /** Version of the client; v1 only. */
  readonly version?: string | undefined;
  /** Endpoints and credentials, if requested. */
  readonly endpoints?: NodeEndpoints | undefined;
}

/** Converts a node to its public form; the platform's response, with every credential, is not passed on. @internal */
export function nodeInfo(node: NodeV1 | NodeV2, view: ObservedNode, hasEndpoints: boolean): NodeInfo {
  const { id, name, status } = view;
  const { endpoints, ...shown } = view.outputs;
  const onlyV1 =
    node.api === "v1"
      ? {
          organization: node.organization,
          role: node.role,
          configuration: node.configuration,
          createdAt: node.createdAt,
          creator: node.creator,
        }
      : {};
  return { api: node.api, id, ...shown, name, status, ...onlyV1, ...(hasEndpoints ? { endpoints } : {}) };
}
