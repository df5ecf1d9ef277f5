import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";

const root = resolve(__dirname, "..");

/** Compiler errors of all TypeScript blocks of a document, each compiled as a user's module in this folder. */
function problemsIn(document: string): readonly string[] {
  const text = readFileSync(join(root, document), "utf8");
  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
  expect(blocks, document).not.to.deep.equal([]);
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const files = new Map(blocks.map((code, index) => [join(root, `${document}.${index}.mts`), code]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const code = files.get(name);
    return code === undefined
      ? getSourceFile(name, languageVersion, ...rest)
      : ts.createSourceFile(name, code, languageVersion);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("documents", function () {
  this.timeout(60_000);

  for (const document of [
    "README.md",
    "sandbox/README.md",
    "docs/access.md",
    "docs/composition.md",
    "docs/configuration.md",
    "docs/health.md",
    "docs/networks.md",
  ]) {
    it(`${document}: its programs compile`, () => {
      expect(problemsIn(document)).to.deep.equal([]);
    });
  }

  it("README.md: fewer than 120 lines, with the two commands", () => {
    const text = readFileSync(join(root, "README.md"), "utf8");
    expect(text.split("\n").length).to.be.lessThan(120);
    expect(text).to.include("npm ci && npm run demo").and.to.include("npm ci && npm test");
  });
});
