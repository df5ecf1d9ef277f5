import type { Account } from "../../account/account.js";
import type { Organization } from "../../platform/schemas.js";
import { writeOrReadBack } from "../../platform/write-effects.js";
import type { Properties } from "../engine/properties.js";
import { inputsOf, withoutProvider } from "../engine/properties.js";
import type { ResourceOperations } from "../resource.js";

/** The calls of OrganizationSettings that reach the platform. Every key has one organization: it is never made or deleted. */
export const organizationSettingsOperations: ResourceOperations = {
  async create(inputs, { account }) {
    const organization = await named(account, await account.readOrganization(), inputs);
    return { id: organization.id, outs: outputsOf(inputs, organization) };
  },

  async read(id, props, { account }) {
    const organization = await account.readOrganization(recordedIn(id, props));
    const outs = outputsOf(inputsOf(props, []), organization);
    return { outs, inputs: inputsOf(outs, []) };
  },

  async update(id, olds, news, { account }) {
    const organization = await account.readOrganization(recordedIn(id, olds));
    return outputsOf(news, await named(account, organization, news));
  },

  // Asks before it forgets: a replacement begins with this, and what follows renames the organization of the key.
  async remove(id, props, { account, progress }) {
    const { name } = await account.readOrganization(recordedIn(id, props));
    progress.warn(`The organization ${id} is left as it is and keeps its name, "${name}".`);
  },
};

/** Renames the organization where its name is another one; an answer that was lost is resolved by reading back. */
async function named(account: Account, organization: Organization, inputs: Properties): Promise<Organization> {
  const name = String(inputs.name);
  if (organization.name === name) {
    return organization;
  }
  return writeOrReadBack(
    () => account.client.call("updateOrganization", { body: { name } }, account.signal),
    () => account.readOrganization(organization.id),
    (seen) => seen.name === name,
  );
}

// The id is that of the organization: also what is read by its id alone belongs to one.
function recordedIn(id: string, { organization }: Properties): unknown {
  return organization ?? id;
}

function outputsOf(inputs: Properties, { id, name }: Organization): Properties {
  return { ...withoutProvider(inputs), name, organization: id };
}
