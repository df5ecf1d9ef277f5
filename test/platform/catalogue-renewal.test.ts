import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { type CatalogueSnapshot, catalogueOf, matchNames } from "../../provider/platform/catalogue.js";
import { catalogueSnapshot } from "../../provider/platform/catalogue-snapshot.js";
import { renewed, sourceOf } from "../../scripts/catalogue-file";
import { useSandbox } from "../support/sandbox";

const run = promisify(execFile);
const root = resolve(__dirname, "../..");

describe("catalogue:renew", () => {
  const sandbox = useSandbox();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "catalogue-"));
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs the script; answers the snapshot that it wrote, and its source. */
  const renew = async (name: string, ...args: readonly string[]) => {
    const file = join(folder, name);
    const { stdout } = await run(
      process.execPath,
      ["--import", "tsx", join(root, "scripts/catalogue.ts"), "--out", file, ...args],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl,
          BLOCKCHAIN_NODES_API_KEY: sandbox.apiKey,
        },
      },
    );
    expect(stdout).not.to.include(sandbox.apiKey);
    const written = (await import(file)) as { readonly catalogueSnapshot: CatalogueSnapshot };
    return { snapshot: written.catalogueSnapshot, source: await readFile(file, "utf8") };
  };
  const idsOf = (snapshot: CatalogueSnapshot, chain: string, region: string) => {
    const match = matchNames(catalogueOf(snapshot), { chain, region });
    return match.kind === "found" ? { blockchain: match.option.blockchain, cloud: match.option.cloud } : match.kind;
  };

  it("adds what the platform offers, with its ids, and keeps what it does not show", async () => {
    const { snapshot, source } = await renew("merged.ts");
    expect(snapshot.madeAt).to.equal(new Date().toISOString().slice(0, 10));
    expect(idsOf(snapshot, "base-mainnet", "global1")).to.deep.equal({
      blockchain: "BC-000-000-041",
      cloud: "CC-0016",
    });
    expect(idsOf(snapshot, "ronin-mainnet", "global1")).to.deep.equal({ blockchain: undefined, cloud: "CC-0016" });
    expect(idsOf(snapshot, "ethereum-mainnet", "ash1")).to.deep.equal({
      blockchain: "BC-000-000-008",
      cloud: undefined,
    });
    expect(snapshot.open).to.include.members(["bitcoin-regtest", "tempo-mainnet"]);
    expect(source).not.to.include(new URL(sandbox.baseUrl).host);
  });

  it("forgets everything else with --replace", async () => {
    const { snapshot } = await renew("replaced.ts", "--replace");
    expect(idsOf(snapshot, "bitcoin-regtest", "lon1")).to.deep.equal({
      blockchain: "BC-000-000-091",
      cloud: "CC-0020",
    });
    expect(idsOf(snapshot, "ronin-mainnet", "global1")).to.equal("unlisted");
    expect(snapshot.open).to.deep.equal([]);
  });

  for (const args of [[], ["--replace"]]) {
    it(`writes files as the formatter wants them ${args.join(" ")}`.trim(), async () => {
      const { source } = await renew(`formatted${args.join("")}.ts`, ...args);
      const biome = run(join(root, "node_modules/.bin/biome"), ["format", "--stdin-file-path=x.ts"], { cwd: root });
      biome.child.stdin?.end(source);
      expect((await biome).stdout).to.equal(source);
    });
  }

  it("fails without settings and names what is missing", async () => {
    const failed = await run(process.execPath, ["--import", "tsx", join(root, "scripts/catalogue.ts")], {
      cwd: root,
      env: { PATH: process.env.PATH },
    }).catch((error: unknown) => error as { readonly code: number; readonly stderr: string });
    expect(failed).to.include({ code: 1 });
    expect(failed.stderr).to.include("BLOCKCHAIN_NODES_BASE_URL");
  });
});

describe("renewed", () => {
  const unchanged = { before: catalogueSnapshot, today: catalogueSnapshot.madeAt, replace: false };

  it("changes no option of the snapshot where the platform shows nothing new", () => {
    const { places, chains, open } = renewed({ ...unchanged, offered: [] });
    expect({ places, chains, open }).to.deep.equal({
      places: catalogueSnapshot.places,
      chains: catalogueSnapshot.chains,
      open: catalogueSnapshot.open,
    });
  });

  it("says of the snapshot what stands in its file", async () => {
    const file = await readFile(join(root, "provider/platform/catalogue-snapshot.ts"), "utf8");
    expect(sourceOf(catalogueSnapshot)).to.equal(file);
  });

  it("keeps several clouds of one region and several blockchains of one chain apart", () => {
    const one = {
      chain: "new-mainnet",
      protocol: "new",
      region: "r1",
      provider: "p",
      blockchain: "BC-1",
      cloud: "CC-1",
    };
    const offered = [one, { ...one, cloud: "CC-2" }, { ...one, blockchain: "BC-2" }];
    const { options } = catalogueOf(renewed({ ...unchanged, offered, replace: true }));
    expect(options).to.have.deep.members(offered);
  });
});
