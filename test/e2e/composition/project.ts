import { copyFile, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

const repositoryRoot = resolve(__dirname, "../../..");
const programsFolder = join(__dirname, "programs");

/**
 * Makes a project of a program, as its author has it: a folder with the program, the settings of the project and the
 * installed packages. Not below `node_modules`, where the usual loader of TypeScript would not look at it.
 *
 * @param parent folder for the project's own
 * @param program name of a file in `programs`
 */
export async function makeProject(parent: string, program: string): Promise<string> {
  const folder = await mkdtemp(join(parent, "project-"));
  const settings = { name: basename(program).replace(/\..*/, ""), runtime: "nodejs", main: program };
  await Promise.all([
    copyFile(join(programsFolder, program), join(folder, program)),
    symlink(join(repositoryRoot, "node_modules"), join(folder, "node_modules")),
    writeFile(join(folder, "package.json"), "{}"),
    writeFile(join(folder, "Pulumi.yaml"), JSON.stringify(settings)),
  ]);
  return folder;
}
