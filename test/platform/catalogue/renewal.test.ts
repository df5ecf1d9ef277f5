import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import {
  type CatalogueOption,
  type CatalogueSnapshot,
  catalogueOf,
  matchNames,
} from "../../../provider/platform/catalogue/catalogue.js";
import { catalogueSnapshot } from "../../../provider/platform/catalogue/snapshot.js";
import { deploymentOptions } from "../../../sandbox/state/catalogue.js";
import { renewed, sourceOf } from "../../../scripts/catalogue-file";
import { useSandbox } from "../../support/sandbox";

const run = promisify(execFile);
const root = resolve(__dirname, "../../..");

/** A source, formatted. */
async function formatted(source: string): Promise<string> {
  const biome = run(join(root, "node_modules/.bin/biome"), ["format", "--stdin-file-path=x.ts"], { cwd: root });
  biome.child.stdin?.end(source);
  return (await biome).stdout;
}

describe("catalogue:renew", () => {
  const sandbox = useSandbox();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "catalogue-"));
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs the script with another output file than the package's. */
  const runScript = (file: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
    run(process.execPath, ["--import", "tsx", join(root, "scripts/catalogue.ts"), "--out", file, ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, ...env },
    });
  const account = () => ({
    BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl,
    BLOCKCHAIN_NODES_API_KEY: sandbox.apiKey,
  });

  /** Runs the script; returns the snapshot that it wrote, its source, and stderr. */
  const renew = async (name: string, ...args: readonly string[]) => {
    const file = join(folder, name);
    const { stdout, stderr } = await runScript(file, args, account());
    expect(stdout).not.to.include(sandbox.apiKey);
    const written = (await import(file)) as { readonly catalogueSnapshot: CatalogueSnapshot };
    return { snapshot: written.catalogueSnapshot, source: await readFile(file, "utf8"), stderr };
  };
  const idsOf = (snapshot: CatalogueSnapshot, chain: string, region: string) => {
    const match = matchNames(catalogueOf(snapshot), { chain, region });
    return match.kind === "found" ? { blockchain: match.option.blockchain, cloud: match.option.cloud } : match.kind;
  };

  /** An option of the package's snapshot on a chain that the sandbox does not offer. */
  const remembered = catalogueOf(catalogueSnapshot).options.find(({ chain }) =>
    deploymentOptions.every(({ network }) => network !== chain),
  );

  it("platform's options: added with their ids; what it does not offer: kept", async () => {
    const { snapshot, source, stderr } = await renew("merged.ts");
    expect(stderr).to.equal("");
    expect(snapshot.madeAt).to.equal(new Date().toISOString().slice(0, 10));
    const { options } = catalogueOf(snapshot);
    for (const { network, region, blockchain, cloud } of deploymentOptions) {
      expect(idsOf(snapshot, network, region)).to.deep.equal({ blockchain, cloud });
    }
    expect(options.map(({ chain, region }) => `${chain} ${region}`)).to.include(
      `${remembered?.chain} ${remembered?.region}`,
    );
    expect(snapshot.open).to.include.members(["bitcoin-regtest", "litecoin-regtest", ...catalogueSnapshot.open]);
    expect(source).not.to.include(new URL(sandbox.baseUrl).host);
  });

  it("--replace: drops everything else, with a warning", async () => {
    const { snapshot, stderr } = await renew("replaced.ts", "--replace");
    expect(stderr).to.match(/drops every chain and place that this organization is not offered/);
    expect(catalogueOf(snapshot).options).to.have.length(deploymentOptions.length);
    expect(snapshot.chains.map(([chain]) => chain)).not.to.include(remembered?.chain);
    // Chains without any place in the package's snapshot stay open.
    expect(snapshot.open).to.deep.equal([
      ...["algorand-mainnet", "bitcoin-regtest", "cosmos-mainnet", "filecoin-mainnet", "litecoin-regtest"],
      ...["near-mainnet", "tezos-mainnet"],
    ]);
  });

  it("platform offers nothing: nothing written", async () => {
    await sandbox.fault({ operation: "listDeploymentOptions" }, { type: "status", status: 200, body: { options: [] } });
    const file = join(folder, "nothing.ts");
    const failed = await runScript(file, [], account()).catch((error: unknown) => error as { readonly stderr: string });
    expect(failed).to.include({ code: 1 });
    expect(failed.stderr).to.match(/^The catalogue was not renewed: The platform offers nothing to this organization/);
    expect(await readFile(file, "utf8").catch(() => "none")).to.equal("none");
  });

  for (const args of [[], ["--replace"]]) {
    it(`${args[0] ?? "no option"}: the file is formatted`, async () => {
      const { source } = await renew(`formatted${args.join("")}.ts`, ...args);
      expect(await formatted(source)).to.equal(source);
    });
  }

  it("no settings: fails, and names what is missing", async () => {
    const failed = await runScript(join(folder, "unset.ts"), [], {}).catch(
      (error: unknown) => error as { readonly code: number; readonly stderr: string },
    );
    expect(failed).to.include({ code: 1 });
    expect(failed.stderr).to.include("BLOCKCHAIN_NODES_BASE_URL").and.not.to.include("pulumi config");
  });
});

describe("renewed", () => {
  const before: CatalogueSnapshot = {
    madeAt: "2026-01-01",
    source: "documentation",
    places: { g1: ["g1", "global", "CC-1"], r1: ["r1", "managed", "CC-2"], r2: ["r2", "managed"] },
    chains: [
      ["open-mainnet", "open", "BC-7", ""],
      ["x-mainnet", "x", "BC-1", "g1 r1 r2"],
      ["y-mainnet", "y", "", "g1 r1"],
    ],
    open: ["open-mainnet"],
  };
  const place = { region: "g1", provider: "global", cloud: "CC-1" };
  const x = { chain: "x-mainnet", protocol: "x", blockchain: "BC-1", ...place };
  const renew = (offered: readonly CatalogueOption[], replace = false) =>
    renewed({ before, offered, today: "2026-02-02", replace });

  it("nothing new: no option changed", () => {
    const { places, chains, open } = renew([x]);
    expect({ places, chains, open }).to.deep.equal({ places: before.places, chains: before.chains, open: before.open });
  });

  it("cloud changed: replaced on every chain", () => {
    const { places, chains } = renew([{ ...x, region: "r1", provider: "managed", cloud: "CC-99" }]);
    expect(places).to.deep.equal({ ...before.places, r1: ["r1", "managed", "CC-99"] });
    expect(chains).to.deep.equal(before.chains);
  });

  it("id of a chain: applied to its remembered options, in one row", () => {
    const { chains } = renew([
      { ...x, chain: "y-mainnet", protocol: "y", blockchain: "BC-2" },
      { ...x, blockchain: "BC-9" },
    ]);
    expect(chains.slice(1)).to.deep.equal([
      ["x-mainnet", "x", "BC-9", "g1 r1 r2"],
      ["y-mainnet", "y", "BC-2", "g1 r1"],
    ]);
  });

  it("open chains: stay open, and new ones are open, also with replace", () => {
    const fresh = { ...x, chain: "new-mainnet", protocol: "new" };
    expect(renew([fresh]).open).to.deep.equal(["new-mainnet", "open-mainnet"]);
    const known = { ...x, chain: "open-mainnet", protocol: "open" };
    expect(renew([x, fresh, known], true).open).to.deep.equal(["new-mainnet", "open-mainnet"]);
    expect(renew([x], true).open).to.deep.equal([]);
  });

  for (const [member, name] of [
    ["region", "__proto__"],
    ["region", "two words"],
    ["provider", "a/b"],
    ["chain", 'x"-mainnet'],
    ["cloud", ""],
  ] as const) {
    it(`${JSON.stringify(name)} as ${member}: rejected`, () => {
      expect(() => renew([{ ...x, [member]: name }])).to.throw(`${JSON.stringify(name)} is not a name`);
    });
  }

  it("nothing offered: rejected", () => {
    expect(() => renew([], true)).to.throw("offers nothing");
  });

  it("several clouds of a region, or blockchains of a chain: kept apart", () => {
    const one = {
      chain: "new-mainnet",
      protocol: "new",
      region: "r1",
      provider: "p",
      blockchain: "BC-1",
      cloud: "CC-1",
    };
    const offered = [one, { ...one, cloud: "CC-2" }, { ...one, blockchain: "BC-2" }];
    const { options } = catalogueOf(renew(offered, true));
    expect(options).to.have.deep.members(offered);
  });
});

describe("sourceOf", () => {
  it("bundled snapshot: the content of its file", async () => {
    const file = await readFile(join(root, "provider/platform/catalogue/snapshot.ts"), "utf8");
    expect(sourceOf(catalogueSnapshot)).to.equal(file);
  });

  const many = Array.from({ length: 20 }, (_, index) => `region${index}`).join(" ");
  const wide = ["wide-mainnet", "wide", "", many] as const;
  const narrow = ["narrow-mainnet", "narrow", "", "a"] as const;
  for (const [name, places, chains, open] of [
    ["nothing", {}, [], []],
    ["one chain", { a: ["a", "p"] }, [narrow], []],
    ["one wide chain", { a: ["a", "p"] }, [wide], ["wide-mainnet"]],
    ["wide rows", { "a/p": ["a", "p".repeat(120)], b: ["b", "p"] }, [narrow, wide], many.split(" ")],
  ] as const) {
    it(`${name}: formatted`, async () => {
      const source = sourceOf({ madeAt: "2026-01-01", source: "documentation", places, chains, open });
      expect(await formatted(source)).to.equal(source);
    });
  }
});
