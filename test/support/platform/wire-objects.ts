/** A v2 node. */
export const node = {
  id: "ND-1-2-3",
  name: "rpc",
  network: "ethereum-mainnet",
  protocol: "ethereum",
  project: "PR-1-2-3",
  cloud: "CC-0016",
  region: "global1",
  provider: "chainstack_global",
  status: "running",
  blockchain: "BC-000-000-008",
  details: { https_endpoint: "https://ethereum.example/abc" },
};

/** Body that creates {@link node}. */
export const nodeBody = { name: "rpc", project: "PR-1-2-3", cloud: "CC-0016", blockchain: "BC-000-000-008" };

/** A v1 node of {@link network}. */
export const nodeV1 = {
  id: "ND-1-2-4",
  name: "old",
  network: "NW-1-2-3",
  organization: "RG-1-2",
  type: "shared",
  provider: "chainstack_global",
  region: "global1",
  status: "running",
  details: {},
};

/** A v1 network. */
export const network = {
  id: "NW-1-2-3",
  name: "Mainnet",
  project: "PR-1-2-3",
  protocol: "ethereum",
  configuration: { network: "ethereum-mainnet" },
  status: "ok",
  nodes: [nodeV1],
};

/** A project. */
export const project = {
  id: "PR-1-2-3",
  name: "payments",
  description: "",
  type: "public",
  networks: 1,
  created_at: "2026-03-04T09:15:27.431049Z",
  creator: { id: "UR-1", organization: { id: "RG-1-2", name: "Acme" } },
};
