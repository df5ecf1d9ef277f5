import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suspend } from "../../../sandbox/nodes/suspend";
import { freePort } from "../../support/nodes/free-port";

const readyWithinMs = 60_000;

/** A running beacon node. */
export interface Lodestar {
  /** Its REST API, without `/eth/v1`. */
  readonly url: string;
  /** Makes it accept connections without responding, until {@link Lodestar.resume}. */
  suspend(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
}

/** When the chain started, in seconds from now. */
const genesisIn = {
  live: 2,
  /** Without validators: no blocks are proposed, the node is behind and reports it. */
  stalled: -600,
  "before-genesis": 3_600,
} as const;

/** Starts a beacon node on its own chain (chain id 5), one slot per second and eight slots per epoch. */
export async function startLodestar(state: keyof typeof genesisIn = "live"): Promise<Lodestar> {
  const directory = mkdtempSync(join(tmpdir(), "lodestar-"));
  const port = await freePort();
  const genesis = Math.floor(Date.now() / 1000) + genesisIn[state];
  const args = [
    ...["-r", join(__dirname, "without-resolvers.cjs"), "node_modules/@chainsafe/lodestar/lib/index.js", "dev"],
    ...["--genesisValidators", "8", ...(state === "live" ? ["--startValidators", "0..7"] : [])],
    ...["--genesisTime", String(genesis), "--params.SECONDS_PER_SLOT", "1", "--params.ALTAIR_FORK_EPOCH", "0"],
    ...["--rest.address", "127.0.0.1", "--rest.port", String(port), "--rest.namespace", "*"],
    ...["--beaconNodes", `http://127.0.0.1:${port}`, "--listenAddress", "127.0.0.1", "--port", "0"],
    ...["--discv5=false", "--mdns=false", "--eth1=false", "--execution.urls", "mock"],
    ...["--dataDir", directory, "--logFile", "none", "--reset"],
  ];
  const child = spawn(process.execPath, args, {
    cwd: __dirname,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_NO_WARNINGS: "1", NODE_BACKEND: "js", LODESTAR_PRESET: "minimal", NODE_OPTIONS: "" },
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = `${output}${chunk.toString("utf8")}`.slice(-20_000);
    });
  }
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  // It ignores SIGTERM.
  const stop = async () => {
    kill();
    await ended;
    process.removeListener("exit", kill);
    rmSync(directory, { recursive: true, force: true });
  };
  const deadline = Date.now() + readyWithinMs;
  while (!output.includes("Started REST API server")) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`Lodestar is not ready:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    suspend: () => suspend(child.pid ?? 0),
    resume: () => child.kill("SIGCONT"),
    stop,
  };
}
