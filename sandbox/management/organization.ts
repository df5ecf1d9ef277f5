import type { Organization } from "../state/model";
import type { Call, Route } from "./request/call";
import { FieldCheck } from "./request/field-check";
import { type ApiResponse, notFound } from "./request/response";
import { organizationView } from "./views";

/** Routes of the organization of the key. */
export const organizationRoutes: readonly Route[] = [
  { operation: "getOrganizatonInfo", method: "GET", path: "/v1/organization/", handle: read },
  { operation: "updateOrganizationInfo", method: "PATCH", path: "/v1/organization/", role: "admin", handle: update },
];

function read(call: Call): ApiResponse {
  return { status: 200, body: organizationView(own(call)) };
}

function update(call: Call): ApiResponse {
  const organization = own(call);
  const check = new FieldCheck(call.body);
  const name = check.textIfPresent("name") ?? organization.name;
  check.finish();
  organization.name = name;
  return { status: 200, body: organizationView(organization) };
}

function own(call: Call): Organization {
  const organization = call.store.organizations.get(call.account.organizationId);
  if (organization === undefined) {
    throw notFound();
  }
  return organization;
}
