import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/nodes/free-port";
import { launchNode, type NodeProcess, rpc } from "../../support/nodes/nodes";

/** The chain of a CometBFT node, and its part in it. */
export interface CometBftOptions {
  /** Changes to the genesis document, such as `chain_id`. @default a new chain */
  readonly genesis?: Readonly<Record<string, unknown>>;
  /** Whether blocks are made without transactions, one per second. @default true */
  readonly makesEmptyBlocks?: boolean;
  /** Whether it makes the blocks of its chain; otherwise it waits for them, and has no peers. @default true */
  readonly isValidator?: boolean;
}

/** Starts CometBFT with its built-in application, a key-value store; a validator has its first block. */
export async function startCometBft(
  binary: string,
  { genesis = {}, makesEmptyBlocks = true, isValidator = true }: CometBftOptions = {},
): Promise<NodeProcess> {
  const directory = mkdtempSync(join(tmpdir(), "cometbft-"));
  const home = ["--home", directory];
  execFileSync(binary, ["init", ...home], { stdio: "pipe" });
  const file = join(directory, "config/genesis.json");
  const initial = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
  writeFileSync(file, JSON.stringify({ ...initial, ...genesis }));
  if (!isValidator) {
    // It then makes itself another key than the one in the genesis document.
    rmSync(join(directory, "config/priv_validator_key.json"));
  }
  const url = `http://127.0.0.1:${await freePort()}`;
  const options = ["node", ...home, "--proxy_app=kvstore", "--p2p.laddr=tcp://127.0.0.1:0", "--p2p.pex=false"];
  const blocks = `--consensus.create_empty_blocks=${makesEmptyBlocks}`;
  const listen = `--rpc.laddr=${url.replace("http", "tcp")}`;
  // The line about the port is logged just before it opens; a block proves that the node works.
  const ready = isValidator ? /finalized block.*height=\d+()/ : /Started node()/;
  const launched = await launchNode(binary, [...options, blocks, listen], ready, directory, {});
  return { ...launched, url, rpc: (method, params) => rpc(url, method, params) };
}
