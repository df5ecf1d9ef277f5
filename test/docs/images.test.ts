import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";

const root = resolve(__dirname, "../..");
const folder = join(root, "docs/images");
const textOf = (svg: string): string => svg.replaceAll(/<style>.*?<\/style>/gs, "").replaceAll(/<[^>]+>/g, " ");

describe("pictures of the documentation", () => {
  for (const name of readdirSync(folder)) {
    it(`${name} › form: small, with a title, in light and dark colors, without scripts and links`, () => {
      const svg = readFileSync(join(folder, name), "utf8");
      expect(Buffer.byteLength(svg)).to.be.lessThan(30_000);
      expect(svg).to.match(/<title>[^<]+<\/title>/);
      expect(svg).to.include("prefers-color-scheme:dark");
      expect(svg).to.not.match(/<script|href|url\((?!#)/);
    });
  }

  it("up.svg › text: the resources and outputs of README's program, and nothing secret", () => {
    const [, program = ""] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
    const shown = textOf(readFileSync(join(folder, "up.svg"), "utf8"));
    for (const [, type, name = ""] of program.matchAll(/new (\w+)\("(\w+)"/g)) {
      expect(shown).to.match(new RegExp(`dynamic/blockchain-nodes:${type}\\s+${name}\\s+creat`));
    }
    for (const [, output = ""] of program.matchAll(/export const (\w+)/g)) {
      expect(shown).to.match(new RegExp(`\\b${output}\\b`));
    }
    expect(shown)
      .to.include("[secret]")
      .and.not.match(/https?:/);
  });
});
