import { type Account, roles } from "../../state/model";
import type { Route } from "./call";
import { forbidden } from "./response";

/**
 * Checks the role of the key. Runs before the object is looked up, so that a 403 does not reveal whether it exists.
 * @throws ApiError 403
 */
export function checkRole(account: Account, route: Route): void {
  const needed = route.role ?? (route.method === "GET" ? "viewer" : "editor");
  if (roles.indexOf(account.role) < roles.indexOf(needed)) {
    throw forbidden(`The role "${account.role}" does not permit this; "${needed}" does.`);
  }
}
