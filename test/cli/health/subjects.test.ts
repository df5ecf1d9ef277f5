import { dirname } from "node:path";
import { expect } from "chai";
import { useHealthRuns, verdictsIn } from "../../support/cli/health-runs";
import { encryptedSecret, nodeEntry, resource, secret, stateOf } from "../../support/cli/health-scene";
import { runCliInProcess } from "../../support/cli/run-cli";

describe("blockchain-nodes health", () => {
  const scene = useHealthRuns();
  const { run, health, good, stale } = scene;

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
      expect(verdictsIn(document)).to.deep.equal([
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
        expect(verdictsIn(document)).to.deep.equal(["a healthy", "net unknown"]);
        expect(exitCode).to.equal(3);
      }
    });

    it("equal names: told apart by id", async () => {
      const { url } = await good();
      const { document } = await health(
        stateOf(nodeEntry("a", url, { name: "rpc" }), nodeEntry("b", url, { name: "rpc" }), nodeEntry("c", url)),
      );
      expect(verdictsIn(document)).to.deep.equal(["rpc (id-of-a) healthy", "rpc (id-of-b) healthy", "c healthy"]);
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
      runCliInProcess(["health", ...args], { PATH: path }, { clock: scene.clock });

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
});
