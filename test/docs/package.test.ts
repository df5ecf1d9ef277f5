import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";

const root = resolve(__dirname, "../..");

describe("documentation in the package", function () {
  this.timeout(60_000);
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "blockchain-nodes-package-"));
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: join(root, "provider") });
    execFileSync("tar", ["-xzf", `${manifest().name}-${manifest().version}.tgz`], { cwd: folder });
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const manifest = () =>
    JSON.parse(readFileSync(join(root, "provider/package.json"), "utf8")) as { name: string; version: string };
  const read = (file: string): string => readFileSync(join(folder, "package", file), "utf8");

  it("README › text: that of the repository, apart from links", () => {
    const withoutLinks = (text: string) => text.replaceAll(/!?\[([^\]]*)\]\([^)\s]+\)/g, "$1");
    expect(withoutLinks(read("README.md"))).to.equal(withoutLinks(readFileSync(join(root, "README.md"), "utf8")));
  });

  it("README › links and pictures: absolute, and each leads to a file of the package", () => {
    const { name, version } = manifest();
    const targets = [...read("README.md").matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    expect(targets.length).to.be.greaterThan(10);
    for (const target of targets) {
      const start = `https://unpkg.com/${name}@${version}/`;
      expect(target.startsWith(start), target).to.equal(true);
      const [file = ""] = target.slice(start.length).split("#");
      expect(existsSync(join(folder, "package", file)), target).to.equal(true);
    }
  });

  it("documents › links: each leads to a file of the package", () => {
    const pages = readdirSync(join(folder, "package/docs")).filter((name) => name.endsWith(".md"));
    expect(pages).to.include("README.md").and.include("errors.md");
    for (const page of pages) {
      for (const [, target = ""] of read(`docs/${page}`).matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)) {
        expect(existsSync(join(folder, "package/docs", target)), `${page}: ${target}`).to.equal(true);
      }
    }
  });

  it("package › license and changelog: included", () => {
    expect(existsSync(join(folder, "package/LICENSE"))).to.equal(true);
    expect(existsSync(join(folder, "package/CHANGELOG.md"))).to.equal(true);
  });
});
