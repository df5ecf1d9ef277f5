// @ts-check
// As many twins of a node as the argument says: the same inputs, outputs and secrets, the least code. Their stack
// traces are as cheap as those of a node where the variable leads to what makes them so.
const { CustomResource } = require("@pulumi/pulumi");

/** @type {{ count: number, placement: object, outputs: readonly string[] }} */
const { count, placement, outputs } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

const token = "pulumi-nodejs:dynamic/blockchain-twins:Node";
const seed = Object.fromEntries(outputs.map((name) => [name, undefined]));
// As long as the line of a Node.
const __provider = "exports.handler=()=>require(process.env.BENCH_TWIN_PROVIDER_FILE).node;";

/** @type {() => () => void} */
const cheapTraces = process.env.BENCH_TRACES_FILE
  ? require(process.env.BENCH_TRACES_FILE).cheapTraces
  : () => () => undefined;

class Twin extends CustomResource {}

for (let index = 0; index < count; index += 1) {
  const name = `rpc-${index}`;
  const __owner = `organization/urn:pulumi:dev::twins::${token}::${name}`;
  const restoreTraces = cheapTraces();
  new Twin(token, name, { ...seed, ...placement, __provider, __owner }, { additionalSecretOutputs: ["endpoints"] });
  restoreTraces();
}
