import { isObject } from "../base/json";
import { chainOf, chains } from "../state/catalogue";
import { type Network, nameAt, networkStatus, nodeStatusAt } from "../state/model";
import { readInitialNode } from "./nodes/body";
import { checkNodeLimit } from "./nodes/limit";
import { readProject } from "./projects";
import { type Call, getVisible, list, nameMatches, type Route, viewer } from "./request/call";
import { FieldCheck } from "./request/field-check";
import { type ApiResponse, invalid } from "./request/response";
import { checkEmpty, checkNotPending } from "./rules";
import { networkView } from "./views";

/** Routes of networks, v1 only. */
export const networkRoutes: readonly Route[] = [
  { operation: "listAllNetworks", method: "GET", path: "/v1/networks/", handle: listAll },
  { operation: "createNetwork", method: "POST", path: "/v1/networks/", handle: create },
  { operation: "retrieveNetwork", method: "GET", path: "/v1/networks/:id/", handle: read },
  { operation: "updateNetwork", method: "PATCH", path: "/v1/networks/:id/", handle: update },
  { operation: "deleteNetwork", method: "DELETE", path: "/v1/networks/:id/", handle: remove },
];

function listAll(call: Call): ApiResponse {
  const at = call.listAt;
  const query = call.url.searchParams;
  const filters: readonly (readonly [string, (network: Network) => string | undefined])[] = [
    ["project", (network) => network.projectId],
    ["protocol", (network) => network.protocol],
    ["public_network", (network) => network.slug],
    ["status", (network) => networkStatus(call.store.nodesOf(network, at).map((node) => nodeStatusAt(node, at)))],
    ["project_type", (network) => call.store.projects.get(network.projectId)?.type],
  ];
  return list(
    call,
    call.store.networks.values(),
    (network) =>
      nameMatches(call, nameAt(network, at)) &&
      filters.every(([key, value]) => !query.get(key) || query.get(key) === value(network)),
    (network) => ({ name: nameAt(network, at), createdAt: network.createdAt }),
    (network) => networkView(network, viewer(call, at)),
  );
}

function create(call: Call): ApiResponse {
  const check = new FieldCheck(call.body);
  const project = readProject(call, check);
  const protocol = check.text("protocol");
  if (protocol !== "" && !chains.some((chain) => chain.protocol === protocol)) {
    check.fail("protocol", `Unknown protocol "${protocol}".`);
  }
  const configuration = check.object("configuration");
  const slug = configuration.check?.text("network") ?? "";
  const chain = chainOf(slug);
  if (slug !== "" && chain?.protocol !== protocol) {
    configuration.check?.fail("network", `Unknown network "${slug}" of protocol "${protocol}".`);
  }
  const nodes = readNodes(call, check).map((body, position) =>
    readInitialNode(call, new FieldCheck(body, { check, prefix: `nodes.${position}` }), protocol, chain),
  );
  check.finish();
  checkNodeLimit(call, nodes.length);
  if (project === undefined || chain === undefined) {
    throw invalid({});
  }
  const network = call.settings.oneNetworkPerChain
    ? call.store.implicitNetwork(call.account, project, chain)
    : call.store.addNetwork(call.account, project, chain);
  for (const node of nodes) {
    call.store.addNode(call.account, network, chain, node);
  }
  return { status: 201, body: networkView(network, viewer(call)) };
}

function readNodes(call: Call, check: FieldCheck): Record<string, unknown>[] {
  const { nodes } = call.body;
  if (!Array.isArray(nodes) || nodes.length === 0) {
    check.fail("nodes", nodes === undefined ? "This value is required." : "At least one node is required.");
    return [];
  }
  return nodes.map((node: unknown, position) => {
    if (isObject(node)) {
      return node;
    }
    check.fail(`nodes.${position}`, "This value must be an object.");
    return {};
  });
}

function read(call: Call): ApiResponse {
  return { status: 200, body: networkView(getVisible(call, call.store.networks), viewer(call)) };
}

function update(call: Call): ApiResponse {
  const network = getVisible(call, call.store.networks);
  const check = new FieldCheck(call.body);
  const name = check.textIfPresent("name");
  if (name !== undefined && call.store.projects.get(network.projectId)?.type !== "consortium") {
    check.fail("name", "The name of a public network cannot be changed.");
  }
  check.finish();
  if (name !== undefined) {
    call.store.rename(network, name);
  }
  return { status: 200, body: networkView(network, viewer(call)) };
}

function remove(call: Call): ApiResponse {
  const network = getVisible(call, call.store.networks);
  const nodes = call.store.nodesOf(network);
  checkEmpty(call, "network", nodes);
  checkNotPending(call, nodes);
  call.store.removeNetwork(network, call.settings.deleteDelayMs);
  return { status: 204 };
}
