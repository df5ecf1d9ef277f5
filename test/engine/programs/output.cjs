// @ts-check
// Hands its arguments on as outputs, and the secret `key` of its configuration if there is one.
const { Config } = require("@pulumi/pulumi");

Object.assign(exports, JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}"));
const key = new Config("app").getSecret("key");
if (key !== undefined) {
  exports.key = key;
}
