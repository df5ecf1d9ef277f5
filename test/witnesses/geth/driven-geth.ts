import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/nodes/free-port";
import { launchNode, type NodeProcess, rpc } from "../../support/nodes/nodes";
import { type BlockPlan, connectEngine, type Engine, type Payload } from "./engine";
import { gethReady, localOptions } from "./start-geth";

/** How a driven geth starts. */
export interface DrivenOptions {
  /** Time of its first block, seconds since the epoch. */
  readonly genesisSeconds: number;
  /** @default "full" */
  readonly mode?: "archive" | "full";
  /** How it stores state: `path` is the default of new nodes, `hash` the format of older ones. @default "path" */
  readonly scheme?: "hash" | "path";
  /** API namespaces. @default "eth,net,web3" */
  readonly api?: string;
}

/** A real execution node of a proof-of-stake chain whose beacon node is the test. */
export interface DrivenGeth extends NodeProcess, Pick<Engine, "announce"> {
  /** Adds blocks and returns the last one. */
  mine(count: number, plan: BlockPlan): Promise<Payload>;
  /** Adds one block that was made now. */
  mineNow(): Promise<Payload>;
}

const chainId = 8453;

/**
 * Starts geth as a node of a chain with id 8453, at its genesis. Not in developer mode: the times of its blocks are
 * what the test says, as if they had been made then, and nothing is made by itself.
 */
export async function startDrivenGeth(
  binary: string,
  { genesisSeconds, mode = "full", scheme = "path", api = "eth,net,web3" }: DrivenOptions,
): Promise<DrivenGeth> {
  const directory = mkdtempSync(join(tmpdir(), "geth-"));
  const [genesisFile, secretFile] = [join(directory, "genesis.json"), join(directory, "jwt.hex")];
  const secret = randomBytes(32);
  writeFileSync(genesisFile, JSON.stringify(genesisOf(genesisSeconds)));
  writeFileSync(secretFile, secret.toString("hex"));
  const store = ["--state.scheme", mode === "archive" ? "hash" : scheme];
  execFileSync(binary, ["init", "--datadir", directory, ...store, genesisFile], { stdio: "pipe" });
  const port = await freePort();
  const engineOptions = [
    "--authrpc.addr",
    "127.0.0.1",
    "--authrpc.port",
    String(port),
    "--authrpc.jwtsecret",
    secretFile,
  ];
  const options = [...localOptions(directory, api), ...store, "--gcmode", mode, "--syncmode", "full", ...engineOptions];
  const launched = await launchNode(binary, options, gethReady, directory, { HOME: directory });
  const genesis = (await rpc(launched.url, "eth_getBlockByNumber", ["0x0", false])) as Readonly<Record<string, string>>;
  const start = { blockHash: genesis.hash ?? "", timestamp: genesis.timestamp ?? "" };
  const engine = connectEngine(`http://127.0.0.1:${port}`, secret, start);
  return {
    ...launched,
    rpc: (method, params) => rpc(launched.url, method, params),
    announce: engine.announce,
    mineNow: () => engine.addBlock({ stepSeconds: Math.floor(Date.now() / 1000) - engine.headSeconds() }),
    mine: async (count, plan) => {
      let last = await engine.addBlock(plan);
      for (let mined = 1; mined < count; mined += 1) {
        last = await engine.addBlock(plan);
      }
      return last;
    },
  };
}

// Every fork up to Shanghai from the first block on.
function genesisOf(seconds: number): object {
  const forks = ["homestead", "eip150", "eip155", "eip158", "byzantium", "constantinople", "petersburg"];
  const blocks = [...forks, "istanbul", "berlin", "london"].map((name) => [`${name}Block`, 0]);
  return {
    config: { chainId, ...Object.fromEntries(blocks), terminalTotalDifficulty: 0, shanghaiTime: 0 },
    timestamp: `0x${seconds.toString(16)}`,
    difficulty: "0x0",
    gasLimit: "0x1c9c380",
    alloc: { [`0x${"22".repeat(20)}`]: { balance: "0x1" } },
  };
}
