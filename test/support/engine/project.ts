import { copyFile, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";

const modules = resolve(__dirname, "../../../node_modules");

/**
 * Makes a project as its author has it: a folder with its settings and the installed packages, but no program yet. Not
 * below `node_modules`, where the usual loader of TypeScript would not look at the program.
 *
 * @param parent folder for the project's own
 */
export async function makeProject(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, "project-"));
  await Promise.all([symlink(modules, join(folder, "node_modules")), writeFile(join(folder, "package.json"), "{}")]);
  return folder;
}

/**
 * Makes a file the program of a project.
 *
 * @param file JavaScript; a program in TypeScript takes the loader of the language host, which costs each run a second
 */
export async function setProgram(folder: string, projectName: string, file: string): Promise<void> {
  const main = basename(file);
  const runtime = { name: "nodejs", options: { typescript: extname(file) === ".ts" } };
  await Promise.all([
    copyFile(file, join(folder, main)),
    writeFile(join(folder, "Pulumi.yaml"), JSON.stringify({ name: projectName, runtime, main })),
  ]);
}
