import { connectNode } from "pulumi-blockchain-nodes";
import { Agent, request } from "undici";
import { createPublicClient, http } from "viem";
import { startAnvil } from "../test/support/nodes/nodes";
import { median, table } from "./figures";
import { type PartOptions, type Row, row } from "./rows";
import { measureTrace } from "./trace-memory";

const address = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

type Call = () => Promise<unknown>;

const concurrency = 64;
const rounds = 11;
const sequentialCalls = 400;
const concurrentCalls = 3_000;

/** Our client must reach this part of what a bare request loop does, in each way of calling. */
const leastOfBare = 0.9;
/** A trace may cost this many times its size in memory, its body included. */
const mostOfBody = 3;

/** Calls a second, one after the other. */
async function sequential(call: Call, calls: number): Promise<number> {
  const startMs = performance.now();
  for (let index = 0; index < calls; index += 1) {
    await call();
  }
  return (calls / (performance.now() - startMs)) * 1_000;
}

/** Calls a second, so many at a time. */
async function concurrent(call: Call, calls: number): Promise<number> {
  let left = calls;
  const startMs = performance.now();
  const worker = async () => {
    for (; left > 0; ) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (calls / (performance.now() - startMs)) * 1_000;
}

/**
 * Compares our client with a bare loop of undici requests and with viem's public client on one anvil: `eth_getBalance`
 * (calls without arguments viem makes once for all that wait), one after the other and 64 at a time, and the memory
 * that a trace of 20 MB costs. The contestants take turns in each round, and a figure is the median over the rounds, of
 * the ratio within each round: what else the machine does strikes all of them alike.
 */
export async function benchAccess({ say }: PartOptions): Promise<readonly Row[]> {
  const node = await startAnvil();
  const client = connectNode({ https: node.url }, { maxConcurrent: concurrency });
  const pool = new Agent({ connections: concurrency });
  try {
    const url = new URL(node.url);
    const headers = { "content-type": "application/json" };
    let id = 0;
    const bare: Call = async () => {
      id += 1;
      const body = JSON.stringify({ jsonrpc: "2.0", id, method: "eth_getBalance", params: [address, "latest"] });
      const answer = await request(url, { method: "POST", headers, body, dispatcher: pool });
      return BigInt(((await answer.body.json()) as { readonly result: string }).result);
    };
    const viem = createPublicClient({ transport: http(node.url, { retryCount: 0 }) });
    const contestants: Readonly<Record<string, Call>> = {
      bare,
      ours: () => client.call("eth_getBalance", [address]),
      viem: () => viem.getBalance({ address }),
    };
    const speed = await compare(contestants, say);
    const memory = await measureTrace(say);
    const least = Math.min(speed.sequential.ours ?? Number.NaN, speed.concurrent.ours ?? Number.NaN);
    const toViem = Math.min(
      ...(["sequential", "concurrent"] as const).map((way) => (speed[way].ours ?? Number.NaN) / (speed[way].viem ?? 0)),
    );
    return [
      row("calls per second, to bare undici", least, "×", { atLeast: leastOfBare }),
      row("calls per second, to viem", toViem, "×", { atLeast: 1 }),
      row("memory of a trace, to its size", memory, "×", { atMost: mostOfBody }),
    ];
  } finally {
    await client.close();
    await pool.close();
    await node.stop();
  }
}

type Ratios = Readonly<Record<string, number>>;

/** Ratios to the bare loop, by way of calling. */
async function compare(
  contestants: Readonly<Record<string, Call>>,
  say: PartOptions["say"],
): Promise<Record<"concurrent" | "sequential", Ratios>> {
  const names = Object.keys(contestants);
  const figures = { sequential: new Map<string, number[]>(), concurrent: new Map<string, number[]>() };
  for (const call of Object.values(contestants)) {
    await sequential(call, sequentialCalls);
    await concurrent(call, concurrentCalls);
  }
  for (let round = 0; round < rounds; round += 1) {
    // Each is first as often as the others.
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const call = contestants[name] ?? (() => Promise.resolve());
      const note = (way: keyof typeof figures, perSecond: number) =>
        figures[way].set(name, [...(figures[way].get(name) ?? []), perSecond]);
      note("sequential", await sequential(call, sequentialCalls));
      note("concurrent", await concurrent(call, concurrentCalls));
    }
  }
  const ratios = (way: keyof typeof figures): Ratios => {
    const bare = figures[way].get("bare") ?? [];
    const of = (name: string) =>
      median((figures[way].get(name) ?? []).map((value, round) => value / (bare[round] ?? 1)));
    return Object.fromEntries(names.map((name) => [name, of(name)]));
  };
  const result = { sequential: ratios("sequential"), concurrent: ratios("concurrent") };
  const perSecond = (way: keyof typeof figures, name: string) => median(figures[way].get(name) ?? []).toFixed(0);
  say(`eth_getBalance on one anvil, medians of ${rounds} rounds`);
  say(
    table(
      ["", "sequential /s", "to bare", `${concurrency} at a time /s`, "to bare"],
      names.map((name) => [
        name,
        perSecond("sequential", name),
        (result.sequential[name] ?? 0).toFixed(2),
        perSecond("concurrent", name),
        (result.concurrent[name] ?? 0).toFixed(2),
      ]),
    ),
  );
  return result;
}
