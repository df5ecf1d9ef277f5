import type { Account } from "../../account/account.js";
import type { Organization } from "../../platform/schemas.js";
import { writeOrReadBack } from "../../platform/write-effects.js";
import type { Operations } from "../resource.js";
import type { OrganizationInputs, OrganizationState } from "./model.js";

/**
 * The calls of OrganizationSettings that reach the platform. Every key has exactly one organization, which is never
 * created or deleted.
 */
export const organizationOperations: Operations<OrganizationInputs, OrganizationState> = {
  async create({ name }, { account }) {
    const organization = await renamed(account, await account.readOrganization(), name);
    return { id: organization.id, state: stateOf(organization) };
  },

  // The resource's id is the organization's id: `get` knows the organization too.
  async read(id, { organization = id }, { account }) {
    return stateOf(await account.readOrganization(organization));
  },

  async update(id, { organization = id }, { name }, { account }) {
    return { state: stateOf(await renamed(account, await account.readOrganization(organization), name)) };
  },

  // Checks the organization first: a replacement begins with this call, and then renames the organization of the key.
  async remove(id, { organization = id }, { account, progress }) {
    const { name } = await account.readOrganization(organization);
    progress.warn(`The organization ${id} is not deleted and keeps its name, "${name}".`);
  },
};

/** Renames the organization if its name differs; a lost response is resolved by reading back. */
async function renamed(account: Account, organization: Organization, name: string): Promise<Organization> {
  if (organization.name === name) {
    return organization;
  }
  return writeOrReadBack(
    () => account.client.call("updateOrganization", { body: { name } }, account.signal),
    () => account.readOrganization(organization.id),
    (seen) => seen.name === name,
  );
}

function stateOf({ id, name }: Organization): OrganizationState {
  return { name, organization: id };
}
