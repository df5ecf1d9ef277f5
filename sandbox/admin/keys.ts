import { z } from "zod";
import { ValidationError } from "../base/validation";
import { roles } from "../state/model";
import { type AdminCall, type AdminResponse, type AdminRoute, getOrThrow, parseBody } from "./operation";

const optionalText = z.string().optional();
const keySchema = z.strictObject({ organization: optionalText, role: z.enum(roles).optional() });
const keyChangeSchema = keySchema.extend({ apiKey: optionalText });
const keyNameSchema = z.strictObject({ apiKey: optionalText });
const organizationSchema = z.strictObject({ name: z.string() });

/** Routes of keys and organizations. */
export const keyRoutes: readonly AdminRoute[] = [
  { method: "GET", path: "/keys", summary: "every key with its organization and role", handle: listKeys },
  {
    method: "POST",
    path: "/keys",
    summary: `add a key; organization: default that of the first key; role: ${roles.join(", ")} (admin)`,
    handle: addKey,
  },
  {
    method: "PATCH",
    path: "/keys",
    summary: "change the organization or role of a key; apiKey: default the first key",
    handle: changeKey,
  },
  { method: "DELETE", path: "/keys", summary: "revoke a key; apiKey: default the first key", handle: removeKey },
  { method: "POST", path: "/organizations", summary: "add an organization with a key", handle: addOrganization },
];

function listKeys({ context }: AdminCall): AdminResponse {
  const keys = [...context.store.accounts.values()];
  return {
    status: 200,
    body: keys.map(({ apiKey, organizationId, user, role }) => {
      return { apiKey, organization: organizationId, role, user: user.id };
    }),
  };
}

function addKey(call: AdminCall): AdminResponse {
  const { store, account } = call.context;
  const { organization = account.organizationId, role: newRole } = parseBody(call, keySchema);
  const added = store.addAccount(getOrThrow(store.organizations, organization), newRole);
  return { status: 201, body: { apiKey: added.apiKey, organization, role: added.role } };
}

function changeKey(call: AdminCall): AdminResponse {
  const { store, account } = call.context;
  const { apiKey = account.apiKey, organization, role: newRole } = parseBody(call, keyChangeSchema);
  if (organization === undefined && newRole === undefined) {
    throw new ValidationError("organization or role is required");
  }
  const changed = getOrThrow(store.accounts, apiKey);
  changed.organizationId = getOrThrow(store.organizations, organization ?? changed.organizationId).id;
  changed.role = newRole ?? changed.role;
  return { status: 200, body: { apiKey, organization: changed.organizationId, role: changed.role } };
}

function removeKey(call: AdminCall): AdminResponse {
  const { store, account } = call.context;
  const { apiKey = account.apiKey } = parseBody(call, keyNameSchema);
  store.accounts.delete(getOrThrow(store.accounts, apiKey).apiKey);
  return { status: 204 };
}

function addOrganization(call: AdminCall): AdminResponse {
  const { store } = call.context;
  const { name } = parseBody(call, organizationSchema);
  const organization = store.addOrganization(name);
  return { status: 201, body: { organization, apiKey: store.addAccount(organization).apiKey } };
}
