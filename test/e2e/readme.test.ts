import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import { useEngine } from "../support/engine-home";
import { type CliScene, openCliScene } from "./cli-scene";

/** The program that a page begins with, as CommonJS. */
function programOf(page: string): string {
  const text = readFileSync(join(resolve(__dirname, "../.."), page), "utf8");
  const [, program = ""] = /```ts\n(.*?)```/s.exec(text) ?? [];
  return ts.transpileModule(program, { compilerOptions: { module: ts.ModuleKind.CommonJS } }).outputText;
}

const readme = programOf("README.md");
const written = programOf("docs/networks.md");
/** The program as users may write it against the advice of that page: network and nodes in one project. */
const inOneProject = written.replace(/new \S+\("archives"\)\.id/, "project.id");

describe("programs of README.md and docs/networks.md, where all nodes of a chain in a project are in one network, and go in seconds", function () {
  this.timeout(180_000);
  useEngine();
  let scene: CliScene;

  afterEach(() => scene.close());

  const run = async (...args: readonly string[]): Promise<string> => {
    const { ok, stdout, stderr } = await scene.pulumi([...args, "--yes", "--skip-preview"]);
    expect(ok, `pulumi ${args.join(" ")}\n${stdout}\n${stderr}`).to.equal(true);
    return stdout;
  };

  const rows: readonly (readonly [name: string, program: string, resources: number])[] = [
    ["README.md", readme, 3],
    ["docs/networks.md", written, 5],
    ["docs/networks.md with the network in the project of the nodes", inOneProject, 4],
  ];
  for (const [name, program, resources] of rows) {
    it(`${name}: up, nothing more to do, and destroy at the first try, with nothing left`, async () => {
      expect(program.includes('("archives")')).to.equal(program === written);
      expect(program.includes(".Network(")).to.equal(program !== readme);
      scene = await openCliScene(program, {
        settings: { oneNetworkPerChain: true, deleteDelayMs: 3_000, regionalSeconds: 0.5 },
      });
      expect(await run("up")).to.include(`+ ${resources + 1} created`);
      expect(await run("up")).to.include(`${resources + 1} unchanged`);
      expect(await run("destroy")).to.include(`- ${resources + 1} deleted`);
      const { projects, networks, nodes } = await scene.admin<Record<string, readonly { id: string }[]>>(
        "GET",
        "/objects",
      );
      expect([projects, networks, nodes].flat()).to.deep.equal([]);
    });
  }
});
