import type { Frame, Run } from "./screen";

/** A window of the picture: its caption, and what its terminal shows. */
export interface Window {
  readonly caption: string;
  readonly frame: Frame;
}

const cell = { width: 7.8, height: 19 } as const;
const margin = 16;

// The colors of the 256-color palette that `pulumi` uses, on a light and on a dark background.
const colors: Readonly<Record<number, readonly [light: string, dark: string]>> = {
  1: ["#cf222e", "#ff7b72"],
  2: ["#116329", "#56d364"],
  3: ["#9a6700", "#e3b341"],
  8: ["#6e7781", "#8b949e"],
  12: ["#0550ae", "#79c0ff"],
  13: ["#8250df", "#d2a8ff"],
};

const rules = (theme: 0 | 1): string =>
  [
    `.p{fill:${["#f6f8fa", "#161b22"][theme]};stroke:${["#d0d7de", "#30363d"][theme]}}`,
    `.b{fill:${["#ffffff", "#0d1117"][theme]}}`,
    `text{fill:${["#1f2328", "#e6edf3"][theme]}}`,
    ...Object.entries(colors).map(([code, pair]) => `.c${code}{fill:${pair[theme]}}`),
  ].join("");

/**
 * An SVG picture of terminal windows, stacked: selectable text on its own background, light or dark like the system.
 */
export function terminalSvg(title: string, windows: readonly Window[]): string {
  const columns = Math.max(
    ...windows.flatMap(({ frame }) => frame.flat().map(({ column, text }) => column + [...text].length)),
  );
  const width = Math.ceil(columns * cell.width + 4 * margin);
  const parts: string[] = [];
  let top = margin;
  for (const { caption, frame } of windows) {
    const height = frame.length * cell.height + margin;
    parts.push(`<text class="c8" x="${margin}" y="${top + 12}">${escaped(caption)}</text>`);
    parts.push(
      `<rect class="p" x="${margin}.5" y="${top + 20}.5" width="${width - 2 * margin - 1}" height="${height}" rx="6"/>`,
    );
    frame.forEach((runs, index) => {
      if (runs.length > 0) {
        const y = top + 20 + margin / 2 + (index + 1) * cell.height - 5;
        parts.push(`<text y="${y}">${runs.map(span).join("")}</text>`);
      }
    });
    top += 20 + height + margin;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:13px}.bold{font-weight:600}.u{text-decoration:underline}${rules(0)}@media (prefers-color-scheme:dark){${rules(1)}}</style>`,
    `<rect class="b" width="100%" height="100%" rx="8"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

function span({ column, text, style }: Run): string {
  const classes = [
    style.color === undefined ? "" : `c${style.color}`,
    style.isBold ? "bold" : "",
    style.isUnderlined ? "u" : "",
  ].filter((name) => name !== "");
  const look = classes.length === 0 ? "" : ` class="${classes.join(" ")}"`;
  const x = (2 * margin + column * cell.width).toFixed(1);
  // The length keeps columns aligned in any font.
  const length = ([...text].length * cell.width).toFixed(1);
  return `<tspan${look} x="${x}" textLength="${length}">${escaped(text)}</tspan>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
