import { errorMessage } from "../base/error-message";
import { ValidationError } from "../base/validation";
import { faultTable } from "../faults/fault-table";
import { describeLies } from "../lies/lie-table";
import { changeSettings, defaultSettings } from "../state/settings";
import { keyRoutes } from "./keys";
import { lieRoutes } from "./lies";
import { nodeRoutes } from "./nodes";
import { objectRoutes } from "./objects";
import { type AdminCall, type AdminResponse, type AdminRoute, NotFoundError } from "./operation";
import { usageRoutes } from "./usage";

/** Every operation of the admin interface. */
export const adminRoutes: readonly AdminRoute[] = [
  { method: "GET", path: "/", summary: "list operations, faults and lies", handle: index },
  {
    method: "GET",
    path: "/requests",
    summary: "request log; filters: kind (management, the default, rpc or all), operation, method, node",
    handle: listRequests,
  },
  { method: "DELETE", path: "/requests", summary: "forget the log", handle: clearRequests },
  ...objectRoutes,
  ...nodeRoutes,
  ...lieRoutes,
  ...usageRoutes,
  ...keyRoutes,
  {
    method: "GET",
    path: "/faults",
    summary: "active faults with their remaining uses",
    handle: ({ context }) => ({ status: 200, body: context.faults.list() }),
  },
  {
    method: "POST",
    path: "/faults",
    summary: `add a fault: {match?, times? (1; null: unlimited), skip?, fault: {type: ${Object.keys(faultTable).join(" | ")}}}`,
    handle: (call) => ({ status: 201, body: call.context.faults.add(call.body ?? {}) }),
  },
  {
    method: "DELETE",
    path: "/faults",
    summary: "remove every fault",
    handle: ({ context }) => ({ status: context.faults.remove() ? 204 : 404 }),
  },
  { method: "DELETE", path: "/faults/:id", summary: "remove one fault", handle: removeFault },
  {
    method: "GET",
    path: "/settings",
    summary: "current settings",
    handle: ({ context }) => ({ status: 200, body: context.settings }),
  },
  { method: "POST", path: "/settings", summary: "change settings", handle: postSettings },
  { method: "DELETE", path: "/settings", summary: "restore the defaults", handle: resetSettings },
];

/** Runs one operation and maps errors to responses. */
export async function administer(route: AdminRoute, call: AdminCall): Promise<AdminResponse> {
  try {
    return await route.handle(call);
  } catch (error) {
    if (error instanceof ValidationError) {
      return { status: 400, body: { error: error.message } };
    }
    if (error instanceof NotFoundError) {
      return { status: 404, body: { error: error.message } };
    }
    return { status: 500, body: { error: errorMessage(error) } };
  }
}

function index(): AdminResponse {
  const operations = adminRoutes.map(({ method, path, summary }) => `${method} ${path}: ${summary}`);
  const faults = Object.entries(faultTable).map(([type, { summary }]) => `${type}: ${summary}`);
  return { status: 200, body: { operations, faults, lies: describeLies() } };
}

function listRequests({ context, query }: AdminCall): AdminResponse {
  const keys = ["kind", "method", "node", "operation"] as const;
  const unknownKey = [...query.keys()].find((key) => !keys.some((candidate) => candidate === key));
  const kind = query.get("kind") ?? "management";
  if (unknownKey !== undefined || !["all", "management", "rpc"].includes(kind)) {
    throw new ValidationError(`known filters: ${keys.join(", ")}; kind is management, rpc or all`);
  }
  const given = keys.map((key) => [key, key === "kind" ? kind : query.get(key)] as const);
  const filter = given.filter(([, value]) => value !== null && value !== "all");
  return { status: 200, body: context.log.list(Object.fromEntries(filter)) };
}

function clearRequests({ context }: AdminCall): AdminResponse {
  context.log.clear();
  return { status: 204 };
}

function removeFault({ context, id }: AdminCall): AdminResponse {
  if (!context.faults.remove(id)) {
    throw new NotFoundError(`There is no fault "${id}".`);
  }
  return { status: 204 };
}

function postSettings(call: AdminCall): AdminResponse {
  changeSettings(call.context.settings, call.body ?? {});
  return { status: 200, body: call.context.settings };
}

function resetSettings({ context }: AdminCall): AdminResponse {
  Object.assign(context.settings, defaultSettings());
  return { status: 204 };
}
