// @ts-check
// As many twins of a node as the argument says: the same inputs, outputs and secrets, the least code.
const { CustomResource } = require("@pulumi/pulumi");

/** @type {{ count: number, placement: object, outputs: readonly string[] }} */
const { count, placement, outputs } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

const token = "pulumi-nodejs:dynamic/blockchain-twins:Node";
const seed = Object.fromEntries(outputs.map((name) => [name, undefined]));
// As long as the line of a Node.
const __provider = "exports.handler=()=>require(process.env.BENCH_TWIN_PROVIDER_FILE).node;";

class Twin extends CustomResource {}

for (let index = 0; index < count; index += 1) {
  const name = `rpc-${index}`;
  const __owner = `organization/urn:pulumi:dev::twins::${token}::${name}`;
  new Twin(token, name, { ...seed, ...placement, __provider, __owner }, { additionalSecretOutputs: ["endpoints"] });
}
