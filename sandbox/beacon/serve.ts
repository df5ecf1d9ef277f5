import type { IncomingMessage, ServerResponse } from "node:http";
import type { SandboxContext } from "../context";
import type { RealNode } from "../nodes/real-node";
import { beaconChainOf } from "./chain";
import { BeaconError, type BeaconResponse, errorResponse, routeNotFound } from "./response";
import { beaconRoutes } from "./routes";
import { BeaconView } from "./view";

const prefix = "/eth/v1";

/**
 * Serves an authorized request to the beacon API of a node. No process is behind it: it follows the wall clock and the
 * mode of the node. `target` is the path after node and token, with the query.
 */
export async function serveBeacon(
  context: SandboxContext,
  real: RealNode | undefined,
  incoming: IncomingMessage,
  target: string,
  response: ServerResponse,
): Promise<number | "dropped" | "hung"> {
  if (real?.condition.mode === "refusing") {
    incoming.socket.resetAndDestroy();
    return "dropped";
  }
  if (real?.condition.mode === "silent") {
    await new Promise((resolve) => response.once("close", resolve));
    return "hung";
  }
  const { status, body } = await respond(context, real, incoming.method ?? "GET", target);
  const text = body === undefined ? "" : JSON.stringify(body);
  response.writeHead(status, {
    ...(body !== undefined && { "content-type": "application/json; charset=utf-8" }),
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
  return status;
}

async function respond(
  { settings, store }: SandboxContext,
  real: RealNode | undefined,
  method: string,
  target: string,
): Promise<BeaconResponse> {
  const { beaconForm: form, beaconHealth: health } = settings;
  const path = target.startsWith("/") ? target : `/${target}`;
  const [pathname = "", search = ""] = path.split(/\?(.*)/);
  const query = new URLSearchParams(search);
  const chain = real === undefined ? undefined : beaconChainOf(real.chain.slug);
  try {
    const below = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : "";
    const route = method === "GET" ? beaconRoutes.find((row) => row.path.test(below)) : undefined;
    if (real === undefined || chain === undefined || route === undefined) {
      throw routeNotFound(method, path);
    }
    const nowMs = store.clock.now();
    const id = decoded(route.path.exec(below)?.[1] ?? "");
    return await route.handle({ view: new BeaconView(chain, real.condition, nowMs), query, id, nowMs, form, health });
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
