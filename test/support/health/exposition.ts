/** One line of the Prometheus text format. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with its samples. */
export interface MetricFamily {
  readonly help: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

const header = /^# HELP ([a-z_]+) (.+)$/;
const typeLine = /^# TYPE ([a-z_]+) (counter|gauge)$/;
const sampleLine = /^([a-z_]+)\{((?:[a-z_]+="(?:[^"\\]|\\[\\"n])*",?)*)\} (-?[0-9.e+-]+)$/;
const pair = /([a-z_]+)="((?:[^"\\]|\\[\\"n])*)"/g;

/**
 * Parses the Prometheus text format 0.0.4 as reports write it.
 *
 * @throws Error for another line, a sample outside of its family, or a series that appears twice
 */
export function parseExposition(text: string): ReadonlyMap<string, MetricFamily> {
  if (!text.endsWith("\n") || /[^\P{C}\n]/u.test(text)) {
    throw new Error("no final line break, or a control character");
  }
  const families = new Map<string, { help: string; type: string; samples: Sample[] }>();
  const series = new Set<string>();
  const lines = text.slice(0, -1).split("\n");
  let current = "";
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [, name, help = ""] = header.exec(line) ?? [];
    if (name !== undefined) {
      index += 1;
      const [, typed, type = ""] = typeLine.exec(lines[index] ?? "") ?? [];
      if (typed !== name || families.has(name)) {
        throw new Error(`no type, or a second family: ${name}`);
      }
      families.set(name, { help, type, samples: [] });
      current = name;
      continue;
    }
    const [, sample, labels = "", value] = sampleLine.exec(line) ?? [];
    if (sample === undefined || sample !== current || series.has(`${sample} ${labels}`)) {
      throw new Error(`not a sample of ${current}, or a second one: ${line.slice(0, 200)}`);
    }
    series.add(`${sample} ${labels}`);
    const pairs = [...labels.matchAll(pair)].map(([, label = "", raw = ""]) => [label, unescaped(raw)]);
    families.get(sample)?.samples.push({ name: sample, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return families;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character));
}
