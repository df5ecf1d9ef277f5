import { z } from "zod";
import { integerFrom, numberFrom, ValidationError } from "../base/validation";
import { nodeModes } from "../nodes/kind";
import { type Node, nodeStatusAt, nodeStatuses } from "../state/model";
import { type AdminCall, type AdminResponse, type AdminRoute, getOrThrow, NotFoundError, parseBody } from "./operation";

const statusSchema = z.strictObject({ status: z.enum(nodeStatuses).nullable() });
const modeSchema = z.strictObject({
  mode: z.enum(nodeModes),
  ageSeconds: integerFrom(0, 1_000_000_000).optional(),
  chainId: integerFrom(1).optional(),
});
const rotationSchema = z.strictObject({ keepOldSeconds: numberFrom(0).default(0) });

/** Routes of a node: status, mode of its process, rotation of its secrets. */
export const nodeRoutes: readonly AdminRoute[] = [
  {
    method: "PATCH",
    path: "/nodes/:id",
    summary: `set the status: ${nodeStatuses.join(", ")}; null restores that of the deployment`,
    handle: setStatus,
  },
  {
    method: "POST",
    path: "/nodes/:id/rpc",
    summary: `switch the mode of the real node: ${nodeModes.join(", ")}; ageSeconds for stale and behind; chainId for wrong-chain`,
    handle: setMode,
  },
  {
    method: "POST",
    path: "/nodes/:id/rotate",
    summary: "rotate token, username and password; keepOldSeconds: how long the old ones stay valid (0)",
    handle: rotate,
  },
];

function setStatus(call: AdminCall): AdminResponse {
  const node = getOrThrow(call.context.store.nodes, call.id);
  const { status } = parseBody(call, statusSchema);
  if (status === null) {
    delete node.statusOverride;
  } else {
    node.statusOverride = status;
  }
  return { status: 200, body: { id: node.id, status: nodeStatusAt(node, call.context.store.clock.now()) } };
}

async function setMode(call: AdminCall): Promise<AdminResponse> {
  const node: Node = getOrThrow(call.context.store.nodes, call.id);
  const real = call.context.fleet.get(node.id);
  if (real === undefined) {
    throw new NotFoundError(`The node "${call.id}" was deleted.`);
  }
  const { mode, ageSeconds, chainId } = parseBody(call, modeSchema);
  if (ageSeconds !== undefined && mode !== "stale" && mode !== "behind") {
    throw new ValidationError("ageSeconds belongs to the modes stale and behind");
  }
  if (chainId !== undefined && (mode !== "wrong-chain" || real.chain.chainId === null)) {
    throw new ValidationError(
      "chainId belongs to the mode wrong-chain of EVM nodes; a Bitcoin node changes to simnet, any other to a test network",
    );
  }
  await real.setMode(mode, { ageSeconds, chainId });
  return { status: 200, body: { id: node.id, ...real.describe() } };
}

function rotate(call: AdminCall): AdminResponse {
  const { store } = call.context;
  const node = getOrThrow(store.nodes, call.id);
  const { keepOldSeconds } = parseBody(call, rotationSchema);
  const [current, ...older] = node.secrets;
  const until = store.clock.now() + keepOldSeconds * 1000;
  node.secrets = [store.newSecrets(), { ...current, until }, ...older];
  return { status: 200, body: { id: node.id, ...node.secrets[0] } };
}
