// @ts-check
// Asks in the plain form, which needs a key.
const { getNodes } = require("pulumi-blockchain-nodes");

module.exports = async () => {
  await getNodes();
};
