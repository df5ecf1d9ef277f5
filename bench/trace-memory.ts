import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { median, table } from "./figures";

const run = promisify(execFile);

const traceBytes = 20_000_000;
const repeats = 5;

/** What one process found out, each as a multiple of the body's size. */
interface Cost {
  /** Heap and buffers right after the call, before any collection: the result, the body, and what is left over. */
  readonly inUse: number;
  /** The same after a collection: the result, and the body where it is kept. */
  readonly kept: number;
  /** Growth of the greatest size that the process ever had. */
  readonly peak: number;
  readonly ms: number;
}

/**
 * Measures what a `callTracer` trace of 20 MB costs in memory: ours, and the body as text with what plain `JSON.parse`
 * makes of it. Each measurement has a process of its own.
 *
 * @returns memory in use after a call of ours, as a multiple of the body's size
 */
export async function measureTrace(say: (text: string) => void): Promise<number> {
  const trace = callTrace(traceBytes);
  const body = { "/trace": trace, "/small": callTrace(1_000) } as Readonly<Record<string, string>>;
  const server = createServer((incoming, response) => {
    incoming.resume().on("end", () => {
      const text = body[incoming.url ?? ""] ?? "";
      response
        .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
        .end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const costs = new Map<string, Cost[]>();
    for (let index = 0; index < repeats; index += 1) {
      for (const name of ["plain", "ours"]) {
        const script = join(__dirname, "trace-cost.cjs");
        const { stdout } = await run(process.execPath, ["--expose-gc", script, name, origin, String(trace.length)]);
        costs.set(name, [...(costs.get(name) ?? []), JSON.parse(stdout) as Cost]);
      }
    }
    const figure = (name: string, key: keyof Cost) => median((costs.get(name) ?? []).map((cost) => cost[key]));
    say(
      `\na call tree of ${(trace.length / 1e6).toFixed(1)} MB, medians of ${repeats} processes, as multiples of its size`,
    );
    say(
      table(
        ["", "in use", "kept", "peak of process", "ms"],
        ["plain", "ours"].map((name) => [
          name,
          ...(["inUse", "kept", "peak"] as const).map((key) => figure(name, key).toFixed(2)),
          figure(name, "ms").toFixed(0),
        ]),
      ),
    );
    say("");
    return figure("ours", "inUse");
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** An answer of the given size: a tree of calls, a hundred inner ones in each of the outer ones. */
function callTrace(bytes: number): string {
  const hex = (length: number) => `0x${"ab".repeat(length)}`;
  const frame = {
    ...{ from: hex(20), gas: "0x74f18", gasUsed: "0xd6b1", to: hex(20), input: hex(100), output: hex(32) },
    ...{ value: "0x0", type: "CALL" },
  };
  const outer = { ...frame, calls: Array.from({ length: 100 }, () => frame) };
  const count = Math.max(1, Math.round(bytes / JSON.stringify(outer).length));
  const result = { ...frame, calls: Array.from({ length: count }, () => outer) };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, result });
}
