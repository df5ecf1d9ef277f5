import type { SandboxContext } from "../context";
import type { FleetNode } from "../nodes/fleet";
import type { NodeAnswer } from "../proxy/answer";
import { beaconChainOf } from "./chain";
import { BeaconError, type BeaconResponse, errorResponse, routeNotFound } from "./response";
import { beaconRoutes } from "./routes";
import { BeaconView } from "./view";

const prefix = "/eth/v1";

/**
 * Responds to an authorized request to the beacon API of a node. No process is behind it: it follows the wall clock and
 * the mode of the node. `target` is the path after node and token, with the query.
 */
export async function respondBeacon(
  context: SandboxContext,
  node: FleetNode,
  method: string,
  target: string,
): Promise<NodeAnswer> {
  const { status, body } = await respond(context, node, method, target);
  return {
    status,
    headers: body === undefined ? {} : { "content-type": "application/json; charset=utf-8" },
    payload: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
  };
}

async function respond(
  { settings, store }: SandboxContext,
  node: FleetNode,
  method: string,
  target: string,
): Promise<BeaconResponse> {
  const { beaconForm: form, beaconHealth: health } = settings;
  const path = target.startsWith("/") ? target : `/${target}`;
  const [pathname = "", search = ""] = path.split(/\?(.*)/);
  const query = new URLSearchParams(search);
  const chain = beaconChainOf(node.chain.slug);
  try {
    const below = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : "";
    const route = method === "GET" ? beaconRoutes.find((row) => row.path.test(below)) : undefined;
    if (chain === undefined || route === undefined) {
      throw routeNotFound(method, path);
    }
    const nowMs = store.clock.now();
    const id = decoded(route.path.exec(below)?.[1] ?? "");
    return await route.handle({ view: new BeaconView(chain, node.condition, nowMs), query, id, nowMs, form, health });
  } catch (error) {
    if (error instanceof BeaconError) {
      return errorResponse(error, form);
    }
    throw error;
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
