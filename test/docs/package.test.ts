import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
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

  it("links and pictures: each leads to a file of the package", () => {
    const pages = readdirSync(join(folder, "package/docs")).filter((name) => name.endsWith(".md"));
    expect(pages).to.include("README.md").and.include("errors.md");
    expect(read("README.md")).to.include("](docs/README.md)").and.include("](docs/errors.md)");
    for (const page of ["README.md", ...pages.map((name) => `docs/${name}`)]) {
      for (const [, target = ""] of read(page).matchAll(/\]\((?![a-z]+:)([^)\s#]+)[^)\s]*\)/g)) {
        expect(existsSync(join(folder, "package", dirname(page), target)), `${page}: ${target}`).to.equal(true);
      }
    }
  });

  it("package › license and changelog: included", () => {
    expect(existsSync(join(folder, "package/LICENSE"))).to.equal(true);
    expect(existsSync(join(folder, "package/CHANGELOG.md"))).to.equal(true);
  });
});
