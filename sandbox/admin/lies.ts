import { z } from "zod";
import { integerFrom } from "../base/validation";
import { familiesOf } from "../proxy/lie-family";
import { type AdminCall, type AdminResponse, type AdminRoute, getOrThrow, parseBody } from "./operation";

const liesSchema = z.strictObject({ lies: z.array(z.string()), times: integerFrom(1).optional() });

/** Routes of the lies of a node. */
export const lieRoutes: readonly AdminRoute[] = [
  {
    method: "POST",
    path: "/nodes/:id/lies",
    summary: "lies that the node tells from now on: {lies: [name], times?}; replaces those before, [] ends them",
    handle: setLies,
  },
  { method: "DELETE", path: "/nodes/:id/lies", summary: "the node tells the truth", handle: clearLies },
];

function setLies(call: AdminCall): AdminResponse {
  const { store, lies } = call.context;
  const node = getOrThrow(store.nodes, call.id);
  const { lies: names, times } = parseBody(call, liesSchema);
  lies.set(node.id, familiesOf(node), names, times);
  return { status: 200, body: { id: node.id, lies: lies.describe(node.id) } };
}

function clearLies(call: AdminCall): AdminResponse {
  const { store, lies } = call.context;
  const node = getOrThrow(store.nodes, call.id);
  lies.set(node.id, [], [], undefined);
  return { status: 204 };
}
