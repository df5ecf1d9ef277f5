// @ts-check
// As many twins of a node as the argument says: the same inputs, outputs and secrets, the least code. Their stack traces
// are as cheap as those of a node, unless the variable requests those of the SDK.
const { CustomResource } = require("@pulumi/pulumi");
const { cheapTraces } = require("../../provider/dist/resources/cheap-traces.js");

/** @type {{ count: number, placement: object, outputs: readonly string[] }} */
const { count, placement, outputs } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

const token = "pulumi-nodejs:dynamic/blockchain-twins:Node";
const seed = Object.fromEntries(outputs.map((name) => [name, undefined]));
// As long as the line of a Node.
const __provider = "exports.handler=()=>require(process.env.BENCH_TWIN_PROVIDER_FILE).node;";

const makeTracesCheap = process.env.BENCH_TWIN_TRACES === "resolved" ? () => () => undefined : cheapTraces;

class Twin extends CustomResource {}

for (let index = 0; index < count; index += 1) {
  const name = `rpc-${index}`;
  const __owner = `organization/urn:pulumi:dev::twins::${token}::${name}`;
  const restoreTraces = makeTracesCheap();
  new Twin(token, name, { ...seed, ...placement, __provider, __owner }, { additionalSecretOutputs: ["endpoints"] });
  restoreTraces();
}
