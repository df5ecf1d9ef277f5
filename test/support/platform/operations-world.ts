import type { PlatformClient } from "../../../provider/platform/client.js";
import type { TestSandbox } from "../sandbox";
import { clientOf, ethereum, sharedNode } from "./client-on-sandbox";

/** Objects on a sandbox that operations are tested with: each can create more. */
export interface OperationsWorld {
  readonly client: PlatformClient;
  /** Key of the role Viewer. */
  readonly viewer: PlatformClient;
  /** An unknown key. */
  readonly unknownKey: PlatformClient;
  readonly organization: string;
  /** An old consortium project, with members. */
  readonly consortium: string;
  /** A project with a network. */
  readonly project: string;
  readonly network: string;
  readonly nodeV1: string;
  readonly nodeV2: string;
  readonly rule: string;
  newProject(): Promise<string>;
  newNetwork(): Promise<string>;
  newNodeV1(): Promise<string>;
  newNodeV2(): Promise<string>;
  newRule(): Promise<string>;
}

/** Body of a network with one node. */
export const networkBody = (project: string) => ({
  project,
  protocol: "ethereum",
  configuration: { network: "ethereum-mainnet" },
  nodes: [{ ...sharedNode, name: "first" }],
});

/** A day with usage, within the platform's retention period. */
export const usageDay = `${new Date().toISOString().slice(0, 7)}-01`;

/** Creates the objects on a sandbox. */
export async function makeWorld(sandbox: TestSandbox): Promise<OperationsWorld> {
  const client = clientOf(sandbox.baseUrl, sandbox.apiKey);
  const viewer = await sandbox.admin<{ apiKey: string }>("POST", "/keys", { role: "viewer" });
  const newProject = async () => (await client.call("createProject", { body: { name: "payments" } })).id;
  const newNetwork = async () => (await client.call("createNetwork", { body: networkBody(await newProject()) })).id;
  const project = await newProject();
  const { id: network, nodes } = await client.call("createNetwork", { body: networkBody(project) });
  const newNodeV1 = async () =>
    (await client.call("createNodeV1", { body: { ...sharedNode, name: "more", network } })).id;
  const newNodeV2 = async () => (await client.call("createNodeV2", { body: { name: "rpc", project, ...ethereum } })).id;
  const nodeV2 = await newNodeV2();
  let address = 0;
  const newRule = async () => {
    address += 1;
    const body = { type: "ip", value: `203.0.113.${address}` } as const;
    return (await client.call("createAccessRule", { nodeId: nodeV2, body })).id;
  };
  const consortium = await newProject();
  await sandbox.admin("PATCH", `/objects/${consortium}`, {
    type: "consortium",
    members: [{ id: "RG-100-200", name: "Partner", email: "ops@partner.test" }],
  });
  await sandbox.admin("POST", `/nodes/${nodeV2}/usage`, {
    rows: [
      { datetime: `${usageDay}T05:00:00Z`, requestUnits: 40 },
      { datetime: `${usageDay}T06:00:00Z`, requestUnits: 2 },
    ],
  });
  return {
    client,
    viewer: clientOf(sandbox.baseUrl, viewer.apiKey),
    unknownKey: clientOf(sandbox.baseUrl, "abcdefgh.0123456789abcdef0123456789abcdef"),
    organization: (await client.call("getOrganization")).id,
    consortium,
    project,
    network,
    nodeV1: nodes[0]?.id ?? "",
    nodeV2,
    rule: await newRule(),
    newProject,
    newNetwork,
    newNodeV1,
    newNodeV2,
    newRule,
  };
}
