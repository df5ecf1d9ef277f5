import { chainOf } from "../../state/catalogue";
import { readProject } from "../projects";
import { type Call, type Route, viewer } from "../request/call";
import { FieldCheck } from "../request/field-check";
import { type ApiResponse, invalid } from "../request/response";
import { checkName } from "../rules";
import { archiveProtocols, nodeV2View } from "../views";
import { deploymentOf, readOption } from "./body";
import { checkNodeLimit } from "./limit";
import { listNodes, readNode, removeNode, updateNode } from "./operations";

/** Routes of v2 nodes; the list has no filters. */
export const nodeV2Routes: readonly Route[] = [
  {
    operation: "listAllNodesV2",
    method: "GET",
    path: "/v2/nodes/",
    handle: (call) => listNodes(call, nodeV2View, () => true),
  },
  { operation: "createNodeV2", method: "POST", path: "/v2/nodes/", handle: create },
  { operation: "retrieveNodeV2", method: "GET", path: "/v2/nodes/:id/", handle: (call) => readNode(call, nodeV2View) },
  {
    operation: "updateNodeV2",
    method: "PATCH",
    path: "/v2/nodes/:id/",
    handle: (call) => updateNode(call, nodeV2View),
  },
  { operation: "deleteNodeV2", method: "DELETE", path: "/v2/nodes/:id/", handle: removeNode },
];

function create(call: Call): ApiResponse {
  const check = new FieldCheck(call.body);
  const name = check.text("name");
  checkName(call, check, name, call.store.nodes.values());
  const project = readProject(call, check);
  const option = readOption(check);
  check.finish();
  checkNodeLimit(call, 1);
  const chain = option && chainOf(option.network);
  if (project === undefined || option === undefined || chain === undefined) {
    throw invalid({});
  }
  const network = call.store.implicitNetwork(call.account, project, chain);
  const node = call.store.addNode(call.account, network, chain, {
    name,
    type: "shared",
    placement: option,
    configuration: archiveProtocols.includes(chain.protocol) ? { archive: false } : {},
    deployment: deploymentOf(call, option.provider === "chainstack_global"),
  });
  return { status: 201, body: nodeV2View(node, viewer(call)) };
}
