import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
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

describe("the package › without zod", function () {
  this.timeout(60_000);
  let folder: string;
  let installed: string;

  before(async () => {
    folder = await mkdtemp(join(await realpath(tmpdir()), "blockchain-nodes-consumer-"));
    const flags = ["--json", "--pack-destination", folder];
    const { stdout } = await run("npm", ["pack", ...flags], { cwd: join(root, "provider") });
    const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }];
    const modules = join(folder, "node_modules");
    installed = join(modules, "pulumi-blockchain-nodes");
    for (const dependency of ["@pulumi/pulumi", "@types/node"]) {
      await mkdir(dirname(join(modules, dependency)), { recursive: true });
      await symlink(join(root, "node_modules", dependency), join(modules, dependency));
    }
    await run("tar", ["-xzf", filename], { cwd: folder });
    await rename(join(folder, "package"), installed);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it("a program that uses every entry: compiles, with checks of libraries", async () => {
    const file = join(folder, "index.ts");
    const names = ["pulumi-blockchain-nodes", "pulumi-blockchain-nodes/access", "pulumi-blockchain-nodes/lifecycle"];
    const imports = names.map((name, index) => `import * as entry${index} from "${name}";`);
    const uses = [
      "export const all = [entry0, entry1, entry2];",
      'export const logs: Promise<readonly entry1.Log[]> = entry1.connectNode({}).call("eth_getLogs", [{}]);',
      '// @ts-expect-error: not the result of this method\nexport const none: entry1.ResultOf<"eth_chainId"> = "1";',
    ];
    await writeFile(file, [...imports, ...uses].join("\n"));
    const options = { module: ts.ModuleKind.Node20, strict: true, noEmit: true, types: ["node"] };
    const typeRoots = [join(folder, "node_modules/@types")];
    const program = ts.createProgram([file], { ...options, typeRoots, skipLibCheck: false });
    const problems = ts.getPreEmitDiagnostics(program);
    expect(problems.map((each) => [each.file?.fileName, each.messageText])).to.deep.equal([]);
    const used = program
      .getSourceFiles()
      .flatMap(({ fileName }) => (fileName.startsWith(installed) ? [relative(installed, fileName)] : []));
    const shipped = await readdir(installed, { recursive: true });
    expect(shipped.filter((name) => name.endsWith(".d.ts"))).to.have.members(used);
  });

  it("its compiled code: reads zod from one file with its license", async () => {
    const names = (await readdir(installed, { recursive: true })).filter((name) => name.endsWith(".js"));
    const texts = names.map((name) => [name, readFileSync(join(installed, name), "utf8")] as const);
    expect(texts.filter(([, text]) => /require\("zod/.test(text))).to.deep.equal([]);
    const [, bundle = ""] = texts.find(([name]) => name === join("dist", "vendor", "zod.js")) ?? [];
    expect(bundle).to.include(readFileSync(join(root, "node_modules/zod/LICENSE"), "utf8").trim());
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
    expect([...packages]).to.have.members([undefined, "fastest-levenshtein", "undici"]);
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
