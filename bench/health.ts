import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Agent, request } from "undici";
import { probeEndpoints } from "../provider/dist/health/probe.js";
import { median } from "./figures";
import { type PartOptions, type Row, row } from "./rows";

const endpoints = 1_000;
const latencyMs = 20;
const atATime = 64;
const rounds = 3;
const mostOfLatency = 1.2;

/**
 * Probes of healthy EVM nodes that look at the head once, against a server in another process. With enough of them at a
 * time, the latency of the calls must be all that they take. The probes of one host share a few requests in flight, so
 * the nodes are on as many hosts as there are probes at a time; what one host does to them is shown too.
 */
export async function benchHealth({ say }: PartOptions): Promise<readonly Row[]> {
  const server = spawn(process.execPath, [join(__dirname, "evm-server.cjs"), String(latencyMs), String(atATime)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const bare = new Agent({ connections: atATime });
  try {
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const origins = (JSON.parse(line.toString()) as readonly number[]).map((port) => `http://127.0.0.1:${port}`);
    const [first = ""] = origins;
    const spread = (index: number) => `${origins[index % origins.length]}/${index}`;
    const ways: Readonly<Record<string, (index: number) => Promise<void>>> = {
      probes: (index) => probe(spread(index)),
      bare: (index) => bareProbe(spread(index), bare),
      oneHost: (index) => probe(`${first}/${index}`),
    };
    const countCalls = async () => Number(await (await fetch(first)).text());
    const ratios = new Map<string, number[]>();
    let callsEach = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, act] of Object.entries(ways)) {
        const before = await countCalls();
        const startMs = performance.now();
        await atOnce(act);
        const tookMs = performance.now() - startMs;
        const calls = (await countCalls()) - before;
        callsEach = calls / endpoints;
        say(`${name}: ${calls} calls in ${(tookMs / 1_000).toFixed(2)} s`);
        ratios.set(name, [...(ratios.get(name) ?? []), tookMs / ((calls * latencyMs) / atATime)]);
      }
    }
    const ratio = (name: string) => median(ratios.get(name) ?? []);
    const what = `${endpoints} probes at ${latencyMs} ms latency, ${atATime} at a time`;
    return [
      row(`${what}, to the latency of their calls`, ratio("probes"), "×", { atMost: mostOfLatency }),
      row("the same calls by a bare client", ratio("bare"), "×"),
      row("the same probes, all on one host", ratio("oneHost"), "×"),
      row("calls of each probe", callsEach, ""),
    ];
  } finally {
    server.kill("SIGKILL");
    await bare.close();
  }
}

async function probe(url: string): Promise<void> {
  const target = { chain: "ethereum-mainnet", endpoints: { https: url } };
  const report = await probeEndpoints(target, { maxWaitForAdvanceMs: 0 });
  if (report.verdict !== "healthy") {
    throw new Error(`A probe of a healthy node found ${report.verdict}: ${JSON.stringify(report.checks)}`);
  }
}

/** The calls of a probe without their checks. */
async function bareProbe(url: string, dispatcher: Agent): Promise<void> {
  const call = (method: string, ...params: readonly unknown[]) => ({ jsonrpc: "2.0", id: 1, method, params });
  const latest = call("eth_getBlockByNumber", "latest", false);
  const first = [call("eth_chainId"), latest, call("eth_syncing"), call("web3_clientVersion")];
  for (const body of [first, latest]) {
    const headers = { "content-type": "application/json" };
    const answer = await request(url, { method: "POST", headers, body: JSON.stringify(body), dispatcher });
    await answer.body.json();
  }
}

/** Does something for each endpoint, so many at a time. */
async function atOnce(act: (index: number) => Promise<void>): Promise<void> {
  let left = endpoints;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await act(left);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
