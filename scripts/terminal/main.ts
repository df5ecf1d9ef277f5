// Records what `pulumi up` shows while it waits for nodes: the program of README.md on a real engine, in a terminal,
// against the sandbox with its real nodes. Writes docs/images/up.svg.
import { spawn } from "node:child_process";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Sandbox, startSandbox } from "../../sandbox/index";
import { type EngineHome, openHome } from "../../test/support/engine/home";
import { runPulumi } from "../../test/support/engine/pulumi";
import { type Frame, framesOf, textOf } from "./screen";
import { terminalSvg } from "./svg";

const root = resolve(__dirname, "../..");
const picture = join(root, "docs/images/up.svg");
const command = "pulumi up --yes --skip-preview";
// Wide enough for the longest row.
const columns = 106;
const deadlineMs = 120_000;

async function main(): Promise<void> {
  const home = await openHome();
  // The node in London takes this long to deploy: time for a few polls.
  const sandbox = await startSandbox({ settings: { regionalSeconds: 12 } });
  try {
    const frames = framesOf(await record(home, sandbox));
    await writeFile(
      picture,
      terminalSvg("pulumi up: while it waits for a node, and at the end", [
        { caption: `$ ${command}`, frame: whileWaiting(frames) },
        { caption: "at the end", frame: atTheEnd(frames) },
      ]),
    );
  } finally {
    await sandbox.close();
    await home.dispose();
  }
}

/** The first frame that shows the longest wait for the node that takes longest. */
function whileWaiting(frames: readonly Frame[]): Frame {
  const waits = frames.flatMap((frame) => {
    const [, elapsed] = /london +creating.*pending \((\d+ s)\)/.exec(textOf(frame)) ?? [];
    return elapsed === undefined ? [] : [{ elapsed, frame }];
  });
  const longest = waits.at(-1);
  const found = waits.find(({ elapsed }) => elapsed === longest?.elapsed);
  if (found === undefined) {
    throw new Error("The display never showed the node in London as pending.");
  }
  return withoutEmptyEnds(found.frame);
}

function atTheEnd(frames: readonly Frame[]): Frame {
  const frame = frames.at(-1) ?? [];
  if (!textOf(frame).includes("+ 4 created")) {
    throw new Error(`The run did not end as expected:\n${textOf(frame)}`);
  }
  return withoutEmptyEnds(frame);
}

function withoutEmptyEnds(frame: Frame): Frame {
  const isWritten = (runs: Frame[number]) => runs.length > 0;
  return frame.slice(frame.findIndex(isWritten), frame.findLastIndex(isWritten) + 1);
}

/** Runs the program of README.md in a terminal. Resolves with everything that the engine wrote to it. */
async function record(home: EngineHome, sandbox: Sandbox): Promise<string> {
  const [, program = ""] = /```ts\n(.*?)```/s.exec(await readFile(join(root, "README.md"), "utf8")) ?? [];
  const files = {
    "Pulumi.yaml":
      "name: payments\nruntime:\n  name: nodejs\n  options: { typescript: false, nodeargs: --import tsx }\n",
    "package.json": '{ "main": "index.ts" }\n',
    "index.ts": program,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(home.workFolder, name), text);
  }
  await symlink(join(root, "node_modules"), join(home.workFolder, "node_modules"));

  const env = { BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl, BLOCKCHAIN_NODES_API_KEY: sandbox.apiKey };
  const created = await runPulumi(["stack", "init", "dev"], { cwd: home.workFolder, env, home });
  if (!created.ok) {
    throw new Error(`The stack could not be created:\n${created.stderr}`);
  }
  // `script` gives the command a terminal; its arguments differ between Linux and macOS.
  const inTerminal = `stty cols ${columns} rows 50; exec ${command}`;
  const child = spawn(
    "script",
    process.platform === "darwin" ? ["-q", "/dev/null", "sh", "-c", inTerminal] : ["-qefc", inTerminal, "/dev/null"],
    {
      cwd: home.workFolder,
      env: { ...process.env, ...home.env, ...env, TERM: "xterm-256color" },
      stdio: ["pipe", "pipe", "inherit"],
      timeout: deadlineMs,
    },
  );
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((done, fail) => child.on("close", done).on("error", fail));
  if (code !== 0) {
    throw new Error(`${command} ended with ${code ?? "a signal"}:\n${output}`);
  }
  return output;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
