import { isObject, parseJsonOrText } from "../base/json";
import type { ServerSocket } from "../base/web-socket";
import type { RecordedSubscription } from "./family";
import type { RecordedNode } from "./recorded-node";
import { respondRecorded } from "./respond";

/** How often a subscription looks for a new block; the shortest block time is 100 ms. */
const lookMs = 100;

/** How a WebSocket behaves beyond its node. */
export interface SocketManners {
  /** Subscriptions are accepted, but have no events. */
  isMute(): boolean;
}

/** Serves JSON-RPC and subscriptions of a node over a WebSocket, while the node's mode allows it. */
export function serveSocket(node: RecordedNode, socket: ServerSocket, manners: SocketManners): void {
  const { subscriptions = {} } = node.family;
  const timers = new Map<string, NodeJS.Timeout>();
  let serial = 0;
  const subscribe = (subscription: RecordedSubscription): number | string => {
    serial += 1;
    const id = subscription.id(serial);
    let last = node.view().head;
    const look = () => {
      const view = node.view();
      if (node.condition.mode === "silent" || manners.isMute()) {
        last = view.head;
        return;
      }
      for (; last < view.head; last += 1) {
        const params = { subscription: id, result: subscription.result(view, last + 1) };
        socket.send(JSON.stringify({ jsonrpc: "2.0", method: subscription.event, params }));
      }
    };
    timers.set(String(id), setInterval(look, lookMs).unref());
    return id;
  };
  const unsubscribe = ([id]: readonly unknown[]): boolean => {
    clearInterval(timers.get(String(id)));
    return timers.delete(String(id));
  };
  socket.onText((text) => {
    if (node.condition.mode === "silent") {
      return;
    }
    const message = parseJsonOrText(Buffer.from(text));
    const { id, method, params } = isObject(message) ? message : {};
    const list: readonly unknown[] = Array.isArray(params) ? params : [];
    const started =
      typeof method === "string" && Object.hasOwn(subscriptions, method) ? subscriptions[method] : undefined;
    const isEnd = Object.values(subscriptions).some(({ unsubscribe: name }) => name === method);
    if (started !== undefined || isEnd) {
      const result = started === undefined ? unsubscribe(list) : subscribe(started);
      socket.send(JSON.stringify({ jsonrpc: "2.0", result, id }));
      return;
    }
    const { payload } = respondRecorded(node, { method: "POST", target: "", body: Buffer.from(text) });
    if (payload.length > 0) {
      socket.send(payload.toString());
    }
  });
  socket.onClose(() => {
    for (const timer of timers.values()) {
      clearInterval(timer);
    }
  });
}
