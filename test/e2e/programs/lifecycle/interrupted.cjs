// @ts-check
// Two nodes that are pending for long, the second one in a process of an explicit provider.
const { Node, Project, Provider } = require("pulumi-blockchain-nodes");

const project = new Project("apps").id;
const place = { project, chain: "ethereum-mainnet", region: "lon1" };
new Node("rpc", place);
new Node("other", place, { provider: new Provider("explicit", { requestsPerSecond: 100 }) });
