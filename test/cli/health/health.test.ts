import { dirname } from "node:path";
import { expect } from "chai";
import { encryptedSecret, nodeEntry, resource, secret, stateOf, useHealthScene } from "../../support/cli/health-scene";
import { runCliInProcess } from "../../support/cli/run-cli";
import { parseExposition } from "../../support/health/exposition.js";
import { evmMethods, startRpcStub, steadyChain, TestClock } from "../../support/health/stub-chain.js";
import { parseXml } from "../../support/health/xml.js";
import { freePort } from "../../support/nodes/free-port";

describe("blockchain-nodes health", () => {
  const scene = useHealthScene();
  let clock: TestClock;
  beforeEach(() => {
    clock = new TestClock();
  });
  const run = (args: readonly string[], input = "") => runCliInProcess(["health", ...args], {}, { clock, input });
  const health = async (input: string, ...args: readonly string[]) => {
    const { stdout, ...rest } = await run(["--state", "-", "--json", ...args], input);
    return { ...rest, document: JSON.parse(stdout) };
  };
  const good = (chainId = 1) => scene.started(startRpcStub(evmMethods(steadyChain(clock, chainId, 12))));
  const stale = () => {
    const chain = steadyChain(clock, 1, 12, 3_600);
    const head = chain.head();
    return scene.started(startRpcStub(evmMethods({ ...chain, head: () => head })));
  };
  const verdicts = ({ nodes }: { nodes: readonly { name: string; verdict: string }[] }) =>
    nodes.map(({ name, verdict }) => `${name} ${verdict}`);

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
      expect(verdicts(document)).to.deep.equal(["a healthy", "b unhealthy", "c unknown"]);
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

  describe("usage and configuration: 2", () => {
    const url = "http://127.0.0.1:1/SECRETPATHSECRETPATH";
    const cases: readonly (readonly [name: string, args: readonly string[], message: RegExp])[] = [
      ["endpoint without chain", ["--endpoint", url], /--endpoint requires --chain or --chain-id/],
      ["chain without endpoint", ["--chain", "ethereum-mainnet"], /--endpoint, which is missing/],
      ["two chains", ["--endpoint", url, "--chain", "base", "--chain-id", "1"], /cannot be used with/],
      ["two sources", ["--endpoint", url, "--chain-id", "1", "--stack", "dev"], /cannot be used with/],
      ["endpoint is no URL", ["--endpoint", "SECRETPATHSECRETPATH", "--chain-id", "1"], /^--endpoint is not a URL/],
      [
        "endpoint over plain http",
        ["--endpoint", "http://node.example/SECRETPATHSECRETPATH", "--chain-id", "1"],
        /plain http/,
      ],
      [
        "reference is no URL",
        ["--endpoint", url, "--chain-id", "1", "--reference", "SECRETPATH"],
        /^--reference is not/,
      ],
      ["beacon is no URL", ["--beacon", "SECRETPATHSECRETPATH", "--chain", "ethereum-mainnet"], /^--beacon is not/],
      ["zero cost", ["--max-cost", "0"], /request units, at least 1/],
      ["no rate", ["--requests-per-second", "0"], /above 0/],
      ["timeout without unit", ["--timeout", "60"], /duration such as 30s/],
      ["empty stack", ["--stack", ""], /It is empty/],
      ["chain id is a name", ["--endpoint", url, "--chain-id", "mainnet"], /chain id such as/],
      ["port out of range", ["--serve", ":70000"], /:PORT or HOST:PORT/],
      ["unknown depth", ["--depth", "deep"], /basic, capabilities, full/],
      ["junit again and again", ["--watch", "--format", "junit"], /--format junit is a report of one run/],
      ["prometheus again and again", ["--watch", "--format", "prometheus"], /\/metrics/],
      [
        "misspelled option with a URL",
        ["--endpont=https://user:SECRETUSER@node.example/SECRETPATH?k=SECRET"],
        /unknown option/,
      ],
      ["no such file", ["--state", "/nonexistent/state.json"], /^--state cannot be read: ENOENT/],
    ];
    for (const [name, args, message] of cases) {
      it(`${name}: explained, without the URL`, async () => {
        const { exitCode, stdout, stderr } = await run(args);
        expect({ exitCode, stdout }).to.deep.equal({ exitCode: 2, stdout: "" });
        expect(stderr).to.match(message).and.not.include("SECRET");
      });
    }

    it("no state, encrypted or hidden secrets: explained", async () => {
      const hidden = (endpoints: unknown) => stateOf(resource("Node", "rpc", { name: "rpc", endpoints }));
      const texts = ["", "not JSON", "[]", "{}", hidden(encryptedSecret), hidden("[secret]")];
      for (const text of [...texts, stateOf(resource("Network", "net", { nodes: encryptedSecret }))]) {
        const { exitCode, stdout, stderr } = await run(["--state", "-"], text);
        expect({ exitCode, stdout }, text).to.deep.equal({ exitCode: 2, stdout: "" });
        expect(stderr, text).to.match(/^[^\n]*pulumi stack export --show-secrets`[^\n]*\n$/);
      }
    });

    it("reference for nodes of several chains: rejected", async () => {
      const state = stateOf(
        nodeEntry("a", "http://127.0.0.1:1"),
        nodeEntry("b", "http://127.0.0.1:1", { network: "ethereum-sepolia" }),
      );
      const { exitCode, stderr } = await run(["--state", "-", "--reference", "http://127.0.0.1:1"], state);
      expect(exitCode).to.equal(2);
      expect(stderr).to.include("ethereum-mainnet, ethereum-sepolia");
    });
  });

  describe("state", () => {
    it("nodes, nodes of networks and nodes that are only read: each once, not those pending deletion", async () => {
      const { url } = await good();
      const own = { protocol: "ethereum", network: "ethereum-mainnet", type: "dedicated", endpoints: { https: url } };
      const slots = [
        { ...own, id: "ND-1", name: "slot-0" },
        { ...own, id: "ND-2", name: "slot-1" },
        { protocol: "ethereum", network: "ethereum-mainnet", name: "slot-2", status: "deleted" },
      ];
      const { exitCode, document } = await health(
        stateOf(
          nodeEntry("a", url),
          nodeEntry("a", url, { name: "old" }, { delete: true, id: "id-of-old" }),
          nodeEntry("read", url, {}, { external: true }),
          nodeEntry("again", url, {}, { external: true, id: "ND-1" }),
          resource("Network", "net", { name: "net", nodes: secret(slots) }),
          resource("Project", "apps", { name: "apps" }),
          { urn: "urn:pulumi:dev::shop::aws:s3:Bucket::b", type: "aws:s3:Bucket", outputs: { nodes: encryptedSecret } },
        ),
      );
      expect(verdicts(document)).to.deep.equal([
        "a healthy",
        "read healthy",
        "again healthy",
        "slot-1 healthy",
        "slot-2 unknown",
      ]);
      expect(exitCode).to.equal(3);
      expect(document.nodes[4].why).to.include("no HTTP endpoint");
    });

    it("network of which the state has no nodes: one line, unknown", async () => {
      const { url } = await good();
      const values = { name: "net", protocol: "ethereum", network: "ethereum-mainnet" };
      for (const nodes of [undefined, null]) {
        const { exitCode, document } = await health(
          stateOf(nodeEntry("a", url), resource("Network", "net", { ...values, nodes })),
        );
        expect(verdicts(document)).to.deep.equal(["a healthy", "net unknown"]);
        expect(exitCode).to.equal(3);
      }
    });

    it("equal names: told apart by id", async () => {
      const { url } = await good();
      const { document } = await health(
        stateOf(nodeEntry("a", url, { name: "rpc" }), nodeEntry("b", url, { name: "rpc" }), nodeEntry("c", url)),
      );
      expect(verdicts(document)).to.deep.equal(["rpc (id-of-a) healthy", "rpc (id-of-b) healthy", "c healthy"]);
    });

    it("all nodes of a chain stale: reported once", async () => {
      const { url } = await stale();
      const { document, exitCode } = await health(stateOf(nodeEntry("a", url), nodeEntry("b", url)));
      expect(exitCode).to.equal(1);
      expect(document.notes).to.have.length(1);
      expect(document.notes[0]).to.match(/^ethereum-mainnet: the chain is stalled or all 2 nodes are stuck/);
    });
  });

  describe("--stack", () => {
    const pulumi = (script: string) =>
      dirname(scene.file("pulumi", `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`, 0o755));
    const withPulumi = (path: string, ...args: readonly string[]) =>
      runCliInProcess(["health", ...args], { PATH: path }, { clock });

    it("state exported with secrets: its nodes under the stack's name; without --stack, those of the selected one", async () => {
      const state = scene.file("state.json", stateOf(nodeEntry("a", (await good()).url)));
      const path = pulumi(`case "$*" in *"stack export --show-secrets"*) cat ${state} ;; *) exit 1 ;; esac`);
      const named = await withPulumi(path, "--stack", "acme/shop/dev", "--json");
      expect(JSON.parse(named.stdout)).to.include({ stack: "acme/shop/dev", verdict: "healthy" });
      const selected = await withPulumi(path, "--json");
      expect(JSON.parse(selected.stdout)).to.include({ stack: "dev", verdict: "healthy" });
    });

    it("pulumi fails, or is missing: 2 and its message", async () => {
      const path = pulumi(`echo "error: incorrect passphrase" >&2; echo SECRET; exit 255`);
      const failed = await withPulumi(path, "--stack", "dev");
      expect(failed).to.include({ exitCode: 2, stdout: "" });
      expect(failed.stderr).to.match(/^`pulumi stack export .*` failed: incorrect passphrase\n$/);
      const missing = await withPulumi("/nonexistent", "--stack", "dev");
      expect(missing).to.include({ exitCode: 2, stdout: "" });
      expect(missing.stderr).to.include("no `pulumi` on PATH");
    });
  });

  describe("--endpoint", () => {
    it("chain, chain id, or the id of a known chain: expected", async () => {
      const { url } = await good();
      for (const args of [
        ["--chain", "ethereum-mainnet"],
        ["--chain-id", "1"],
        ["--chain-id", "0x1"],
      ]) {
        const { exitCode, stdout } = await run(["--endpoint", url, ...args, "--json"]);
        const document = JSON.parse(stdout);
        expect(exitCode, stdout).to.equal(0);
        expect(document.nodes[0]).to.include({ chain: "ethereum-mainnet", name: new URL(url).host });
      }
      const other = await run(["--endpoint", url, "--chain-id", "31337", "--json"]);
      expect(other.exitCode).to.equal(1);
      expect(JSON.parse(other.stdout).nodes[0]).to.include({ chain: "evm-31337", isWrongChain: true });
    });

    it("user info: sent as authorization", async () => {
      const stub = await good();
      const { exitCode } = await run(["--endpoint", stub.url.replace("//", "//user:pass-word@"), "--chain-id", "1"]);
      expect(exitCode).to.equal(0);
      expect(new Set(stub.seen.map(({ headers }) => headers.authorization))).to.deep.equal(
        new Set([`Basic ${Buffer.from("user:pass-word").toString("base64")}`]),
      );
    });
  });

  describe("formats", () => {
    it("table: for the terminal, colored and in its width; else as text", async () => {
      const state = stateOf(nodeEntry("a", (await good()).url));
      const out = async (environment = {}, columns?: number) =>
        (await runCliInProcess(["health", "--state", "-"], environment, { clock, input: state, columns })).stdout;
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
        (await runCliInProcess(["health", "--state", "-"], {}, { clock, input: state, errColumns })).stderr;
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
        { clock, input: state, signal },
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
