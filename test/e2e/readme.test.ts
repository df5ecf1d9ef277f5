import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import { useScene } from "./scene";

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

describe("programs of README.md and docs/networks.md, with one network per chain and slow deletions", function () {
  this.timeout(180_000);
  const scene = useScene({ oneNetworkPerChain: true, deleteDelayMs: 3_000, regionalSeconds: 0.5 });
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "blockchain-nodes-readme-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  const rows: readonly (readonly [name: string, program: string, resources: number])[] = [
    ["README.md", readme, 3],
    ["docs/networks.md", written, 5],
    ["docs/networks.md with the network in the project of the nodes", inOneProject, 4],
  ];
  for (const [name, program, resources] of rows) {
    it(`${name}: up, no further changes, destroyed at the first attempt; nothing remains`, async () => {
      expect(program.includes('("archives")')).to.equal(program === written);
      expect(program.includes(".Network(")).to.equal(program !== readme);
      const file = join(folder, `program-${resources}.cjs`);
      writeFileSync(file, program);
      const stack = await scene.open(file);
      expect((await stack.up()).stdout).to.include(`+ ${resources + 1} created`);
      expect((await stack.up()).stdout).to.include(`${resources + 1} unchanged`);
      expect((await stack.destroy()).stdout).to.include(`- ${resources + 1} deleted`);
      const { projects, networks, nodes } = await stack.objects();
      expect([projects, networks, nodes].flat()).to.deep.equal([]);
    });
  }
});
