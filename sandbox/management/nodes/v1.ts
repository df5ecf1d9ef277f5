import { chainOf } from "../../state/catalogue";
import { type Node, nameAt } from "../../state/model";
import { type Call, isVisible, nameMatches, type Route, viewer } from "../request/call";
import { FieldCheck } from "../request/field-check";
import { type ApiResponse, invalid } from "../request/response";
import { nodeV1View } from "../views";
import { readInitialNode } from "./body";
import { checkNodeLimit } from "./limit";
import { listedStatus, listNodes, readNode, removeNode, updateNode } from "./operations";

/** Routes of v1 nodes. */
export const nodeV1Routes: readonly Route[] = [
  { operation: "listAllNodes", method: "GET", path: "/v1/nodes/", handle: listAll },
  { operation: "createNode", method: "POST", path: "/v1/nodes/", handle: create },
  { operation: "retrieveNode", method: "GET", path: "/v1/nodes/:id/", handle: (call) => readNode(call, nodeV1View) },
  { operation: "updateNode", method: "PATCH", path: "/v1/nodes/:id/", handle: (call) => updateNode(call, nodeV1View) },
  { operation: "deleteNode", method: "DELETE", path: "/v1/nodes/:id/", handle: removeNode },
];

type Filter = readonly [key: string, value: (node: Node, call: Call) => string | undefined];

/** Filters by equality; `name` and `archive` are handled separately. */
const filters: readonly Filter[] = [
  ["project", (node) => node.projectId],
  ["organization", (node) => node.organizationId],
  ["network", (node) => node.networkId],
  ["region", (node) => node.region],
  ["provider", (node) => node.provider],
  ["protocol", (node) => node.protocol],
  ["status", (node, call) => listedStatus(call, node)],
  ["role", () => "peer"],
  ["type", (node) => node.type],
  ["public_network", (node) => node.slug],
  ["project_type", (node, call) => call.store.projects.get(node.projectId)?.type],
];

function listAll(call: Call): ApiResponse {
  const query = call.url.searchParams;
  const archive = query.get("archive")?.toLowerCase() ?? "";
  if (!["", "true", "false"].includes(archive)) {
    throw invalid({ archive: ["This value must be true or false."] });
  }
  return listNodes(
    call,
    nodeV1View,
    (node) =>
      nameMatches(call, nameAt(node, call.listAt)) &&
      (archive === "" || node.configuration.archive === (archive === "true")) &&
      filters.every(([key, value]) => !query.get(key) || query.get(key) === value(node, call)),
  );
}

function create(call: Call): ApiResponse {
  const check = new FieldCheck(call.body);
  const id = check.text("network");
  const network = call.store.networks.get(id);
  const isUsable = network?.deletedAt === undefined && isVisible(call, network);
  if (id !== "" && !isUsable) {
    check.fail("network", `Unknown network "${id}".`);
  }
  const chain = network === undefined ? undefined : chainOf(network.slug);
  const properties = readInitialNode(call, check, network?.protocol ?? "", chain);
  check.finish();
  checkNodeLimit(call, 1);
  if (network === undefined || chain === undefined) {
    throw invalid({});
  }
  const node = call.store.addNode(call.account, network, chain, properties);
  return { status: 201, body: nodeV1View(node, viewer(call)) };
}
