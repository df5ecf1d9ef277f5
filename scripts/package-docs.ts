// Part of the build: puts README, changelog, license and documentation into the package. Like `dist`, the copies are
// not under version control. Links to packaged files stay relative; other links become plain text.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";

const root = resolve(__dirname, "..");
const packageFolder = join(root, "provider");

const namesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith(ending));

/** Place in the repository and place in the package of every file that is copied. */
const copies: readonly (readonly [source: string, target: string])[] = [
  ["README.md", "README.md"],
  ["CHANGELOG.md", "CHANGELOG.md"],
  ["LICENSE", "LICENSE"],
  ...namesIn("docs", ".md").map((name) => [`docs/${name}`, `docs/${name}`] as const),
  ...namesIn("docs/images", ".svg").map((name) => [`docs/images/${name}`, `docs/images/${name}`] as const),
];

/** Place in the package of every file that a link may lead to. */
const packaged: ReadonlyMap<string, string> = new Map([
  ...copies,
  ...["changes.md", "errors.md"].map((page) => [`provider/docs/${page}`, `docs/${page}`] as const),
]);

/** The text of a page as the package has it. */
function rewritten(page: string, text: string): string {
  return text.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, mark: string, label: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) {
      return link;
    }
    const [path = "", anchor] = target.split("#");
    const found = packaged.get(posix.join(posix.dirname(page), path));
    if (found === undefined) {
      return label;
    }
    const place = posix.relative(posix.dirname(packaged.get(page) ?? page), found);
    return `${mark}[${label}](${place}${anchor === undefined ? "" : `#${anchor}`})`;
  });
}

for (const [source, target] of copies) {
  const file = join(packageFolder, target);
  mkdirSync(dirname(file), { recursive: true });
  if (source.endsWith(".md")) {
    writeFileSync(file, rewritten(source, readFileSync(join(root, source), "utf8")));
  } else {
    copyFileSync(join(root, source), file);
  }
}
const pages = new Set([...packaged.values()].map((target) => posix.basename(target)));
for (const page of namesIn("provider/docs", ".md").filter((each) => !pages.has(each))) {
  rmSync(join(packageFolder, "docs", page));
}
