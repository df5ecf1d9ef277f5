// @ts-check
// The smallest dynamic resource. Its provider can fail; its error tells the provider's environment. The provider is a
// text, as our own are: what the SDK serializes itself depends on the process that it runs in.
const { CustomResource } = require("@pulumi/pulumi");

const provider = `
exports.handler = () => ({
  create: async (given) => {
    if (given.fail) {
      throw new Error("refused: " + process.env.ECHO_MARK + ", " + process.env.BLOCKCHAIN_NODES_API_KEY);
    }
    return { id: "echo", outs: given };
  },
  diff: async (_id, olds, news) => ({ changes: olds.value !== news.value, replaces: ["value"] }),
});
`;

class Echo extends CustomResource {
  /** @param {string} name @param {{ value: string, fail?: boolean }} inputs */
  constructor(name, inputs) {
    super("pulumi-nodejs:dynamic:Resource", name, { ...inputs, __provider: provider });
  }
}

new Echo("echo", JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}"));
