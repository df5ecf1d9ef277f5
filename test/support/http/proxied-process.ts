import { connectNode } from "../../../provider/access/connect-node.js";
import type { NodeEndpoints } from "../../../provider/access/endpoints.js";
import { RateLimiter } from "../../../provider/http/limiter.js";
import { PlatformClient } from "../../../provider/platform/client.js";

/** Calls a platform and a node in its own process, whose environment names the proxy. Its output is their responses. */
async function callAll(baseUrl: string, apiKey: string, endpoints: NodeEndpoints): Promise<void> {
  const client = new PlatformClient({ baseUrl: new URL(baseUrl), apiKey, limiter: new RateLimiter(100) });
  const { name } = await client.call("getOrganization");
  const node = connectNode(endpoints);
  const version = await node.call("web3_clientVersion", []);
  const transactions = await node.subscribe("newPendingTransactions");
  const { value: transaction } = await transactions.next();
  await node.close();
  process.stdout.write(JSON.stringify({ name, version, transaction }));
}

const [baseUrl = "", apiKey = "", endpoints = "{}"] = process.argv.slice(2);
callAll(baseUrl, apiKey, JSON.parse(endpoints)).catch((error: Error) => {
  process.stdout.write(JSON.stringify({ failure: error.message }));
});
