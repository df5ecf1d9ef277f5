import { expect } from "chai";
import { useHealthRuns, verdictsIn } from "../../support/cli/health-runs";
import { nodeEntry, stateOf } from "../../support/cli/health-scene";
import { runCliInProcess } from "../../support/cli/run-cli";
import { parseExposition } from "../../support/health/exposition.js";
import { startRpcStub } from "../../support/health/stub-chain.js";
import { parseXml } from "../../support/health/xml.js";
import { freePort } from "../../support/nodes/free-port";

describe("blockchain-nodes health", () => {
  const scene = useHealthRuns();
  const { run, health, good, stale } = scene;

  describe("exit code", () => {
    it("every node healthy: 0", async () => {
      const { exitCode, document } = await health(stateOf(nodeEntry("a", (await good()).url)));
      expect(exitCode).to.equal(0);
      expect(document).to.include({ stack: "dev", verdict: "healthy" });
    });

    it("a node unhealthy, another unknown: 1", async () => {
      const state = stateOf(
        nodeEntry("a", (await good()).url),
        nodeEntry("b", (await stale()).url),
        nodeEntry("c", `http://127.0.0.1:${await freePort()}`),
      );
      const { exitCode, document } = await health(state);
      expect(exitCode).to.equal(1);
      expect(verdictsIn(document)).to.deep.equal(["a healthy", "b unhealthy", "c unknown"]);
    });

    it("wrong chain: 1, with one request", async () => {
      const stub = await good(5);
      const { exitCode, document } = await health(stateOf(nodeEntry("a", stub.url)));
      expect(exitCode).to.equal(1);
      expect(document.nodes[0]).to.include({ isWrongChain: true, observedIdentity: "5" });
      expect(stub.seen).to.have.length(1);
    });

    it("none failed, one unknown: 3", async () => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const { exitCode } = await health(stateOf(nodeEntry("a", (await good()).url), nodeEntry("b", url)));
      expect(exitCode).to.equal(3);
    });

    for (const format of ["table", "json", "junit", "prometheus"]) {
      it(`no nodes, ${format}: 3 and a note, since nothing was checked`, async () => {
        const { exitCode, stderr, stdout } = await run(["--state", "-", "--format", format], stateOf());
        expect(exitCode).to.equal(3);
        expect(stderr).to.equal("There are no nodes: nothing was checked.\n");
        expect(stdout).to.match(/unknown/);
      });
    }
  });

  describe("formats", () => {
    it("table: for the terminal, colored and in its width; else as text", async () => {
      const state = stateOf(nodeEntry("a", (await good()).url));
      const out = async (environment = {}, columns?: number) =>
        (await runCliInProcess(["health", "--state", "-"], environment, { clock: scene.clock, input: state, columns }))
          .stdout;
      const isColored = async (...args: Parameters<typeof out>) => (await out(...args)).includes("\u001b[32mhealthy");
      expect(await isColored()).to.equal(false);
      expect(await isColored({}, 100)).to.equal(true);
      expect(await isColored({ NO_COLOR: "1" }, 100)).to.equal(false);
      expect(await isColored({ NO_COLOR: "" }, 100)).to.equal(true);
      expect(await isColored({ FORCE_COLOR: "1" })).to.equal(true);
      expect(await isColored({ FORCE_COLOR: "0" }, 100)).to.equal(false);
    });

    it("progress: on a terminal only, in one line that is removed", async () => {
      const { url } = await good();
      const state = stateOf(nodeEntry("a", url), nodeEntry("b", url));
      const err = async (errColumns?: number) =>
        (await runCliInProcess(["health", "--state", "-"], {}, { clock: scene.clock, input: state, errColumns }))
          .stderr;
      expect(await err()).to.equal("");
      expect((await err(80)).split("\r\u001b[K")).to.deep.equal([
        "",
        "0 of 2 nodes examined",
        "1 of 2 nodes examined",
        "2 of 2 nodes examined",
        "",
      ]);
    });

    it("junit and prometheus: well-formed", async () => {
      const state = stateOf(nodeEntry("a", (await good()).url));
      const junit = await run(["--state", "-", "--format", "junit"], state);
      expect(parseXml(junit.stdout).attributes).to.include({ tests: "1", failures: "0", errors: "0" });
      const prometheus = await run(["--state", "-", "--format", "prometheus"], state);
      expect(
        parseExposition(prometheus.stdout)
          .get("blockchain_node_passes")
          ?.samples.map((it) => it.value),
      ).to.deep.equal([1]);
    });

    it("--max-cost: budget of each node, in the summary", async () => {
      const { url } = await good();
      const { stdout } = await run(
        ["--state", "-", "--max-cost", "12"],
        stateOf(nodeEntry("a", url), nodeEntry("b", url)),
      );
      expect(stdout).to.match(/dev: healthy \(2 healthy\); \d+ of 24 request units\n$/);
    });
  });

  describe("interruption", () => {
    it("while a node does not respond: ends with what is known", async () => {
      const interrupted = new AbortController();
      const fine = await good();
      const silent = await scene.started(
        startRpcStub({}, () => {
          interrupted.abort(new Error("Ctrl-C"));
          return 200;
        }),
      );
      const state = stateOf(nodeEntry("a", silent.url), nodeEntry("b", fine.url));
      const { signal } = interrupted;
      const { exitCode, stdout, stderr } = await runCliInProcess(
        ["health", "--state", "-", "--json"],
        {},
        { clock: scene.clock, input: state, signal },
      );
      expect(exitCode).to.equal(3);
      expect(stderr).to.match(/^Interrupted/);
      expect(JSON.parse(stdout).nodes[0]).to.include({
        name: "a",
        verdict: "unknown",
        why: "not examined yet",
        probedAt: null,
      });
    });
  });
});
