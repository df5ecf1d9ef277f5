import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { readSettings, requireSettings } from "../../provider/account/settings.js";
import { readAccount } from "../../provider/cli/sweep/account-objects.js";
import { removeAll } from "../../provider/cli/sweep/removal.js";
import { accountScope } from "../../provider/lifecycle/account-scope.js";
import { runCliInProcess } from "../support/cli/run-cli";
import { type SweepAccount, type SweepRow, useSweepScene } from "../support/cli/sweep-scene";

describe("blockchain-nodes sweep", function () {
  this.timeout(60_000);
  const scene = useSweepScene();
  let account: SweepAccount;
  beforeEach(async () => {
    account = await scene.account();
  });
  const rowsOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as readonly SweepRow[];

  describe("--name-prefix", () => {
    it("name that would forge a row: one cell in the table, escaped in JSON", async () => {
      const account = await scene.account();
      const project = await account.project("apps");
      const name = "ci-1\nND-000-000-001  node  mine\u001b[1A\u202e\u009b2J";
      const id = await account.node(project, name);
      const table = await account.sweep(undefined, "--name-prefix", "ci-");
      expect(table.stdout)
        .to.match(/^(?:[^\n]*\n){3}$/)
        .and.not.match(/[^\P{C}\n]/u);
      expect(table.stdout.replace(/ +/g, " ")).to.include(
        `\n${id} node ci-1 ND-000-000-001 node mine [1A 2J ${project}`,
      );
      const json = await account.sweep(undefined, "--name-prefix", "ci-", "--json");
      expect(json.stdout).to.not.match(/[^\P{C}\n]/u);
      expect((JSON.parse(json.stdout) as SweepRow[])[0]).to.include({ id, name });
      const gone = await account.sweep(undefined, "--id", "ND-\u001b[31m-1");
      expect(gone.stderr)
        .to.match(/^[^\p{C}]*\n$/u)
        .and.include("ND- [31m-1");
    });

    it("nodes, projects and networks with nothing else in them: listed, and deleted with --yes", async () => {
      const [mine, other] = [await account.project("ci-1"), await account.project("prod")];
      const node = await account.node(mine, "ci-rpc");
      const whole = await account.network(other, "ci-a", "ci-b");
      const mixed = await account.network(other, "ci-c", "main");
      const dry = await account.sweep(undefined, "--name-prefix", "ci-", "--json");
      expect(dry.exitCode).to.equal(0);
      expect(dry.stderr).to.match(/Nothing was deleted: repeat with --yes\.\n$/);
      const rows = rowsOf(dry);
      expect(rows.map(({ id }) => id)).to.include.members([mine, node, whole.id, ...whole.nodes]);
      expect(rows.map(({ id }) => id)).not.to.include.members([mixed.id]);
      expect(rows.every((row) => row.why === "prefix" && row.certainty === "exact" && !row.removed)).to.equal(true);
      const run = await account.sweep(undefined, "--name-prefix", "ci-", "--yes", "--json");
      expect(run.exitCode).to.equal(0);
      expect(rowsOf(run).every(({ removed }) => removed)).to.equal(true);
      expect(await account.names()).to.deep.equal(["main", "prod"]);
    });

    it("project that contains other objects: kept, with their ids; the rest is deleted", async () => {
      const project = await account.project("ci-1");
      await account.node(project, "ci-rpc");
      const stays = await account.node(project, "main");
      const run = await account.sweep(undefined, "--name-prefix", "ci-", "--yes", "--json");
      expect(run.exitCode).to.equal(1);
      expect(run.stderr).to.include(`project ${project} was not deleted: it still contains ${stays}.\n`);
      expect(run.stderr).to.match(/1 of 2 removed\.\n$/);
      expect(rowsOf(run).map(({ kind, removed }) => `${kind} ${removed}`)).to.deep.equal([
        "node true",
        "project false",
      ]);
      expect(await account.names()).to.deep.equal(["ci-1", "main"]);
    });
  });

  describe("--id", () => {
    it("existing ids: exactly these are deleted, a network with its nodes", async () => {
      const project = await account.project("apps");
      const network = await account.network(project, "a", "b");
      const node = await account.node(project, "c", { blockchain: "BC-000-000-010", cloud: "CC-0016" });
      await account.node(project, "d", { blockchain: "BC-000-000-010", cloud: "CC-0016" });
      const run = await account.sweep(undefined, "--id", network.id, node, "--yes", "--json");
      expect(run.exitCode).to.equal(0);
      expect(run.stderr).to.include(`Network ${network.id} is deleted with its nodes: ${network.nodes.join(", ")}.`);
      expect(rowsOf(run).map(({ why, removed }) => `${why} ${removed}`)).to.deep.equal(["id true", "id true"]);
      expect(await account.names()).to.deep.equal(["apps", "d"]);
    });

    it("id not found: fails, and nothing is deleted", async () => {
      const project = await account.project("apps");
      const run = await account.sweep(undefined, "--id", project, "--id", "ND-1-2-3", "--yes");
      expect(run).to.include({ exitCode: 1, stdout: "" });
      expect(run.stderr).to.match(/^Not found.*: ND-1-2-3\. Nothing was deleted\.\n$/);
      expect(await account.names()).to.deep.equal(["apps"]);
    });
  });

  describe("--older-than", () => {
    it("younger objects: not listed", async () => {
      await account.project("ci-1");
      const young = await account.sweep(undefined, "--name-prefix", "ci-", "--older-than", "1h", "--json");
      expect(young).to.deep.equal({ exitCode: 0, stdout: "[]\n", stderr: "Nothing was found.\n" });
      const old = await account.sweep(undefined, "--name-prefix", "ci-", "--older-than", "1ms", "--json");
      expect(rowsOf(old).map(({ name }) => name)).to.deep.equal(["ci-1"]);
    });

    it("object visible in v2 only: left out, with a note", async () => {
      const id = await account.node(await account.project("apps"), "ci-rpc");
      const nothing = { type: "status", status: 200, body: { count: 0, next: null, previous: null, results: [] } };
      await scene.sandbox.fault({ path: "/v1/nodes/" }, nothing);
      await scene.sandbox.fault({ path: "/v1/networks/" }, nothing);
      const run = await account.sweep(undefined, "--name-prefix", "ci-", "--older-than", "1ms", "--json");
      expect(run).to.include({ exitCode: 0, stdout: "[]\n" });
      expect(run.stderr).to.match(new RegExp(`^Left out, since their age is unknown: ${id}\\.\n`));
    });
  });

  it("deletion fails: the rest is deleted, the kept object is reported, exit code 1", async () => {
    const project = await account.project("apps");
    const [first, second] = [await account.node(project, "ci-a"), await account.node(project, "ci-b")];
    const refusal = { type: "status", status: 403, body: { error: { code: "X", message: "Not you." } } };
    await scene.sandbox.fault({ path: `/v2/nodes/${first}/`, method: "DELETE" }, refusal, null);
    const run = await account.sweep(undefined, "--name-prefix", "ci-", "--yes", "--json");
    expect(run.exitCode).to.equal(1);
    expect(run.stderr)
      .to.match(new RegExp(`node ${first} was not deleted: .*Not you`))
      .and.match(/network NW-\S+ was not deleted: /);
    expect(run.stderr).not.to.include("state");
    expect(rowsOf(run).find(({ id }) => id === second)?.removed).to.equal(true);
    expect(await account.names()).to.deep.equal(["apps", "ci-a"]);
  });

  it("object renamed since it was listed: kept; object already gone: counts as deleted", async () => {
    const project = await account.project("apps");
    const [taken, gone] = [await account.node(project, "ci-a"), await account.node(project, "ci-b")];
    const environment = { BLOCKCHAIN_NODES_BASE_URL: scene.sandbox.baseUrl, BLOCKCHAIN_NODES_API_KEY: account.apiKey };
    const settings = requireSettings(readSettings(undefined, environment));
    const own = accountScope({ ...settings, requestsPerSecond: 1_000 }, new AbortController().signal);
    const objects = await readAccount(own.account);
    await scene.sandbox.admin("PATCH", `/objects/${taken}`, { name: "rpc" });
    await scene.sandbox.admin("DELETE", `/objects/${gone}`);
    const findings = objects.nodes.map(
      (object) => ({ object, name: object.name, why: "id", certainty: "exact", evidence: [] }) as const,
    );
    const { removed, problems } = await removeAll(findings, objects, own, () => undefined);
    expect([...removed]).to.deep.equal([gone]);
    expect(problems).to.have.length(1);
    expect(problems[0]).to.include(`node ${taken} was not deleted`).and.include('from "ci-a" to "rpc"');
    expect(await account.names()).to.deep.equal(["apps", "rpc"]);
  });

  it("incomplete list: nothing is deleted, and the list is named", async () => {
    const project = await account.project("ci-1");
    const body = { count: 2, next: null, results: [] };
    await scene.sandbox.fault({ operation: "listAllNodesV2" }, { type: "status", status: 200, body }, null);
    const dry = await account.sweep(undefined, "--name-prefix", "ci-", "--json");
    expect(rowsOf(dry).map(({ id }) => id)).to.deep.equal([project]);
    expect(dry.stderr).to.include("Not read completely: the list of nodes is incomplete (0 of 2 items).\n");
    const run = await account.sweep(undefined, "--name-prefix", "ci-", "--yes", "--json");
    expect(run).to.include({ exitCode: 1, stdout: "" });
    expect(run.stderr).to.match(
      /^Nothing was deleted, since the account was not read completely: the list of nodes is /,
    );
    expect(await account.names()).to.deep.equal(["ci-1"]);
  });

  it("list incomplete at first: read again, and its objects are deleted", async () => {
    const project = await account.project("ci-1");
    const node = await account.node(project, "ci-a");
    const body = { count: 2, next: null, results: [] };
    await scene.sandbox.fault({ operation: "listAllNodesV2" }, { type: "status", status: 200, body }, 2);
    const run = await account.sweep(undefined, "--name-prefix", "ci-", "--yes", "--json");
    expect(run.exitCode).to.equal(0);
    expect(rowsOf(run).map(({ id, removed }) => `${id} ${removed}`)).to.include(`${node} true`);
    expect(await account.names()).to.deep.equal([]);
  });

  it("Ctrl-C: ends, and reports what was not deleted", async () => {
    const project = await account.project("apps");
    const id = await account.node(project, "ci-a");
    await scene.sandbox.fault({ path: `/v2/nodes/${id}/`, method: "DELETE" }, { type: "hang" }, null);
    const bin = resolve(__dirname, "../../provider/bin/blockchain-nodes.js");
    const child = spawn(process.execPath, [bin, "sweep", "--name-prefix", "ci-", "--yes", "--json"], {
      env: { BLOCKCHAIN_NODES_BASE_URL: scene.sandbox.baseUrl, BLOCKCHAIN_NODES_API_KEY: account.apiKey },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 30_000,
    });
    const ended = once(child, "exit");
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    while (!(await scene.sandbox.requests()).includes(`DELETE /v2/nodes/${id}/`)) {
      await new Promise((done) => setTimeout(done, 50));
    }
    child.kill("SIGINT");
    expect(await ended).to.deep.equal([1, null]);
    const [stdout, stderr] = await output;
    expect(rowsOf({ stdout }).some(({ removed }) => removed)).to.equal(false);
    expect(stderr).to.match(new RegExp(`node ${id} was not deleted: Interrupted\\.`));
  });

  for (const [name, args] of [
    ["no selection", []],
    ["two selections", ["--stack", "dev", "--id", "ND-1-2-3"]],
    ["empty prefix", ["--name-prefix", ""]],
    ["invalid duration", ["--id", "ND-1-2-3", "--older-than", "soon"]],
    ["unknown format", ["--id", "ND-1-2-3", "--format", "xml"]],
  ] as const) {
    it(`${name}: exit code 2, and no request`, async () => {
      const run = await account.sweep(undefined, ...args);
      expect(run).to.include({ exitCode: 2, stdout: "" });
      expect(run.stderr).to.match(/^error: /);
      expect((await scene.sandbox.requests()).filter((line) => line.startsWith("GET"))).to.deep.equal([]);
    });
  }

  it("no key: exit code 2; wrong key: exit code 1, and the key is not printed", async () => {
    const missing = await runCliInProcess(["sweep", "--id", "ND-1-2-3"]);
    expect(missing).to.include({ exitCode: 2, stdout: "" });
    const key = "Abcd1234.Abcd1234Abcd1234Abcd1234Abcd1234";
    const settings = { BLOCKCHAIN_NODES_BASE_URL: scene.sandbox.baseUrl, BLOCKCHAIN_NODES_API_KEY: key };
    const wrong = await runCliInProcess(["sweep", "--id", "ND-1-2-3"], settings);
    expect(wrong).to.include({ exitCode: 1, stdout: "" });
    expect(wrong.stderr).to.match(/401/).and.not.to.include(key);
  });

  it("--help: lists its options; the program's --help lists the command", async () => {
    const own = await runCliInProcess(["sweep", "--help"]);
    for (const option of ["--stack", "--name-prefix", "--id", "--older-than", "--yes", "--format", "--json"]) {
      expect(own.stdout).to.include(option);
    }
    expect((await runCliInProcess(["--help"])).stdout).to.match(/^ {2}sweep /m);
  });
});
