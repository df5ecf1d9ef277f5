// Runs alone in a process: makes the calls that its arguments name, one after the other, and prints what each has cost.
import { writeFileSync } from "node:fs";
import { connectNode } from "../../../provider/access/connect-node.js";
import { RateLimiter } from "../../../provider/http/limiter.js";
import { PlatformClient } from "../../../provider/platform/client.js";
import type { Call, Cost } from "./cost";

declare const gc: () => void;

async function make({ target, ...call }: Call, url: URL): Promise<unknown> {
  if (target === "node") {
    const client = connectNode({ https: url.href }, { attempts: 1 });
    try {
      return await client.call(call.name, call.params ?? []);
    } finally {
      await client.close();
    }
  }
  const client = new PlatformClient({ baseUrl: url, apiKey: "secret-key", limiter: new RateLimiter(1_000) });
  if (target === "platform-list") {
    return (await client.pages(call.name as "listNodesV2").next()).value;
  }
  return client.call(call.name as "getNodeV2", { id: "ND-1-2-3" });
}

/** The greatest size of the process since it was last forgotten. */
function peak(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** Lets the greatest size begin anew, as far as the system can. */
function forgetPeak(): number {
  gc();
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // Not Linux: the greatest size is that of all calls so far, which is no more than the greatest of them may take.
  }
  return peak();
}

async function main(): Promise<void> {
  const [origin = "", ...calls] = process.argv.slice(2);
  for (const text of calls) {
    const call = JSON.parse(text) as Call;
    const before = forgetPeak();
    const cpu = process.cpuUsage();
    let outcome: string;
    try {
      const value = await make(call, new URL(`/${call.body}`, origin));
      outcome = Array.isArray(value) ? `a list of ${value.length}` : typeof value;
    } catch (error) {
      outcome = `${error instanceof Error ? error.name : ""}: ${error instanceof Error ? error.message : error}`;
    }
    const { user, system } = process.cpuUsage(cpu);
    const cost: Cost = { bytes: peak() - before, cpuMs: (user + system) / 1000, outcome };
    process.stdout.write(`${JSON.stringify(cost)}\n`);
  }
}

void main();
