import { z } from "zod";
import { parseDatetime } from "../base/clock";
import { integerFrom } from "../base/validation";
import { type AdminCall, type AdminResponse, type AdminRoute, getOrThrow, parseBody } from "./operation";

const datetime = z.string().transform((text, context) => {
  const ms = parseDatetime(text);
  if (ms === undefined || ms < 0) {
    context.addIssue("must be an ISO 8601 datetime since 1970");
    return z.NEVER;
  }
  return ms;
});
const amount = integerFrom(0).optional();
const label = z.string().nullable().optional();
const usageSchema = z.strictObject({
  rows: z.array(
    z.strictObject({ datetime, computeHours: amount, gbHour: amount, requestUnits: amount, bloxrouteRequests: amount }),
  ),
  protocol: label,
  network: label,
});

/** Routes that change the usage of a node, deleted nodes included. */
export const usageRoutes: readonly AdminRoute[] = [
  {
    method: "POST",
    path: "/nodes/:id/usage",
    summary:
      "add usage: rows [{datetime, requestUnits?, computeHours?, gbHour?, bloxrouteRequests?}]; protocol, network: override those of the node, may be null",
    handle: addUsage,
  },
  { method: "DELETE", path: "/nodes/:id/usage", summary: "remove the usage of a node", handle: forgetUsage },
];

function addUsage(call: AdminCall): AdminResponse {
  const { store } = call.context;
  const node = getOrThrow(store.nodes, call.id);
  const { rows, ...labels } = parseBody(call, usageSchema);
  for (const { datetime, ...amounts } of rows) {
    store.usage.add(node.id, datetime, amounts);
  }
  store.usage.relabel(node.id, labels);
  return { status: 201, body: { id: node.id, hours: store.usage.of(node.id).size } };
}

function forgetUsage(call: AdminCall): AdminResponse {
  const { store } = call.context;
  store.usage.forget(getOrThrow(store.nodes, call.id).id);
  return { status: 204 };
}
