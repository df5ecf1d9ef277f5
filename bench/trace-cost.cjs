// Runs alone in a process: prints what one answer costs in memory, as multiples of its size.
const { connectNode } = require("pulumi-blockchain-nodes");
const { request } = require("undici");

const [, , name, origin, size] = process.argv;
const hash = `0x${"ab".repeat(32)}`;

const ways = {
  ours: async (path) => {
    const client = connectNode({ https: `${origin}${path}` });
    return client.traceTransaction(hash, { tracer: "callTracer" });
  },
  plain: async (path) => {
    const { body } = await request(`${origin}${path}`, { method: "POST", body: "{}" });
    const text = await body.text();
    return { text, value: JSON.parse(text) };
  },
};

async function main() {
  const read = ways[name];
  for (let index = 0; index < 50; index += 1) {
    await read("/small");
  }
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  global.gc();
  const before = used();
  const rssBefore = process.memoryUsage().rss;
  const startMs = performance.now();
  const result = await read("/trace");
  const ms = performance.now() - startMs;
  const inUse = used() - before;
  const peak = process.resourceUsage().maxRSS * 1024 - rssBefore;
  global.gc();
  const kept = used() - before;
  if (result === undefined) {
    throw new Error("no trace");
  }
  console.log(JSON.stringify({ inUse: inUse / size, kept: kept / size, peak: peak / size, ms }));
  process.exit();
}

void main();
