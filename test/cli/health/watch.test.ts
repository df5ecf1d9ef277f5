import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { nodeEntry, stateOf, useHealthScene } from "../../support/cli/health-scene";
import { runCliInProcess } from "../../support/cli/run-cli";
import { parseExposition } from "../../support/health/exposition.js";
import { evmMethods, hex, startRpcStub, steadyChain, TestClock } from "../../support/health/stub-chain.js";

const hourMs = 3_600_000;

describe("blockchain-nodes health, repeated", () => {
  const scene = useHealthScene();

  /**
   * Runs the command against one node, which serves the chain of each of these ids in turn, one per round; interrupts
   * after the last one.
   */
  async function watched(chainIds: readonly number[], ...args: readonly string[]) {
    const clock = new TestClock();
    const interruption = new AbortController();
    let round = 0;
    const methods = evmMethods(steadyChain(clock, 1, 12));
    const stub = await scene.started(
      startRpcStub({ ...methods, eth_chainId: () => ({ value: hex(chainIds[round] ?? 0) }) }),
    );
    const pauses: number[] = [];
    clock.onSleep = (ms) => {
      if (ms > hourMs / 2) {
        pauses.push(ms);
        round += 1;
        if (round === chainIds.length) {
          interruption.abort(new Error("Ctrl-C"));
        }
      }
    };
    const surroundings = { clock, input: stateOf(nodeEntry("rpc", stub.url)), signal: interruption.signal };
    const run = await runCliInProcess(
      ["health", "--state", "-", "--watch", "--interval", "1h", ...args],
      {},
      surroundings,
    );
    return { ...run, pauses, host: new URL(stub.url).host };
  }

  describe("--watch", () => {
    it("table: once, then one line for each change; exit code of the last state", async () => {
      const { exitCode, stdout, stderr, host } = await watched([1, 1, 5, 1, 1, 1]);
      const [head, row, summary, ...changes] = stdout.trimEnd().split("\n");
      expect(head).to.match(/^NAME/);
      expect(row).to.match(/^rpc .* healthy/);
      expect(summary).to.match(/^dev: healthy/);
      expect(changes.map((line) => line.replace(/^[\dT:.-]+Z {2}/, ""))).to.deep.equal([
        `rpc  ethereum-mainnet  ${host}  healthy -> unhealthy  identity: wrong chain: chain id 5, expected 1`,
        changes[1]?.replace(/^[\dT:.-]+Z {2}/, ""),
      ]);
      expect(changes[1]).to.match(/^2026-03-04T\d\d:\d\d:\d\d\.\d{3}Z {2}rpc .* unhealthy -> healthy {2}head: /);
      expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: "" });
    });

    it("recovery not confirmed at the end: exit code of the failure", async () => {
      expect((await watched([5, 1])).exitCode).to.equal(1);
    });

    it("JSON: one document per line", async () => {
      const { stdout } = await watched([1, 5, 1, 1], "--json");
      const documents = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(documents.map(({ event, before, node }) => [event, before, node?.verdict])).to.deep.equal([
        ["report", undefined, undefined],
        ["change", "healthy", "unhealthy"],
        ["change", "unhealthy", "healthy"],
      ]);
    });

    it("interval: from start to start", async () => {
      const { pauses } = await watched([1, 1]);
      // A probe watches the head for seconds of this clock.
      expect(pauses).to.have.length(2);
      for (const pause of pauses) {
        expect(pause).to.be.within(hourMs - 60_000, hourMs - 1);
      }
    });

    it("interrupted in the first round: ends with what is known", async () => {
      const interruption = new AbortController();
      const stub = await scene.started(
        startRpcStub({}, () => {
          interruption.abort(new Error("Ctrl-C"));
          return 200;
        }),
      );
      const surroundings = { input: stateOf(nodeEntry("rpc", stub.url)), signal: interruption.signal };
      const run = await runCliInProcess(["health", "--state", "-", "--watch"], {}, surroundings);
      expect(run.exitCode).to.equal(3);
      expect(run.stdout).to.match(/rpc .* unknown .* not examined yet\n/);
      expect(run.stderr).to.match(/^Interrupted/);
    });
  });

  describe("--serve", () => {
    /** Serves a node; rounds follow on request only. */
    async function served(...args: readonly string[]) {
      const clock = new TestClock();
      const interruption = new AbortController();
      let chainId = 1;
      const methods = evmMethods(steadyChain(clock, 1, 12));
      const stub = await scene.started(startRpcStub({ ...methods, eth_chainId: () => ({ value: hex(chainId) }) }));
      let proceed = () => {};
      let pause = () => {};
      let paused = new Promise<void>((done) => {
        pause = done;
      });
      clock.onSleep = async (ms) => {
        if (ms > hourMs / 2) {
          const next = new Promise<void>((done) => {
            proceed = done;
          });
          pause();
          await next;
        }
      };
      let output = "";
      const ended = runCliInProcess(
        ["health", "--state", "-", "--serve", ":0", "--interval", "1h", ...args],
        {},
        {
          clock,
          input: stateOf(nodeEntry("rpc", stub.url)),
          signal: interruption.signal,
          onOut: (text) => {
            output += text;
          },
        },
      );
      await paused;
      const [url = ""] = /http:\/\/127\.0\.0\.1:\d+(?=\/metrics)/.exec(output) ?? [];
      return {
        url,
        stub,
        round: async (id: number) => {
          chainId = id;
          paused = new Promise<void>((done) => {
            pause = done;
          });
          proceed();
          await paused;
        },
        end: async () => {
          interruption.abort(new Error("Ctrl-C"));
          proceed();
          return await ended;
        },
        metrics: async () => parseExposition(await (await fetch(`${url}/metrics`)).text()),
        healthz: async () => {
          const answer = await fetch(`${url}/healthz`);
          return `${answer.status} ${(await answer.text()).trim()}`;
        },
      };
    }

    it("metrics and gate: follow the rounds; a scrape causes no probe", async () => {
      const server = await served();
      const probed = server.stub.seen.length;
      expect(await server.healthz()).to.equal("200 healthy");
      const first = await server.metrics();
      await server.metrics();
      expect(server.stub.seen).to.have.length(probed);
      const samplesOf = (families: typeof first, name: string) => families.get(name)?.samples ?? [];
      const units = samplesOf(first, "blockchain_node_probe_request_units")[0]?.value ?? 0;
      expect(samplesOf(first, "blockchain_node_probe_request_units_total")[0]?.value).to.equal(units).and.be.above(3);

      await server.round(5);
      expect(await server.healthz()).to.equal("503 unhealthy");
      const second = await server.metrics();
      expect(samplesOf(second, "blockchain_node_probe_request_units_total")[0]?.value).to.equal(units + 4);
      const counts = samplesOf(second, "blockchain_node_probes_total").filter(({ value }) => value > 0);
      expect(counts.map(({ labels, value }) => `${labels.verdict} ${value}`)).to.deep.equal([
        "healthy 1",
        "unhealthy 1",
      ]);

      await server.round(1);
      expect(await server.healthz()).to.equal("503 unhealthy");
      await server.round(1);
      expect(await server.healthz()).to.equal("200 healthy");
      expect((await server.end()).exitCode).to.equal(0);
    });

    it("other paths and methods: rejected", async () => {
      const server = await served();
      const statusOf = async (path: string, method = "GET") => (await fetch(server.url + path, { method })).status;
      expect(await statusOf("/metrics?x=1")).to.equal(200);
      expect(await statusOf("/metrics", "HEAD")).to.equal(200);
      expect(await statusOf("/metrics", "POST")).to.equal(405);
      expect(await statusOf("/constructor")).to.equal(404);
      const { headers } = await fetch(`${server.url}/metrics`);
      expect(headers.get("content-type")).to.equal("text/plain; version=0.0.4; charset=utf-8");
      await server.end();
    });

    it("interrupted: the server is gone, the exit code that of the last state", async () => {
      const server = await served("--json");
      await server.round(5);
      const { exitCode, stdout } = await server.end();
      expect(exitCode).to.equal(1);
      const failure = await fetch(`${server.url}/metrics`).catch((error: Error) => error);
      expect(failure).to.be.instanceOf(TypeError);
      const events = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(events.map(({ event }) => event)).to.deep.equal(["serving", "report", "change"]);
      expect(events[0].metrics).to.equal(`${server.url}/metrics`);
    });

    it("before the first round: the gate fails, metrics are there", async () => {
      const interruption = new AbortController();
      let asked = () => {};
      const isAsked = new Promise<void>((done) => {
        asked = done;
      });
      // Accepts a connection, never responds.
      const silent = createServer(() => asked()).listen(0, "127.0.0.1");
      await once(silent, "listening");
      let output = "";
      const ended = runCliInProcess(
        ["health", "--state", "-", "--serve", "localhost:0"],
        {},
        {
          input: stateOf(nodeEntry("rpc", `http://127.0.0.1:${(silent.address() as AddressInfo).port}`)),
          signal: interruption.signal,
          onOut: (text) => {
            output += text;
          },
        },
      );
      await isAsked;
      const [url] = output.split("/metrics");
      const answer = await fetch(`${url}/healthz`);
      expect(`${answer.status} ${await answer.text()}`).to.equal("503 unknown\n");
      const metrics = parseExposition(await (await fetch(`${url}/metrics`)).text());
      expect(metrics.get("blockchain_node_passes")?.samples).to.deep.equal([]);
      expect(metrics.get("blockchain_node_health")?.samples.filter(({ value }) => value === 1)[0]?.labels).to.include({
        name: "rpc",
        verdict: "unknown",
      });
      interruption.abort(new Error("Ctrl-C"));
      silent.closeAllConnections();
      silent.close();
      expect((await ended).exitCode).to.equal(3);
    });

    it("port in use: 2", async () => {
      const busy = createServer().listen(0, "127.0.0.1");
      await once(busy, "listening");
      const { port } = busy.address() as AddressInfo;
      const input = stateOf(nodeEntry("rpc", "http://127.0.0.1:1"));
      const run = await runCliInProcess(["health", "--state", "-", "--serve", `:${port}`], {}, { input });
      busy.close();
      expect(run).to.include({ exitCode: 2, stdout: "" });
      expect(run.stderr).to.match(/^--serve cannot listen on http:\/\/127\.0\.0\.1:\d+: .*EADDRINUSE/);
    });
  });
});
