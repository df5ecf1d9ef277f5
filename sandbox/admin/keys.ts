import { object, optional, text } from "../base/shape";
import { type AdminAnswer, type AdminCall, type AdminRoute, known, parsed } from "./operation";

/** Keys and further organizations. */
export const keyRoutes: readonly AdminRoute[] = [
  { method: "GET", path: "/keys", summary: "every key with its organization", handle: listKeys },
  {
    method: "POST",
    path: "/keys",
    summary: "one more key; organization: of another organization (that of the first key)",
    handle: addKey,
  },
  {
    method: "PATCH",
    path: "/keys",
    summary: "move a key to another organization; apiKey: which one (the first)",
    handle: moveKey,
  },
  { method: "DELETE", path: "/keys", summary: "revoke a key; apiKey: which one (the first)", handle: removeKey },
  { method: "POST", path: "/organizations", summary: "one more organization, with a key", handle: addOrganization },
];

function listKeys({ world }: AdminCall): AdminAnswer {
  const keys = [...world.store.accounts.values()];
  return {
    status: 200,
    body: keys.map(({ apiKey, organizationId, user }) => ({ apiKey, organization: organizationId, user: user.id })),
  };
}

function addKey(call: AdminCall): AdminAnswer {
  const { store, account } = call.world;
  const { organization = account.organizationId } = parsed(call, object({ organization: optional(text) }));
  const { apiKey } = store.addAccount(known(store.organizations, organization));
  return { status: 201, body: { apiKey, organization } };
}

function moveKey(call: AdminCall): AdminAnswer {
  const { store, account } = call.world;
  const shape = object({ apiKey: optional(text), organization: text });
  const { apiKey = account.apiKey, organization } = parsed(call, shape);
  const moved = known(store.accounts, apiKey);
  moved.organizationId = known(store.organizations, organization).id;
  return { status: 200, body: { apiKey, organization } };
}

function removeKey(call: AdminCall): AdminAnswer {
  const { store, account } = call.world;
  const { apiKey = account.apiKey } = parsed(call, object({ apiKey: optional(text) }));
  store.accounts.delete(known(store.accounts, apiKey).apiKey);
  return { status: 204 };
}

function addOrganization(call: AdminCall): AdminAnswer {
  const { store } = call.world;
  const { name } = parsed(call, object({ name: text }));
  const organization = store.addOrganization(name);
  return { status: 201, body: { organization, apiKey: store.addAccount(organization).apiKey } };
}
