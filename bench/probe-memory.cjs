// @ts-check
// Runs alone in a process: probes so many nodes, so many at a time, and prints the peak of its memory, in bytes.
const { probeEndpoints } = require("../provider/dist/health/probe.js");

const [, , origins = "", count = "", atATime = ""] = process.argv;

async function main() {
  const hosts = origins.split(",");
  let left = Number(count);
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const https = `${hosts[left % hosts.length]}/${left.toString(16).padStart(32, "0")}`;
      await probeEndpoints({ chain: "ethereum-mainnet", endpoints: { https } }, { maxWaitForAdvanceMs: 0 });
    }
  };
  await Promise.all(Array.from({ length: Number(atATime) }, worker));
  console.log(process.resourceUsage().maxRSS * 1_024);
  process.exit(0);
}

void main();
