import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
const packageName = "pulumi-blockchain-nodes";

/** One way to break the package. */
export interface Mutation {
  readonly name: string;
  /** Environment that switches something off. */
  readonly env?: Readonly<Record<string, string>>;
  /** A text of a compiled file, and what to put in its place. */
  readonly text?: { readonly file: string; readonly find: string; readonly replace: string };
}

/** A folder with a copy of the built package, in which rounds have theirs: a build meanwhile does not disturb them. */
export interface Workshop {
  /** The copy of the package. */
  readonly packageFolder: string;
  /** Environment of every command. */
  readonly env: Readonly<Record<string, string>>;
  /** A new folder from which programs find the copy. */
  openFolder(name: string): Promise<string>;
  /** Removes everything. */
  dispose(): Promise<void>;
}

/**
 * Copies the built package, and breaks the copy if that is asked for.
 *
 * @throws when the text of a mutation is not in its file: a package that is whole would then pass for a broken one
 */
export async function openWorkshop(mutation?: Mutation): Promise<Workshop> {
  // Below the repository's modules: so programs find the SDK as they do everywhere.
  const cache = join(root, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "chaos-"));
  const packageFolder = join(folder, "node_modules", packageName);
  const dispose = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    await mkdir(packageFolder, { recursive: true });
    for (const part of ["package.json", "bin", "dist"]) {
      await cp(join(root, "provider", part), join(packageFolder, part), { recursive: true });
    }
    await symlink(join(root, "provider", "node_modules"), join(packageFolder, "node_modules"));
    await mutate(packageFolder, mutation);
  } catch (error) {
    await dispose();
    throw error;
  }
  let serial = 0;
  return {
    packageFolder,
    env: mutation?.env ?? {},
    openFolder: async (name) => {
      serial += 1;
      const path = join(folder, `${serial}-${name}`);
      await mkdir(path);
      return path;
    },
    dispose,
  };
}

async function mutate(packageFolder: string, mutation: Mutation | undefined): Promise<void> {
  if (mutation?.text === undefined) {
    return;
  }
  const { file, find, replace } = mutation.text;
  const path = join(packageFolder, file);
  const before = await readFile(path, "utf8");
  if (!before.includes(find)) {
    throw new Error(`Mutation "${mutation.name}": ${file} does not hold the text ${JSON.stringify(find)}.`);
  }
  await writeFile(path, before.replaceAll(find, replace));
}
