import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { Agent, request } from "undici";
import { probeEndpoints } from "../provider/dist/health/probe.js";
import { median } from "./figures";
import { type PartOptions, type Row, row } from "./rows";

const run = promisify(execFile);

const endpoints = 1_000;
const latencyMs = 20;
const atATime = 64;
const rounds = 7;

/** Probes of one host share a few requests in flight, so that fewer of them show what that costs. */
const onOneHost = 250;
const oneHostLimit = 4;
const oneHostRounds = 2;

const mostOfLatency = 1.2;
const mostOfBare = 1.2;
/** Most memory that four times the probes may take. */
const mostOfMemory = 1.2;

/** What one round took. */
interface Round {
  readonly tookMs: number;
  /** CPU time of this process for each call. */
  readonly cpuMs: number;
  readonly calls: number;
  readonly mostOnOneHost: number;
  /** Time that the server needed to answer, its latency included. */
  readonly answerMs: number;
}

/** A way to look at the endpoint with this index. */
type Look = (index: number) => Promise<void>;

/**
 * Probes of healthy EVM nodes that look at the head once, against a server in another process, next to the same calls
 * by a bare client. With enough of them at a time, the latency of the calls must be all that they take. The nodes are
 * on as many hosts as there are probes at a time; then all on one, where the limit of each host decides.
 */
export async function benchHealth({ say }: PartOptions): Promise<readonly Row[]> {
  const server = spawn(process.execPath, [join(__dirname, "evm-server.cjs"), String(latencyMs), String(atATime)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [wide, narrow] = [new Agent({ connections: atATime }), new Agent({ connections: oneHostLimit })];
  try {
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const origins = (JSON.parse(line.toString()) as readonly number[]).map((port) => `http://127.0.0.1:${port}`);
    const [first = ""] = origins;
    const spread = (index: number) => nodeUrl(origins[index % origins.length] ?? first, index);
    const measured = async (name: string, count: number, look: Look): Promise<Round> => {
      await countsOf(first);
      const [startMs, startCpu] = [performance.now(), process.cpuUsage()];
      await atOnce(count, look);
      const tookMs = performance.now() - startMs;
      const { user, system } = process.cpuUsage(startCpu);
      const { requests: calls, mostOnOnePort: mostOnOneHost, totalMs } = await countsOf(first);
      const round = { tookMs, calls, mostOnOneHost, cpuMs: (user + system) / 1_000 / calls, answerMs: totalMs / calls };
      say(`${name}: ${calls} calls in ${tookMs.toFixed(0)} ms, ${(round.cpuMs * 1_000).toFixed(0)} µs of CPU each`);
      return round;
    };
    const [ours, bare]: [Round[], Round[]] = [[], []];
    for (let index = 0; index < rounds; index += 1) {
      ours.push(await measured("probes", endpoints, (node) => probe(spread(node))));
      bare.push(await measured("bare", endpoints, (node) => bareProbe(spread(node), wide)));
    }
    const [oursOnOne, bareOnOne]: [Round[], Round[]] = [[], []];
    for (let index = 0; index < oneHostRounds; index += 1) {
      oursOnOne.push(await measured("probes, one host", onOneHost, (node) => probe(nodeUrl(first, node))));
      bareOnOne.push(await measured("bare, one host", onOneHost, (node) => bareProbe(nodeUrl(first, node), narrow)));
    }
    const memory = await memoryOf(origins, endpoints);
    const moreMemory = await memoryOf(origins, 4 * endpoints);
    say(`peak of a process: ${endpoints} probes ${inMB(memory)} MB, ${4 * endpoints} probes ${inMB(moreMemory)} MB`);
    return [
      ...timeRows(ours, bare),
      ...oneHostRows(oursOnOne, bareOnOne),
      row(
        "most requests in flight to one host",
        Math.max(...[...ours, ...oursOnOne].map(({ mostOnOneHost }) => mostOnOneHost)),
        "",
        {
          atMost: oneHostLimit,
        },
      ),
      row(`${4 * endpoints} probes, peak memory, to ${endpoints} probes`, moreMemory / memory, "×", {
        atMost: mostOfMemory,
      }),
    ];
  } finally {
    server.kill("SIGKILL");
    await Promise.all([wide.close(), narrow.close()]);
  }
}

function timeRows(ours: readonly Round[], bare: readonly Round[]): readonly Row[] {
  const what = `${endpoints} probes at ${latencyMs} ms latency, ${atATime} at a time`;
  const ofBare = median(bare.map((round) => ofLatency(round, atATime)));
  // Where the same calls alone take longer, the machine or the server is the limit, and only the comparison tells.
  const target = ofBare <= mostOfLatency ? { atMost: mostOfLatency } : undefined;
  const note = target === undefined ? " (no target: not even the bare client reaches it on this machine)" : "";
  return [
    row(
      `${what}, to the latency of their calls${note}`,
      median(ours.map((each) => ofLatency(each, atATime))),
      "×",
      target,
    ),
    row("the same calls by a bare client", ofBare, "×"),
    row("the server's answers to these, to its latency", median(bare.map(({ answerMs }) => answerMs / latencyMs)), "×"),
    row(
      "probes, to the bare client",
      compared(ours, bare, ({ tookMs }) => tookMs),
      "×",
      { atMost: mostOfBare },
    ),
    row(
      "CPU time of the probes, to the bare client",
      compared(ours, bare, ({ cpuMs }) => cpuMs),
      "×",
    ),
    row("first round of the probes, to the latency of their calls", ofLatency(ours[0], atATime), "×"),
    row("calls of each probe", median(ours.map(({ calls }) => calls / endpoints)), ""),
  ];
}

function oneHostRows(ours: readonly Round[], bare: readonly Round[]): readonly Row[] {
  const ratio = median(ours.map((round) => ofLatency(round, oneHostLimit)));
  return [
    row(`probes on one host, ${oneHostLimit} requests at a time, to the latency of their calls`, ratio, "×", {
      atMost: mostOfLatency,
    }),
    row(
      "the same, to a bare client",
      compared(ours, bare, ({ tookMs }) => tookMs),
      "×",
      { atMost: mostOfBare },
    ),
  ];
}

/** What a round took, as a multiple of the latency of its calls with so many of them at a time. */
function ofLatency(round: Round | undefined, concurrency: number): number {
  return round === undefined ? Number.NaN : round.tookMs / ((round.calls * latencyMs) / concurrency);
}

/** The median of the ratios within each round: what else the machine does strikes both alike. */
function compared(ours: readonly Round[], bare: readonly Round[], figure: (round: Round) => number): number {
  return median(ours.flatMap((round, index) => (bare[index] === undefined ? [] : figure(round) / figure(bare[index]))));
}

/** With a key of its own in the path, as the nodes of the platform have. */
function nodeUrl(origin: string, index: number): string {
  return `${origin}/${index.toString(16).padStart(32, "0")}`;
}

interface Counts {
  readonly requests: number;
  readonly mostOnOnePort: number;
  readonly totalMs: number;
}

/** What the requests to the server since the last time were. */
async function countsOf(origin: string): Promise<Counts> {
  return (await (await fetch(origin)).json()) as Counts;
}

/** Peak of the memory of a process that makes so many probes. */
async function memoryOf(origins: readonly string[], count: number): Promise<number> {
  const script = join(__dirname, "probe-memory.cjs");
  const { stdout } = await run(process.execPath, [script, origins.join(","), String(count), String(atATime)]);
  return Number(stdout);
}

function inMB(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
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

/** Looks at each endpoint, so many at a time. */
async function atOnce(count: number, look: Look): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await look(left);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
