import { expect } from "chai";
import { framesOf, textOf } from "../../scripts/terminal/screen";

const esc = "\u001b";

describe("framesOf", () => {
  it("a redraw › the screen before it and at the end: both whole", () => {
    const output = `Type\r\n${esc}[1m${esc}[38;5;2m+ creating${esc}[0m (1s)...\r\n${esc}[2A\rType\r\n+ created${esc}[K\r\n`;
    expect(framesOf(output).map(textOf)).to.deep.equal(["Type\n+ creating (1s)...", "Type\n+ created"]);
  });

  it("styles › runs of one line: color, weight and column of each", () => {
    const [[runs] = []] = framesOf(`  ${esc}[1m${esc}[38;5;12mName${esc}[0m  rpc`);
    const plain = { color: undefined, isBold: false, isUnderlined: false };
    expect(runs).to.deep.equal([
      { column: 2, text: "Name", style: { ...plain, color: 12, isBold: true } },
      { column: 8, text: "rpc", style: plain },
    ]);
  });

  it("cursor and window commands › text: not part of it", () => {
    expect(framesOf(`${esc}]11;?${esc}\\${esc}[6n${esc}[?25lup\r\n`).map(textOf)).to.deep.equal(["up"]);
  });
});
