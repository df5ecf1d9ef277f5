import { expect } from "chai";
import { mostAtATime } from "../../../provider/health/examine-all.js";
import { nodeEntry, stateOf, useHealthScene } from "../../support/cli/health-scene";
import { runCliInProcess } from "../../support/cli/run-cli";
import { answerRpc, evmMethods, steadyChain, TestClock } from "../../support/health/stub-chain.js";
import { type SeenRequest, startStub } from "../../support/nodes/nodes.js";

const nodes = 1_000;
const mostPerHost = 4;

describe("blockchain-nodes health, many nodes", function () {
  this.timeout(60_000);
  const scene = useHealthScene();

  /** Probes so many nodes of one host. Their chain has no watch of the head, so that only a pacer moves the clock. */
  async function runMany(count: number, clientVersion: string, ...args: readonly string[]) {
    const clock = new TestClock();
    const startMs = clock.nowMs;
    const methods = {
      ...evmMethods(steadyChain(clock, 42_161, 1)),
      web3_clientVersion: () => ({ value: clientVersion }),
    };
    /** Calls, and the clock, at each request. */
    const record: { readonly calls: number; readonly atMs: number }[] = [];
    const open = new Map<string, number>();
    let [inFlight, mostInFlight, mostOpen] = [0, 0, 0];
    const note = ({ url, calls }: SeenRequest) => {
      record.push({ calls: calls.length, atMs: clock.nowMs - startMs });
      const requests = (open.get(url) ?? 0) + 1;
      // A probe of this chain takes two requests.
      if (requests === 2) {
        open.delete(url);
      } else {
        open.set(url, requests);
      }
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      mostOpen = Math.max(mostOpen, open.size);
    };
    const stub = await scene.started(
      startStub((seen, response) => {
        note(seen);
        setTimeout(() => {
          inFlight -= 1;
          answerRpc(methods, seen, response);
        }, 2);
      }),
    );
    const arbitrum = { protocol: "arbitrum", network: "arbitrum-mainnet" };
    const input = stateOf(
      ...Array.from({ length: count }, (_, index) => nodeEntry(`n${index}`, `${stub.url}/node-${index}`, arbitrum)),
    );
    const run = await runCliInProcess(["health", "--state", "-", "--json", ...args], {}, { clock, input });
    return { ...run, record, mostInFlight, mostOpen, document: JSON.parse(run.stdout) };
  }

  it("1,000 nodes on one host: all examined, 256 at a time with 4 requests", async () => {
    const { exitCode, document, mostInFlight, mostOpen, record } = await runMany(nodes, "Nitro/v3.2");
    expect(exitCode).to.equal(0);
    expect(document.nodes).to.have.length(nodes);
    expect(document).to.include({ verdict: "healthy", maxCost: 30 * nodes });
    const calls = record.reduce((sum, request) => sum + request.calls, 0);
    expect(calls).to.equal(document.nodes.reduce((sum: number, { checks }: Checked) => sum + callsOf(checks), 0));
    expect(mostInFlight).to.equal(mostPerHost);
    expect(mostOpen).to.be.within(mostPerHost + 1, mostAtATime);
  });

  it("--requests-per-second: at no time more calls than the rate allows", async () => {
    const rate = 50;
    const { exitCode, record } = await runMany(200, "Nitro/v3.2", "--requests-per-second", String(rate));
    expect(exitCode).to.equal(0);
    let calls = 0;
    for (const request of record) {
      calls += request.calls;
      expect(calls).to.be.at.most(1 + (request.atMs / 1_000) * rate);
    }
    expect(calls).to.equal(200 * 5);
  });

  it("nodes with texts of 100 kB: a report is a few kB", async () => {
    const { stdout } = await runMany(100, "x".repeat(100_000));
    expect(stdout.length / 100).to.be.below(5_000);
  });
});

interface Checked {
  readonly checks: readonly { readonly check: string; readonly cost: number | null }[];
}

/** Calls by what the evidence says that it has cost; the block that measures the block time belongs to no check. */
function callsOf(checks: Checked["checks"]): number {
  return checks.reduce((sum, { cost }) => sum + (cost ?? 0), 1);
}
