/** How text looks; the color is a number of the 256-color palette, undefined for the default. */
interface Style {
  readonly color: number | undefined;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
}

/** Text of one style in one line of a screen. */
export interface Run {
  readonly column: number;
  readonly text: string;
  readonly style: Style;
}

/** A screen as it looks at one moment: the runs of each line. */
export type Frame = readonly (readonly Run[])[];

interface Cell {
  readonly character: string;
  readonly style: Style;
}

const plain: Style = { color: undefined, isBold: false, isUnderlined: false };
const blank: Cell = { character: " ", style: plain };

// Control sequences (CSI), operating system commands (OSC), line ends, and text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const token = /\u001b\[([0-9;?]*)([A-Za-z])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\r|\n|[^\u001b\r\n]/gu;

/**
 * Replays what a program wrote to a terminal. Returns the screen before each redraw and at the end: complete frames
 * only. Understands what the display of `pulumi` uses: colors, cursor up, and erase to the end of the line.
 */
export function framesOf(output: string): readonly Frame[] {
  const frames: Frame[] = [];
  const lines: Cell[][] = [];
  let [row, column, style] = [0, 0, plain];
  for (const [text, parameters = "", command] of output.matchAll(token)) {
    if (command === "A") {
      frames.push(lines.map(runsOf));
      row = Math.max(0, row - Number(parameters === "" ? 1 : parameters));
    } else if (command === "K") {
      lines[row]?.splice(column);
    } else if (command === "m") {
      style = styled(style, parameters.split(";").map(Number));
    } else if (text === "\r") {
      column = 0;
    } else if (text === "\n") {
      row += 1;
    } else if (command === undefined && !text.startsWith("\u001b")) {
      while (lines.length <= row) {
        lines.push([]);
      }
      const line = lines[row] ?? [];
      while (line.length < column) {
        line.push(blank);
      }
      line[column] = { character: text, style };
      column += 1;
    }
  }
  return [...frames, lines.map(runsOf)];
}

/** The text of a frame, without styles. */
export function textOf(frame: Frame): string {
  return frame.map((runs) => runs.reduce((line, { column, text }) => line.padEnd(column) + text, "")).join("\n");
}

function styled(before: Style, codes: readonly number[]): Style {
  let style = before;
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index];
    if (code === 0) {
      style = plain;
    } else if (code === 1) {
      style = { ...style, isBold: true };
    } else if (code === 4) {
      style = { ...style, isUnderlined: true };
    } else if (code === 38 && codes[index + 1] === 5) {
      style = { ...style, color: codes[index + 2] };
      index += 2;
    }
  }
  return style;
}

function runsOf(line: readonly Cell[]): readonly Run[] {
  const runs: Run[] = [];
  line.forEach(({ character, style }, column) => {
    const last = runs.at(-1);
    if (last !== undefined && sameStyle(last.style, style)) {
      runs[runs.length - 1] = { ...last, text: last.text + character };
    } else {
      runs.push({ column, text: character, style });
    }
  });
  // Wide gaps end a run, so that columns stay in line in any font.
  return runs.flatMap(({ column, text, style }) =>
    [...text.matchAll(/\S+(?: \S+)*/g)].map((match) => ({ column: column + match.index, text: match[0], style })),
  );
}

function sameStyle(a: Style, b: Style): boolean {
  return a.color === b.color && a.isBold === b.isBold && a.isUnderlined === b.isUnderlined;
}
