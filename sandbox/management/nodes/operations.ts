import { type Node, nameAt, nodeStatusAt } from "../../state/model";
import { type Call, getVisible, list, viewer } from "../request/call";
import { FieldCheck } from "../request/field-check";
import type { ApiResponse } from "../request/response";
import { checkName, checkNotPending } from "../rules";
import type { Viewer } from "../views";

type View = (node: Node, viewer: Viewer) => unknown;

/** A page of the nodes that match. */
export function listNodes(call: Call, view: View, matches: (node: Node) => boolean): ApiResponse {
  const at = call.listAt;
  return list(
    call,
    call.store.nodes.values(),
    matches,
    (node) => ({ name: nameAt(node, at), createdAt: node.createdAt }),
    (node) => view(node, viewer(call, at)),
  );
}

/** One node. */
export function readNode(call: Call, view: View): ApiResponse {
  return { status: 200, body: view(getVisible(call, call.store.nodes), viewer(call)) };
}

/** Renames a node; other keys of the body are ignored. */
export function updateNode(call: Call, view: View): ApiResponse {
  const node = getVisible(call, call.store.nodes);
  checkNotPending(call, [node]);
  const check = new FieldCheck(call.body);
  const name = check.textIfPresent("name");
  if (name !== undefined) {
    checkName(call, check, name, call.store.nodes.values());
  }
  check.finish();
  if (name !== undefined) {
    call.store.rename(node, name);
  }
  return { status: 200, body: view(node, viewer(call)) };
}

/** Deletes a node; its network goes with its last node. */
export function removeNode(call: Call): ApiResponse {
  const node = getVisible(call, call.store.nodes);
  checkNotPending(call, [node]);
  call.store.removeNode(node, call.settings.deleteDelayMs);
  return { status: 204 };
}

/** Status of a node in the lists of this call. */
export function listedStatus(call: Call, node: Node): string {
  return nodeStatusAt(node, call.listAt);
}
