// One mistake of a program's author.
const { getNodesOutput, getProjects, Node, Project, Provider } = require("pulumi-blockchain-nodes");

/** @type {Record<string, () => unknown>} */
const mistakes = {
  "a wrong value": () => void new Node("rpc", { project: new Project("apps").id, chain: "Ethereum-Mainnet" }),
  "a wrong argument of a function's Output form": () => ({ x: getNodesOutput({ regoin: "lon1" }) }),
  "a plain function without a key": async () => ({ x: await getProjects() }),
  "an unknown argument of a Provider": () => void new Provider("acct", { apikey: "x" }),
  "the option import": () => void new Project("apps", {}, { import: "PR-1-2-3" }),
};

/** @type {{ mistake: string }} */
const { mistake } = JSON.parse(process.env.PROGRAM_ARGUMENTS ?? "{}");

module.exports = () => mistakes[mistake]?.();
