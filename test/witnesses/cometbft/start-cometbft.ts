import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/nodes/free-port";
import { launchNode, type NodeProcess, rpc } from "../../support/nodes/nodes";

/** Starts CometBFT with its built-in application, a key-value store: one validator, one block per second. */
export async function startCometBft(binary: string): Promise<NodeProcess> {
  const directory = mkdtempSync(join(tmpdir(), "cometbft-"));
  const home = ["--home", directory];
  execFileSync(binary, ["init", ...home], { stdio: "pipe" });
  const url = `http://127.0.0.1:${await freePort()}`;
  const options = ["node", ...home, "--proxy_app=kvstore", "--p2p.laddr=tcp://127.0.0.1:0", "--p2p.pex=false"];
  const listen = `--rpc.laddr=${url.replace("http", "tcp")}`;
  // The line is logged just before the port opens; a block proves that the node works.
  const launched = await launchNode(binary, [...options, listen], /finalized block.*height=1()/, directory, {});
  return { ...launched, url, rpc: (method, params) => rpc(url, method, params) };
}
