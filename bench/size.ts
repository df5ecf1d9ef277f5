import { execFile } from "node:child_process";
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type PartOptions, type Row, row } from "./rows";

const run = promisify(execFile);

const mostMegabytes = 6;
const mostPackages = 14;

/** What an installation adds to a project that has the SDK. */
export async function benchSize({ say }: PartOptions): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "blockchain-nodes-size-"));
  try {
    const provider = join(__dirname, "../provider");
    const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: provider });
    const [{ filename, size }] = JSON.parse(stdout) as [{ readonly filename: string; readonly size: number }];
    await writeFile(join(folder, "package.json"), "{}");
    const flags = ["--omit=peer", "--no-audit", "--no-fund", "--prefer-offline"];
    await run("npm", ["install", ...flags, join(folder, filename)], { cwd: folder });
    const modules = join(folder, "node_modules");
    const lock = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8")) as Lock;
    const names = Object.keys(lock.packages).map((path) => path.replace("node_modules/", ""));
    say(`tarball ${(size / 1e3).toFixed(0)} kB; packages: ${names.join(", ")}`);
    return [
      row("installed size", (await bytesBelow(modules)) / 1e6, "MB", { atMost: mostMegabytes }),
      row("installed packages", names.length, "", { atMost: mostPackages }),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What npm notes about an installation. */
interface Lock {
  /** By path. */
  readonly packages: Readonly<Record<string, unknown>>;
}

async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    names.map(async (name) => {
      const entry = await lstat(join(folder, name));
      return entry.isFile() ? entry.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
