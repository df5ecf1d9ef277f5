// @ts-check
// A provider whose settings are as `settings` says.
const { secret } = require("@pulumi/pulumi");
const { getOrganizationOutput, Project, Provider } = require("pulumi-blockchain-nodes");

/** @type {{ settings: "malformed" | "undefined" | "unknown", baseUrl: string, apiKey: string }} */
const { settings, baseUrl, apiKey } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

switch (settings) {
  case "malformed": {
    const provider = new Provider("home", { baseUrl: "http://platform.example", apiKey: " " });
    new Project("in-home", {}, { provider });
    break;
  }
  case "undefined": {
    /** @type {any} */
    const lost = secret(undefined);
    new Project("in-home", {}, { provider: new Provider("home", { apiKey: lost }) });
    break;
  }
  case "unknown": {
    const home = new Provider("home", { baseUrl, apiKey });
    const { createdAt } = new Project("in-home", {}, { provider: home });
    const late = new Provider("late", { baseUrl, apiKey: createdAt });
    new Project("in-late", {}, { provider: late });
    exports.organization = getOrganizationOutput({ provider: late }).id;
    break;
  }
}
