import { deploymentOptions } from "../state/catalogue";
import { networkRoutes } from "./networks";
import { accessRuleRoutes } from "./nodes/access-rules";
import { nodeV1Routes } from "./nodes/v1";
import { nodeV2Routes } from "./nodes/v2";
import { organizationRoutes } from "./organization";
import { projectRoutes } from "./projects";
import type { Route } from "./request/call";
import { usageRoutes } from "./usage/routes";

/** Every route of the management API. */
export const routes: readonly Route[] = [
  ...organizationRoutes,
  ...projectRoutes,
  ...networkRoutes,
  ...nodeV1Routes,
  ...nodeV2Routes,
  ...accessRuleRoutes,
  ...usageRoutes,
  {
    operation: "listDeploymentOptions",
    method: "GET",
    path: "/v2/deployment-options/",
    handle: () => ({ status: 200, body: { options: deploymentOptions } }),
  },
];

/** Methods of a path; empty for an unknown path. */
export function methodsOf(path: string): string[] {
  return routes.filter((route) => pattern(route.path).test(path)).map((route) => route.method);
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
}
