import type { GrowthPoint } from "./growth";

type Command = keyof GrowthPoint["commands"];

/** Classes of the lines, with their colors on a light and on a dark background. */
const colors = {
  up: ["#0550ae", "#79c0ff"],
  refresh: ["#116329", "#56d364"],
  destroy: ["#8250df", "#d2a8ff"],
  twins: ["#6e7781", "#8b949e"],
} as const satisfies Readonly<Record<Command | "twins", readonly [light: string, dark: string]>>;

type Line = keyof typeof colors;

const width = 900;
const height = 320;
const panel = { width: 220, height: 190, top: 60, left: 60, gap: 70 } as const;

const rules = (theme: 0 | 1): string =>
  [
    `.b{fill:${["#ffffff", "#0d1117"][theme]}}`,
    `.g{stroke:${["#d0d7de", "#30363d"][theme]}}`,
    `text{fill:${["#1f2328", "#e6edf3"][theme]}}`,
    ...Object.entries(colors).map(([name, pair]) => `.${name}{stroke:${pair[theme]}}.${name}-dot{fill:${pair[theme]}}`),
  ].join("");

/** One panel of the picture: values by the number of nodes, both axes logarithmic. */
interface Panel {
  readonly title: string;
  readonly lines: Partial<Readonly<Record<Line, readonly number[]>>>;
}

/** A picture of time, calls and memory by the number of nodes, for light and dark pages. */
export function growthSvg(points: readonly GrowthPoint[]): string {
  const counts = points.map(({ count }) => count);
  const values = (key: "calls" | "megabytes" | "seconds") => {
    const line = (command: Command) => points.map(({ commands }) => commands[command][key]);
    return { up: line("up"), refresh: line("refresh"), destroy: line("destroy") };
  };
  const panels: readonly Panel[] = [
    { title: "seconds", lines: { ...values("seconds"), twins: points.map(({ twinSeconds }) => twinSeconds) } },
    { title: "calls of the platform", lines: values("calls") },
    {
      title: "MB, peak of the provider process",
      lines: { ...values("megabytes"), twins: points.map(({ twinMegabytes }) => twinMegabytes) },
    },
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    "<title>Time, calls and memory of up, refresh and destroy by the number of nodes</title>",
    `<style>text{font-family:system-ui,sans-serif;font-size:12px}.h{font-weight:600}.e{text-anchor:end}.m{text-anchor:middle}polyline{fill:none;stroke-width:2}.twins{stroke-dasharray:4 3}.g{stroke-width:1}${rules(0)}@media (prefers-color-scheme:dark){${rules(1)}}</style>`,
    `<rect class="b" width="100%" height="100%" rx="8"/>`,
    ...legend(),
    ...panels.flatMap((each, index) => panelParts(each, counts, panel.left + index * (panel.width + panel.gap))),
    "</svg>",
    "",
  ].join("\n");
}

function legend(): readonly string[] {
  const names = {
    up: "up",
    refresh: "refresh",
    destroy: "destroy",
    twins: "up of a provider that does nothing",
  } as const;
  return (Object.keys(names) as Line[]).flatMap((line, index) => {
    const x = panel.left + index * 110;
    return [
      `<polyline class="${line}" points="${x},20 ${x + 24},20"/>`,
      `<text x="${x + 30}" y="24">${names[line]}</text>`,
    ];
  });
}

function panelParts({ title, lines }: Panel, counts: readonly number[], left: number): readonly string[] {
  const bottom = panel.top + panel.height;
  const x = logScale(counts, left + 10, left + panel.width - 10);
  const all = Object.values(lines).flat();
  const ticks = decades(all);
  const y = logScale([...ticks, ...all], bottom, panel.top);
  return [
    `<text class="h" x="${left}" y="${panel.top - 14}">${title}</text>`,
    ...ticks.flatMap((tick) => [
      `<line class="g" x1="${left}" x2="${left + panel.width}" y1="${y(tick)}" y2="${y(tick)}"/>`,
      `<text class="e" x="${left - 6}" y="${y(tick) + 4}">${tick.toLocaleString("en-US")}</text>`,
    ]),
    ...counts.map(
      (count) => `<text class="m" x="${x(count)}" y="${bottom + 18}">${count.toLocaleString("en-US")}</text>`,
    ),
    `<text class="m" x="${left + panel.width / 2}" y="${bottom + 38}">nodes</text>`,
    ...(Object.entries(lines) as [Line, readonly number[]][]).flatMap(([line, values]) => {
      const dots = values.map((value, index) => [x(counts[index] ?? 0), y(value)] as const);
      return [
        `<polyline class="${line}" points="${dots.map((dot) => dot.join(",")).join(" ")}"/>`,
        ...dots.map(([cx, cy]) => `<circle class="${line}-dot" cx="${cx}" cy="${cy}" r="3"/>`),
      ];
    }),
  ];
}

/** Powers of ten from just below the values to just above them. */
function decades(values: readonly number[]): readonly number[] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

function logScale(values: readonly number[], from: number, to: number): (value: number) => number {
  const low = Math.log10(Math.min(...values));
  const span = Math.log10(Math.max(...values)) - low || 1;
  return (value) => Math.round(from + ((Math.log10(value) - low) / span) * (to - from));
}
