import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";

const root = resolve(__dirname, "../..");

const docs = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => join("docs", name));
const generated = ["provider/docs/changes.md", "provider/docs/errors.md"];
const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "sandbox/README.md", ...docs, ...generated];

const read = (page: string): string => readFileSync(join(root, page), "utf8");

/** The targets of all links and pictures of a page, without those of code. */
function targetsIn(page: string): readonly string[] {
  const text = read(page)
    .replaceAll(/```.*?```/gs, "")
    .replaceAll(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsIn(page: string): readonly string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("links of the documentation", () => {
  for (const page of pages) {
    it(`${page} › relative links: each leads to a file, and to a heading of it`, () => {
      for (const target of targetsIn(page).filter((each) => !/^[a-z]+:/.test(each))) {
        const [path = "", anchor] = target.split("#");
        const file = path === "" ? page : join(dirname(page), path);
        expect(existsSync(join(root, file)), `${page}: ${target}`).to.equal(true);
        if (anchor !== undefined) {
          expect(anchorsIn(file), `${page}: ${target}`).to.include(anchor);
        }
      }
    });
  }

  it("docs/README.md › every page of docs: listed", () => {
    const listed = targetsIn("docs/README.md").map((target) => join("docs", target));
    expect(listed).to.include.members([...docs, ...generated].filter((page) => page !== "docs/README.md"));
  });
});
