import { parseArgs } from "node:util";
import { benchAccess } from "./access";
import { benchBackends } from "./backends";
import { benchGrowth } from "./growth";
import { benchHealth } from "./health";
import { benchLimits } from "./limits";
import { benchMemory } from "./memory";
import { type Part, type Row, row, rowTable } from "./rows";
import { benchSize } from "./size";
import { benchStack } from "./stack";
import { benchStart } from "./start";
import { benchState } from "./state";

/** What can be measured, in the order of a whole run. */
const parts: Readonly<Record<string, Part>> = {
  stack: benchStack,
  limits: benchLimits,
  state: benchState,
  memory: benchMemory,
  start: benchStart,
  health: benchHealth,
  size: benchSize,
  growth: benchGrowth,
  access: benchAccess,
  backends: benchBackends,
};

/** Parts that take `--full` or their name: they measure the engine more than the provider. */
const rare: readonly string[] = ["backends"];

/** No part begins after this time. */
const usualLimitMs = 20 * 60_000;
const fullLimitMs = 120 * 60_000;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      full: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      only: { type: "string" },
      sizes: { type: "string" },
      variants: { type: "string" },
      programs: { type: "string" },
      svg: { type: "string" },
    },
  });
  if (values.list) {
    console.log(Object.keys(parts).join("\n"));
    return 0;
  }
  const names = values.only?.split(",") ?? Object.keys(parts).filter((name) => values.full || !rare.includes(name));
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    console.error(`Unknown part: ${unknown.join(", ")}. Parts are ${Object.keys(parts).join(", ")}.`);
    return 2;
  }
  const rows: Row[] = [];
  const limitMs = values.full ? fullLimitMs : usualLimitMs;
  for (const name of names) {
    if (performance.now() > limitMs) {
      rows.push(row(`${name}: not measured, the run has taken too long`, Number.NaN, "", { atMost: 0 }));
      continue;
    }
    console.error(`\n${name}`);
    const startMs = performance.now();
    const options = {
      isFull: values.full,
      svg: values.svg,
      sizes: values.sizes?.split(",").map(Number),
      variants: values.variants?.split(","),
      programs: values.programs?.split(","),
      say: (text: string) => console.error(text),
    };
    const measured = await parts[name]?.(options).catch((error: unknown) => {
      // What other parts have measured must not be lost.
      console.error(error);
      return [row("failed", Number.NaN, "", { atMost: 0 })];
    });
    rows.push(...(measured ?? []).map((each) => ({ ...each, what: `${name}: ${each.what}` })));
    console.error(`${name}: measured in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`);
  }
  console.log(values.json ? JSON.stringify(rows, undefined, 2) : `\n${rowTable(rows)}`);
  return rows.every(({ isMet }) => isMet) ? 0 : 1;
}

void main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
