import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
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
 * time, the latency of the calls must be all that they take.
 */
export async function benchHealth({ say }: PartOptions): Promise<readonly Row[]> {
  const server = spawn(process.execPath, [join(__dirname, "evm-server.cjs"), String(latencyMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [port] = (await once(server.stdout, "data")) as [Buffer];
    const origin = `http://127.0.0.1:${Number(port)}`;
    const countCalls = async () => Number(await (await fetch(origin)).text());
    const ratios: number[] = [];
    let callsEach = 0;
    for (let round = 0; round < rounds; round += 1) {
      const before = await countCalls();
      const startMs = performance.now();
      await probeAll(origin);
      const tookMs = performance.now() - startMs;
      const calls = (await countCalls()) - before;
      callsEach = calls / endpoints;
      ratios.push(tookMs / ((calls * latencyMs) / atATime));
      say(`${endpoints} probes: ${calls} calls in ${(tookMs / 1_000).toFixed(2)} s`);
    }
    const what = `${endpoints} probes at ${latencyMs} ms latency, ${atATime} at a time`;
    return [
      row(`${what}, to the latency of their calls`, median(ratios), "×", { atMost: mostOfLatency }),
      row(`${what}, calls of each`, callsEach, ""),
    ];
  } finally {
    server.kill("SIGKILL");
  }
}

async function probeAll(origin: string): Promise<void> {
  let left = endpoints;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const target = { chain: "ethereum-mainnet", endpoints: { https: `${origin}/${left}` } };
      const report = await probeEndpoints(target, { maxWaitForAdvanceMs: 0 });
      if (report.verdict !== "healthy") {
        throw new Error(`A probe of a healthy node found ${report.verdict}: ${JSON.stringify(report.checks)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
