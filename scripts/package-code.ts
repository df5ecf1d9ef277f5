// Part of the build, after the compiler: puts the parts of zod that the package uses into one of its files, and keeps
// what no program reaches out of the package.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix, resolve, sep } from "node:path";
import { build } from "esbuild";
import { preProcessFile } from "typescript";

const packageFolder = resolve(__dirname, "../provider");
const dist = join(packageFolder, "dist");

/** The parts of zod as one file, with zod's license. */
async function bundledZod(): Promise<string> {
  const zod = dirname(createRequire(join(packageFolder, "package.json")).resolve("zod/package.json"));
  const { version } = JSON.parse(readFileSync(join(zod, "package.json"), "utf8")) as { readonly version: string };
  const license = readFileSync(join(zod, "LICENSE"), "utf8").trim();
  const { outputFiles } = await build({
    absWorkingDir: resolve(packageFolder, ".."),
    entryPoints: [join(packageFolder, "vendor/zod.ts")],
    write: false,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20.19",
    banner: { js: `/*! Parts of zod ${version} (https://zod.dev)\n\n${license}\n*/` },
    logLevel: "warning",
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** The declarations that programs see, from the entries of the package on. */
function reachedDeclarations(): ReadonlySet<string> {
  const { exports } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry.types]));
  // A set also visits what is added meanwhile.
  const reached = new Set(entries.map((entry) => posix.relative("dist", entry)));
  for (const file of reached) {
    for (const { fileName } of preProcessFile(readFileSync(join(dist, file), "utf8")).importedFiles) {
      if (fileName.startsWith(".")) {
        reached.add(posix.join(posix.dirname(file), fileName.replace(/\.js$/, ".d.ts")));
      }
    }
  }
  return reached;
}

/** Lines of an `.npmignore`: other declarations, and the source of the bundle. */
function unpackaged(): readonly string[] {
  const reached = reachedDeclarations();
  const names = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const unreached = names
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => name.endsWith(".d.ts") && !reached.has(name));
  return ["vendor/zod-parts.js", ...unreached.sort()].map((name) => `/${name}\n`);
}

/** An unchanged file is left alone: a process may be about to load it. */
function write(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    writeFileSync(file, text);
  }
}

async function main(): Promise<void> {
  write(join(dist, "vendor/zod.js"), await bundledZod());
  write(join(dist, ".npmignore"), unpackaged().join(""));
}

void main();
