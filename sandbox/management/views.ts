import { formatTimestamp } from "../base/clock";
import { beaconChainOf } from "../beacon/chain";
import { nodeSoftware } from "../nodes/software/by-protocol";
import { recordedFamily } from "../recorded/by-protocol";
import {
  type Entity,
  type Member,
  type Network,
  type Node,
  nameAt,
  networkStatus,
  nodeStatusAt,
  type Organization,
  type Project,
} from "../state/model";
import type { Settings } from "../state/settings";
import type { Store } from "../state/store";

type Json = Record<string, unknown>;

/** What a view needs besides the object. */
export interface Viewer {
  readonly store: Store;
  readonly settings: Settings;
  /** Origin of the sandbox and of endpoint URLs. */
  readonly origin: string;
  /** Time of the state to show; in the past for a list that lags. */
  readonly at: number;
}

/** Optional keys of v1 `details` by protocol; the other protocols have all of them. */
const fewerDetails: Readonly<Record<string, readonly string[]>> = {
  avalanche: ["api_namespaces", "wss_endpoint"],
  bitcoin: [],
  litecoin: [],
};
const allDetails = ["mode", "api_namespaces", "wss_endpoint"];

/** Protocols whose configuration always has the archive flag. */
export const archiveProtocols: readonly string[] = ["ethereum", "polygon-pos", "bsc", "avalanche"];

/** Organization. */
export function organizationView(organization: Organization): Json {
  return { id: organization.id, name: organization.name };
}

/** Project, the same in v1 and v2; only consortium projects have `members`. */
export function projectView(project: Project, viewer: Viewer): Json {
  return {
    id: project.id,
    name: nameAt(project, viewer.at),
    description: project.description,
    type: project.type,
    ...(project.type === "consortium" && { members: membersOf(project, viewer.store).length }),
    networks: viewer.store.networksOf(project, viewer.at).length,
    created_at: formatTimestamp(project.createdAt),
    creator: creatorView(project, viewer),
  };
}

/** Members of a consortium, its own organization first; a public project has none. */
export function membersOf(project: Project, store: Store): readonly Member[] {
  const organization = store.organizations.get(project.organizationId);
  if (project.type !== "consortium" || organization === undefined) {
    return [];
  }
  const email = store.users.get(project.creatorId)?.email ?? "";
  return [{ id: organization.id, name: organization.name, email }, ...project.otherMembers];
}

/** Network with complete nodes, including secrets. */
export function networkView(network: Network, viewer: Viewer): Json {
  const nodes = viewer.store.nodesOf(network, viewer.at);
  return {
    id: network.id,
    name: nameAt(network, viewer.at),
    project: network.projectId,
    protocol: network.protocol,
    configuration: { network: network.slug },
    details: {},
    status: networkStatus(nodes.map((node) => nodeStatusAt(node, viewer.at))),
    nodes: nodes.filter(({ hidden }) => !hidden).map((node) => nodeV1View(node, viewer)),
    created_at: formatTimestamp(network.createdAt),
    creator: creatorView(network, viewer),
  };
}

/** v1 node: endpoint URLs without token, credentials in separate fields. */
export function nodeV1View(node: Node, viewer: Viewer): Json {
  return {
    id: node.id,
    name: nameAt(node, viewer.at),
    network: node.networkId,
    organization: node.organizationId,
    type: node.type,
    role: "peer",
    provider: node.provider,
    region: node.region,
    status: nodeStatusAt(node, viewer.at),
    configuration: node.configuration,
    details: details(node, viewer, detailsV1(node, viewer)),
    created_at: formatTimestamp(node.createdAt),
    creator: creatorView(node, viewer),
  };
}

/** v2 node: the endpoint URLs contain the token. */
export function nodeV2View(node: Node, viewer: Viewer): Json {
  return {
    id: node.id,
    name: nameAt(node, viewer.at),
    network: node.slug,
    protocol: node.protocol,
    project: node.projectId,
    cloud: node.cloud,
    region: node.region,
    provider: node.provider,
    status: nodeStatusAt(node, viewer.at),
    blockchain: node.blockchain,
    details: details(node, viewer, detailsV2(node, viewer)),
  };
}

function detailsV1(node: Node, viewer: Viewer): Json {
  const software = nodeSoftware(node.protocol);
  const [secrets] = node.secrets;
  const keys = optionalDetails(node.protocol);
  return {
    ...(keys.includes("mode") && { mode: node.configuration.archive === true ? "archive" : "full" }),
    version: software.version,
    ...(keys.includes("api_namespaces") && { api_namespaces: software.apiNamespaces }),
    https_endpoint: endpoint(node, viewer, "http"),
    ...(keys.includes("wss_endpoint") && { wss_endpoint: endpoint(node, viewer, "ws") }),
    ...(beaconChainOf(node.slug) !== undefined && { beacon_endpoint: beaconEndpoint(node, viewer) }),
    auth_username: secrets.username,
    auth_password: secrets.password,
    auth_key: secrets.token,
  };
}

function optionalDetails(protocol: string): readonly string[] {
  const family = recordedFamily(protocol);
  if (family !== undefined) {
    return family.hasWebSocket ? ["wss_endpoint"] : [];
  }
  return fewerDetails[protocol] ?? allDetails;
}

function detailsV2(node: Node, viewer: Viewer): Json {
  const software = nodeSoftware(node.protocol);
  const [secrets] = node.secrets;
  return {
    ...(software.apiNamespaces.length > 0 && { api_namespaces: software.apiNamespaces }),
    https_endpoint: `${endpoint(node, viewer, "http")}/${secrets.token}`,
    ...(software.hasWebSocket && { wss_endpoint: `${endpoint(node, viewer, "ws")}/${secrets.token}` }),
    ...(beaconChainOf(node.slug) !== undefined && {
      beacon_endpoint: `${beaconEndpoint(node, viewer)}/${secrets.token}`,
    }),
  };
}

/** Details exist once the node is deployed; their form before that is not documented, hence a setting. */
function details(node: Node, viewer: Viewer, full: Json): Json | null {
  const status = nodeStatusAt(node, viewer.at);
  if (status !== "pending" && status !== "failed") {
    return full;
  }
  const everyKey = (value: unknown) => Object.fromEntries(Object.keys(full).map((key) => [key, value]));
  const forms = { blank: () => everyKey(""), empty: () => ({}), null: () => null, "null-keys": () => everyKey(null) };
  return forms[viewer.settings.pendingDetails]();
}

function endpoint(node: Node, viewer: Viewer, scheme: "http" | "ws"): string {
  return `${viewer.origin.replace(/^http/, scheme)}/rpc/${node.id}`;
}

function beaconEndpoint(node: Node, viewer: Viewer): string {
  return `${viewer.origin}/beacon/${node.id}`;
}

function creatorView(entity: Entity, viewer: Viewer): Json {
  const user = viewer.store.users.get(entity.creatorId);
  const organization = viewer.store.organizations.get(entity.organizationId);
  return {
    id: entity.creatorId,
    email: user?.email ?? "",
    first_name: user?.firstName ?? "",
    last_name: user?.lastName ?? "",
    organization: organization === undefined ? {} : organizationView(organization),
  };
}
