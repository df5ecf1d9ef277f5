import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import * as ts from "typescript";
import { json, useStubServer } from "./support/http/stub-server";

const run = promisify(execFile);
const root = resolve(__dirname, "..");

const documents = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

describe("the package", () => {
  it("tarball: README, licence, command, documents and compiled code, and nothing else", async () => {
    const { stdout } = await run("npm", ["pack", "--dry-run", "--json"], { cwd: join(root, "provider") });
    const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths.filter((path) => !/^dist\/.*\.(js|d\.ts)$/.test(path))).to.have.members([
      ...["CHANGELOG.md", "LICENSE", "README.md", "package.json"],
      ...["bin/blockchain-nodes.js", "docs/changes.md", "docs/errors.md"],
      ...documents("docs", ".md"),
      ...documents("docs/images", ".svg"),
    ]);
    const { exports } = JSON.parse(readFileSync(join(root, "provider/package.json"), "utf8")) as {
      readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
    };
    const entries = Object.values(exports).flatMap((entry) =>
      Object.values(typeof entry === "string" ? [entry] : entry),
    );
    expect(paths).to.include.members(entries.map((entry) => entry.replace(/^\.\//, "")));
    expect(readFileSync(join(root, "provider/LICENSE"), "utf8")).to.equal(readFileSync(join(root, "LICENSE"), "utf8"));
  });
});

describe("pulumi-blockchain-nodes/access", () => {
  const server = useStubServer();

  it("a program that calls a node: loads neither the SDK nor, without a subscription, WebSockets", async () => {
    server.answer = json({ jsonrpc: "2.0", id: 1, result: "0x1" });
    const program = `
      const { connectNode } = require("pulumi-blockchain-nodes/access");
      const client = connectNode({ https: ${JSON.stringify(server.url.href)} });
      client.call("eth_chainId", []).then(async (chainId) => {
        await client.close();
        console.log(JSON.stringify({ chainId: String(chainId), loaded: Object.keys(require.cache) }));
      });`;
    const { stdout } = await run(process.execPath, ["-e", program], { cwd: root });
    const { chainId, loaded } = JSON.parse(stdout) as { readonly chainId: string; readonly loaded: readonly string[] };
    expect(chainId).to.equal("1");
    const packages = new Set(loaded.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
    expect([...packages]).to.have.members([undefined, "fastest-levenshtein", "undici", "zod"]);
  });

  it("its types: none of the SDK's", () => {
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const program = ts.createProgram([join(root, "provider/dist/access/index.d.ts")], options);
    const files = program.getSourceFiles().map(({ fileName }) => fileName);
    expect(files.filter((file) => file.includes("/node_modules/@pulumi/"))).to.deep.equal([]);
    expect(files.length).to.be.greaterThan(20);
  });

  it("hover over a member of the client: shows the documentation of the method's row", () => {
    const file = join(root, "hover.ts");
    const names = ["newFilter", "getFilterChanges", "traceCallMany", "traceTransaction", "getMempoolDescendants"];
    const program = `import { connectNode } from "pulumi-blockchain-nodes/access";\nconst node = connectNode({});\n`;
    const text = `${program}${names.map((name) => `node.${name};`).join("\n")}`;
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const service = ts.createLanguageService({
      ...{ fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, directoryExists: ts.sys.directoryExists },
      getCompilationSettings: () => options,
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [file],
      getScriptVersion: () => "1",
      getScriptSnapshot: (name) =>
        ts.ScriptSnapshot.fromString(name === file ? text : (ts.sys.readFile(name, "utf8") ?? "")),
    });
    for (const name of names) {
      const hover = service.getQuickInfoAtPosition(file, text.indexOf(`.${name}`) + 1);
      expect(ts.displayPartsToString(hover?.documentation), name).to.match(/^(Creates|Logs|Simulates|Traces|Mempool) /);
    }
  });
});
