import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";

const root = resolve(__dirname, "../..");
const maxColumns = 120;

// The formatter wraps code, and leaves comments as they are.
describe("comments", () => {
  it("width: at most 120 columns", () => {
    const files = execFileSync("git", ["ls-files", "*.ts", "*.cjs", "*.mjs"], { cwd: root, encoding: "utf8" });
    const wide = files
      .trim()
      .split("\n")
      .flatMap((file) =>
        readFileSync(join(root, file), "utf8")
          .split("\n")
          .flatMap((line, index) =>
            line.length > maxColumns && /^\s*(\/\/|\/?\*)/.test(line) ? [`${file}:${index + 1}`] : [],
          ),
      );
    expect(wide).to.deep.equal([]);
  });
});
