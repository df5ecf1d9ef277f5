import { existsAt, type Node } from "../../state/model";
import type { Call } from "../request/call";
import { quotaExceeded } from "../request/response";

/**
 * Enforces the setting `nodeLimit`.
 * @throws ApiError 403
 */
export function checkNodeLimit(call: Call, additional: number): void {
  const { nodeLimit } = call.settings;
  if (nodeLimit === null) {
    return;
  }
  const { store, account } = call;
  const now = store.clock.now();
  const isCounted = (node: Node) => node.organizationId === account.organizationId && existsAt(node, now);
  const present = [...store.nodes.values()].filter(isCounted).length;
  if (present + additional > nodeLimit) {
    throw quotaExceeded();
  }
}
