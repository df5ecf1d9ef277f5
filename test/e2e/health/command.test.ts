import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { parseExposition } from "../../support/health/exposition";
import { parseXml } from "../../support/health/xml";
import { type SceneStack, useScene } from "../scene";

const bin = resolve(__dirname, "../../../provider/bin/blockchain-nodes.js");

describe("health of a stack on the real engine", function () {
  this.timeout(180_000);
  const { sandbox, ...scene } = useScene();
  let stack: SceneStack;
  let rpc: string;
  /** What only the state may contain. */
  let secrets: readonly string[];

  const health = async (...args: readonly string[]) => {
    const run = await stack.ownCli(["health", "--stack", "dev", ...args]);
    for (const secret of secrets) {
      expect(run.stdout + run.stderr).to.not.include(secret);
    }
    return run;
  };
  const verdicts = (json: string) => {
    const { nodes }: { nodes: readonly { name: string; verdict: string }[] } = JSON.parse(json);
    return nodes.map(({ name, verdict }) => `${name} ${verdict}`).sort();
  };
  const setMode = (body: object) => sandbox.admin("POST", `/nodes/${rpc}/rpc`, body);

  before(async () => {
    stack = await scene.open("health.cjs");
    await stack.up();
    rpc = (await stack.stateOf("rpc")).id ?? "";
    const exported = JSON.stringify(await stack.exportState());
    secrets = [...new Set(exported.match(/[0-9a-f]{32}(?=\\|")/g) ?? [])].filter(
      (it) => it !== "4dabf18193072939515e22adb298388d" && it !== "1b47061264138c4ac30d75fd1eb44270",
    );
    expect(secrets).to.not.deep.equal([]);
  });
  afterEach(() => setMode({ mode: "normal" }));

  it("every node healthy: 0, in every format, each node once", async () => {
    const json = await health("--json");
    expect(json.exitCode, json.stderr).to.equal(0);
    expect(verdicts(json.stdout)).to.deep.equal(["rpc healthy", "slot healthy"]);
    expect(json.stderr).to.equal("");
    const table = await health();
    expect(table.exitCode).to.equal(0);
    expect(table.stdout).to.match(/\ndev: healthy \(2 healthy\); \d+ of 60 request units\n$/);
    const junit = await health("--format", "junit");
    expect(parseXml(junit.stdout).attributes).to.include({ tests: "2", failures: "0", errors: "0" });
    const prometheus = parseExposition((await health("--format", "prometheus")).stdout);
    expect(prometheus.get("blockchain_node_passes")?.samples.map(({ value }) => value)).to.deep.equal([1, 1]);
  });

  for (const [mode, why] of [
    [{ mode: "stale", ageSeconds: 3_600 }, /head .* old, limit/],
    [{ mode: "wrong-chain", chainId: 5 }, /^wrong chain: chain id 5, expected 1$/],
  ] as const) {
    it(`node ${mode.mode}: 1`, async () => {
      await setMode(mode);
      const { exitCode, stdout } = await health("--json", "--timeout", "9s");
      expect(verdicts(stdout), stdout).to.deep.equal(["rpc unhealthy", "slot healthy"]);
      expect(exitCode).to.equal(1);
      const node = JSON.parse(stdout).nodes.find(({ name }: { name: string }) => name === "rpc");
      expect(node.why).to.match(why);
    });
  }

  for (const mode of ["silent", "refusing"]) {
    it(`node ${mode}: 3`, async () => {
      await setMode({ mode });
      const { exitCode, stdout } = await health("--json", "--timeout", "2s");
      expect(verdicts(stdout)).to.deep.equal(["rpc unknown", "slot healthy"]);
      expect(exitCode).to.equal(3);
    });
  }

  it("exported state, with and without its secrets: 0 and 2", async () => {
    const file = join(stack.folder, "state.json");
    await writeFile(file, await stack.must("stack", "export", "--show-secrets"));
    const shown = await stack.ownCli(["health", "--state", file, "--json"]);
    expect(shown.exitCode, shown.stderr).to.equal(0);
    expect(verdicts(shown.stdout)).to.deep.equal(["rpc healthy", "slot healthy"]);
    await writeFile(file, await stack.must("stack", "export"));
    const encrypted = await stack.ownCli(["health", "--state", file]);
    expect(encrypted).to.include({ exitCode: 2, stdout: "" });
    expect(encrypted.stderr).to.match(/are encrypted in this state: .*--show-secrets/);
  });

  it("no such stack, or no passphrase: 2", async () => {
    const none = await stack.ownCli(["health", "--stack", "nope"]);
    expect(none).to.include({ exitCode: 2, stdout: "" });
    expect(none.stderr).to.match(/no stack named 'nope' found/);
    const locked = await stack.ownCli(["health", "--stack", "dev"], { PULUMI_CONFIG_PASSPHRASE: undefined });
    expect(locked).to.include({ exitCode: 2, stdout: "" });
    expect(locked.stderr).to.match(/passphrase/);
  });

  it("stack without nodes: 3", async () => {
    const empty = await scene.open("health.cjs", { arguments: { isEmpty: true } });
    await empty.up();
    const { exitCode, stderr } = await empty.ownCli(["health", "--stack", "dev"]);
    expect({ exitCode, stderr }).to.deep.equal({
      exitCode: 3,
      stderr: "There are no nodes: nothing was checked.\n",
    });
  });

  it("--serve: metrics of the stack, until SIGTERM", async () => {
    const args = ["health", "--stack", "dev", "--serve", ":0", "--interval", "1h"];
    const env = { PATH: process.env.PATH, ...stack.home.env };
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: stack.folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit");
    const errors = text(child.stderr);
    let output = "";
    // The table follows the first round.
    for await (const chunk of child.stdout.setEncoding("utf8")) {
      output += chunk;
      if (/^dev: /m.test(output)) {
        break;
      }
    }
    const [url = ""] = output.split("\n");
    const metrics = await (await fetch(url)).text();
    expect(
      parseExposition(metrics)
        .get("blockchain_node_passes")
        ?.samples.map(({ value }) => value),
    ).to.deep.equal([1, 1]);
    for (const secret of secrets) {
      expect(output + metrics).to.not.include(secret);
    }
    child.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
    expect(await errors).to.equal("");
  });
});
