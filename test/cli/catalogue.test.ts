import { expect } from "chai";
import { version } from "../../provider/package.json";
import { catalogueSnapshot } from "../../provider/platform/catalogue/snapshot.js";
import { type CliRun, runCli, runCliInProcess, runCliInto } from "../support/cli/run-cli";
import { useFastRetries } from "../support/lifecycle/fast-retries";
import { useSandbox } from "../support/sandbox";

interface Row {
  readonly chain: string;
  readonly region: string | null;
  readonly [column: string]: string | null;
}

const columns = ["chain", "protocol", "region", "provider", "blockchain", "cloud"] as const;
const rowsOf = ({ stdout }: CliRun) => JSON.parse(stdout) as readonly Row[];

describe("blockchain-nodes catalogue", () => {
  useFastRetries();
  const sandbox = useSandbox();
  const account = (more: Readonly<Record<string, string>> = {}) => ({
    BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl,
    BLOCKCHAIN_NODES_API_KEY: sandbox.apiKey,
    ...more,
  });

  describe("with a key", () => {
    it("--json: the platform's options", async () => {
      const run = await runCliInProcess(["catalogue", "--json"], account());
      expect(run).to.include({ exitCode: 0, stderr: "" });
      expect(await sandbox.requests()).to.deep.equal(["GET /v2/deployment-options/"]);
      const rows = rowsOf(run);
      expect(rows[0]).to.have.all.keys(...columns);
      expect(rows).to.deep.include({
        chain: "bitcoin-regtest",
        protocol: "bitcoin",
        region: "lon1",
        provider: "chainstack_managed",
        blockchain: "BC-000-000-091",
        cloud: "CC-0020",
      });
      expect(rows.some(({ chain }) => chain === "ronin-mainnet")).to.equal(false);
    });

    it("--chain: a table of its options", async () => {
      const run = await runCliInProcess(["catalogue", "--chain", "base-mainnet"], account());
      expect(run.exitCode).to.equal(0);
      const [head, ...lines] = run.stdout.trimEnd().split("\n");
      expect(head?.split(/ +/)).to.deep.equal(columns.map((column) => column.toUpperCase()));
      expect(lines.length).to.be.above(0);
      expect(lines.every((line) => line.startsWith("base-mainnet "))).to.equal(true);
    });

    it("typo in the chain: exit code 1, with a suggestion", async () => {
      const run = await runCliInProcess(["catalogue", "--chain", "bitcoin-regtst"], account());
      expect(run).to.include({ exitCode: 1, stdout: "" });
      expect(run.stderr).to.match(/^There is no chain "bitcoin-regtst".*did you mean "bitcoin-regtest"\?\n$/);
    });

    it("chain exists, but is not offered: exit code 1, with the known chains", async () => {
      const run = await runCliInProcess(["catalogue", "--chain", "arc-mainnet"], account());
      expect(run).to.include({ exitCode: 1, stdout: "" });
      expect(run.stderr).to.match(/^"arc-mainnet" is not offered to this organization\. Known: algorand-mainnet, /);
    });

    it("key of another organization than the setting's: exit code 1", async () => {
      const run = await runCliInProcess(["catalogue"], account({ BLOCKCHAIN_NODES_ORGANIZATION: "RG-0-0" }));
      expect(run).to.include({ exitCode: 1, stdout: "" });
      expect(run.stderr).to.match(/^The key belongs to organization RG-.*RG-0-0/);
      expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/"]);
    });

    it("key rejected: exit code 1, and the key is not printed", async () => {
      const key = "Abcd1234.Abcd1234Abcd1234Abcd1234Abcd1234";
      const run = await runCliInProcess(["catalogue"], account({ BLOCKCHAIN_NODES_API_KEY: key }));
      expect(run).to.include({ exitCode: 1, stdout: "" });
      expect(run.stderr).to.match(/401/).and.not.to.include(key);
    });

    it("platform unreachable: exit code 1", async () => {
      const run = await runCliInProcess(["catalogue"], account({ BLOCKCHAIN_NODES_BASE_URL: "http://127.0.0.1:1" }));
      expect(run).to.include({ exitCode: 1, stdout: "" });
      expect(run.stderr).to.match(/^[^\n]+ Is BLOCKCHAIN_NODES_BASE_URL right\?\n$/);
    }).timeout(60_000);

    it("malformed setting: exit code 2, and nothing is sent", async () => {
      const run = await runCliInProcess(
        ["catalogue"],
        account({ BLOCKCHAIN_NODES_BASE_URL: "http://platform.example" }),
      );
      expect(run).to.include({ exitCode: 2, stdout: "" });
      expect(run.stderr).to.include("BLOCKCHAIN_NODES_BASE_URL").and.not.to.include("pulumi config");
    });
  });

  describe("without a key, or offline", () => {
    for (const [name, settings, why] of [
      ["no setting", () => ({}), "BLOCKCHAIN_NODES_BASE_URL and BLOCKCHAIN_NODES_API_KEY not set"],
      ["base URL alone", () => ({ BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl }), "BLOCKCHAIN_NODES_API_KEY not set"],
      ["offline", () => account({ BLOCKCHAIN_NODES_OFFLINE: "true" }), "BLOCKCHAIN_NODES_OFFLINE is true"],
    ] as const) {
      it(`${name}: the snapshot with its date, and no request`, async () => {
        const run = await runCliInProcess(["catalogue", "--format", "json"], settings());
        expect(run.exitCode).to.equal(0);
        expect(run.stderr.startsWith(`${why}: `), run.stderr).to.equal(true);
        expect(run.stderr).to.include(`last renewed ${catalogueSnapshot.madeAt}`);
        expect(new Set(rowsOf(run).map(({ chain }) => chain))).to.deep.equal(
          new Set(catalogueSnapshot.chains.map(([chain]) => chain)),
        );
        expect(await sandbox.requests()).to.deep.equal([]);
      });
    }

    it("unknown placement and ids: null in JSON, a dash in the table", async () => {
      const [chain = "", protocol] = catalogueSnapshot.chains.find(([, , , places]) => places === "") ?? [];
      const [row, ...more] = rowsOf(await runCliInProcess(["catalogue", "--chain", chain, "--json"]));
      expect(row).to.include({ chain, protocol, region: null, cloud: null });
      expect(more).to.deep.equal([]);
      const { stdout } = await runCliInProcess(["catalogue", "--chain", chain]);
      expect(stdout.split("\n")[1]?.split(/ +/)).to.deep.equal([chain, protocol, "-", "-", "-", "-"]);
    });

    it("chain not in the snapshot: exit code 1, with a suggestion or the known chains", async () => {
      const near = await runCliInProcess(["catalogue", "--chain", "etherum-mainnet"]);
      expect(near).to.include({ exitCode: 1, stdout: "" });
      expect(near.stderr).to.match(/did you mean "ethereum-mainnet"\?/);
      const far = await runCliInProcess(["catalogue", "--chain", "brandnew-mainnet"]);
      expect(far.exitCode).to.equal(1);
      const known = catalogueSnapshot.chains.map(([chain]) => chain);
      expect(far.stderr).to.include(`Known: ${[...new Set(known)].join(", ")}`);
    });
  });

  for (const [name, args] of [
    ["unknown command", ["catalog"]],
    ["unknown option", ["catalogue", "--chains", "x"]],
    ["a word that no command takes", ["catalogue", "ethereum-mainnet"]],
    ["unknown format", ["catalogue", "--format", "xml"]],
    ["option without a value", ["catalogue", "--chain"]],
    ["no command", []],
  ] as const) {
    it(`${name}: exit code 2, and only stderr is written`, async () => {
      const run = await runCliInProcess(args);
      expect(run).to.include({ exitCode: 2, stdout: "" });
      expect(run.stderr).not.to.equal("");
    });
  }

  it("--version: that of the package", async () => {
    const run = await runCli(["--version"]);
    expect(run).to.deep.equal({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("stdout closed: ends silently; disk full: one line and exit code 1", async () => {
    const note = /^BLOCKCHAIN_NODES_BASE_URL and [^\n]+\n/;
    const closed = await runCliInto("closed", ["catalogue"]);
    expect(closed.stderr.replace(note, "")).to.equal("");
    expect(closed.exitCode).to.equal(0);
    const full = await runCliInto("full", ["catalogue"]);
    expect(full.stderr.replace(note, "")).to.match(/^The result could not be written: [^\n]*ENOSPC[^\n]*\n$/);
    expect(full.exitCode).to.equal(1);
  });

  it("--help: the usage, and exit code 0", async () => {
    const run = await runCliInProcess(["catalogue", "--help"]);
    expect(run).to.include({ exitCode: 0, stderr: "" });
    expect(run.stdout).to.match(/--chain.*\n(.*\n)*.*--json/);
  });
});
