import { type EngineEnv, openHome } from "../test/support/engine/home";
import { type OpenServer, openPostgres, openS3 } from "./backend-servers";
import { benchKilled } from "./killed";
import { openPlatform } from "./platform";
import { type PartOptions, type Row, row } from "./rows";
import { type MeasuredStack, openNodes, openTwins, sampleOutputs, withoutCheckpoints } from "./stacks";

/** One way to run the same commands. */
interface Variant {
  readonly env?: EngineEnv;
  readonly server?: { readonly open: OpenServer; readonly install: string };
}

/** Variants whose times are compared with those of the first one. */
interface Group {
  readonly variants: Readonly<Record<string, Variant>>;
  /** Of the platform: what runs at a time matters only if something is waited for. */
  readonly latencyMs: number;
}

const groups: readonly Group[] = [
  {
    latencyMs: 0,
    variants: {
      file: {},
      gzip: { env: { PULUMI_DIY_BACKEND_GZIP: "true" } },
      zstd: { env: { PULUMI_DIY_BACKEND_ZSTD: "true" } },
      postgres: { server: { open: openPostgres, install: "PostgreSQL (Debian package `postgresql`)" } },
      s3: { server: { open: openS3, install: "`moto_server` on PATH (`pip install 'moto[server,s3]'`)" } },
      "no-checkpoints": { env: withoutCheckpoints },
    },
  },
  {
    latencyMs: 250,
    variants: Object.fromEntries(
      [8, 4, 32, 100].map((atATime) => [`parallel-${atATime}`, { env: { PULUMI_PARALLEL: String(atATime) } }]),
    ),
  },
];

const measuredCommands = ["up", "refresh", "destroy"] as const;

/** Seconds by command. */
type Times = Readonly<Record<(typeof measuredCommands)[number], number>>;

const usualSizes = [200];
const fullSizes = [200, 500];

/**
 * Where the engine stores its state, how, and how many operations it runs at a time: each variant next to the file
 * backend (or eight operations at a time), with the same program and right after it. Twins show the engine alone, nodes
 * show what users see. At last, what a killed `up` leaves with and without checkpoints.
 */
export async function benchBackends(options: PartOptions): Promise<readonly Row[]> {
  const { isFull, variants, sizes = isFull ? fullSizes : usualSizes } = options;
  const known = [...groups.flatMap((group) => Object.keys(group.variants)), "killed"];
  const unknown = variants?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(`Unknown variant: ${unknown.join(", ")}. Variants are ${known.join(", ")}.`);
  }
  const isWanted = (name: string) => variants === undefined || variants.includes(name);
  const rows: Row[] = [];
  for (const count of sizes) {
    for (const group of groups) {
      const [reference, ...others] = Object.keys(group.variants);
      const wanted = others.filter(isWanted);
      if (reference !== undefined && wanted.length > 0) {
        rows.push(...(await groupRows(group, [reference, ...wanted], count, options)));
      }
    }
  }
  return isWanted("killed") ? [...rows, ...(await benchKilled(options))] : rows;
}

async function groupRows(
  { variants, latencyMs }: Group,
  names: readonly string[],
  count: number,
  { say, programs: chosen }: PartOptions,
): Promise<readonly Row[]> {
  const programs = chosen === undefined ? allPrograms : allPrograms.filter((each) => chosen.includes(each));
  const rows: Row[] = [];
  const measured: { readonly name: string; readonly lives: Lives }[] = [];
  const [reference = ""] = names;
  // The reference runs again at the end: what else the machine does changes meanwhile.
  for (const name of [...names, reference]) {
    const { server, env = {} } = variants[name] ?? {};
    const opened = await server?.open();
    if (server !== undefined && opened === undefined) {
      rows.push(row(`${name}: not measured: install ${server.install}`, Number.NaN, ""));
      continue;
    }
    const lives = await livesOf(programs, count, { ...env, ...opened?.env }, latencyMs).finally(() => opened?.close());
    measured.push({ name, lives });
    for (const program of programs) {
      const times = measuredCommands.map((each) => `${each} ${lives[program][each].toFixed(1)} s`);
      say(`${count} ${program}, ${name}: ${times.join(", ")}`);
    }
  }
  for (const program of programs) {
    for (const command of measuredCommands) {
      const seconds = ({ lives }: (typeof measured)[number]) => lives[program][command];
      const [first = Number.NaN, last = Number.NaN] = measured.filter(({ name }) => name === reference).map(seconds);
      const what = `${count} ${program}, ${command}`;
      rows.push(row(`${what}, ${reference}`, (first + last) / 2, "s"));
      rows.push(row(`${what}, ${reference}, at the end to at the beginning`, last / first, "×"));
      for (const each of measured.filter(({ name }) => name !== reference)) {
        rows.push(row(`${what}, ${each.name} to ${reference}`, seconds(each) / ((first + last) / 2), "×"));
      }
    }
  }
  return rows;
}

const allPrograms = ["twins", "nodes"] as const;

type Program = (typeof allPrograms)[number];

/** Only those of the chosen programs differ from {@link notMeasured}. */
type Lives = Readonly<Record<Program, Times>>;

const notMeasured: Times = { up: Number.NaN, refresh: Number.NaN, destroy: Number.NaN };

/** The life of a stack of each program. */
async function livesOf(programs: readonly Program[], count: number, env: EngineEnv, latencyMs: number): Promise<Lives> {
  const [platform, home] = [await openPlatform(), await openHome()];
  try {
    const outputs = await sampleOutputs(platform, home);
    await platform.change({ latencyMs });
    const open: Readonly<Record<Program, () => Promise<MeasuredStack>>> = {
      twins: () => openTwins(platform, home, count, outputs, env),
      nodes: () => openNodes(platform, home, count, { env }),
    };
    const lives = { twins: notMeasured, nodes: notMeasured };
    for (const program of programs) {
      lives[program] = await timesOf(await open[program]());
    }
    return lives;
  } finally {
    await platform.close();
    await home.dispose();
  }
}

async function timesOf(stack: MeasuredStack): Promise<Times> {
  const times = { up: 0, refresh: 0, destroy: 0 };
  for (const command of measuredCommands) {
    times[command] = (await stack.run(command)).seconds;
  }
  return times;
}
