// @ts-check
// A project in each of two accounts, and the settings of the second one's organization.
const { getOrganizationOutput, OrganizationSettings, Project, Provider } = require("pulumi-blockchain-nodes");

/** @type {{ baseUrl: string, keys: Record<string, string>, description: string, company?: string }} */
const { baseUrl, keys, description, company } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

/** @type {Record<string, unknown>} */
const outputs = {};
for (const name of ["home", "guest"]) {
  const provider = new Provider(name, { baseUrl, apiKey: keys[name] ?? "" });
  const project = new Project(`in-${name}`, { description }, { provider });
  outputs[name] = project.organization;
  outputs[`${name}Asked`] = getOrganizationOutput({ provider }).id;
  if (name === "guest" && company !== undefined) {
    outputs.company = new OrganizationSettings("company", { name: company }, { provider }).name;
  }
}

module.exports = outputs;
