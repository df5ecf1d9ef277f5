import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inputsOf, validArgs } from "../test/support/processes/kit";
import { startPlugin } from "../test/support/processes/plugin";
import { median } from "./figures";
import { type PartOptions, type Row, row } from "./rows";

const run = promisify(execFile);

const rounds = 11;
/** Most that loading the package may take, as a multiple of loading the SDK. */
const mostOfSdk = 1.3;
/** Most that the first answer of a provider process may take longer than that of a provider that does nothing. */
const mostMoreMs = 150;

const trivialText = "exports.handler=()=>({check:async(olds,inputs)=>({inputs})});";

/** What a program and a provider process pay before their first call. Each measurement has a process of its own. */
export async function benchStart({ say }: PartOptions): Promise<readonly Row[]> {
  const sdkMs: number[] = [];
  const packageMs: number[] = [];
  const trivialMs: number[] = [];
  const providerMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    sdkMs.push(await loadMs("@pulumi/pulumi"));
    packageMs.push(await loadMs("pulumi-blockchain-nodes"));
    trivialMs.push(await firstAnswerMs(trivialText));
    providerMs.push(await firstAnswerMs());
  }
  const ms = (values: readonly number[]) => `${median(values).toFixed(0)} ms`;
  say(`medians of ${rounds}: SDK ${ms(sdkMs)}, package ${ms(packageMs)}`);
  say(`medians of ${rounds}: first answer of a trivial provider ${ms(trivialMs)}, of this one ${ms(providerMs)}`);
  const ratio = median(packageMs.map((value, round) => value / (sdkMs[round] ?? 0)));
  const more = median(providerMs.map((value, round) => value - (trivialMs[round] ?? 0)));
  return [
    row("loading the package, to loading the SDK", ratio, "×", { atMost: mostOfSdk }),
    row("first answer of the provider process, more than of a trivial one", more, "ms", { atMost: mostMoreMs }),
  ];
}

async function loadMs(name: string): Promise<number> {
  const program = `const start = performance.now(); require(${JSON.stringify(name)}); console.log(performance.now() - start); process.exit(0);`;
  const { stdout } = await run(process.execPath, ["-e", program], { cwd: join(__dirname, "../examples/quickstart") });
  return Number(stdout);
}

/** @param text provider text. @default that of a node */
async function firstAnswerMs(text?: string): Promise<number> {
  const startMs = performance.now();
  const plugin = await startPlugin();
  const inputs = inputsOf("Node", "rpc", validArgs.Node);
  await plugin.check({}, text === undefined ? inputs : { ...inputs, __provider: text });
  const tookMs = performance.now() - startMs;
  await plugin.stop();
  return tookMs;
}
