import { dirname, join } from "node:path";
import type { ChainPlan, NodeKind } from "./kind";

/** Where mined coins go: the address of private key 1, so that whoever wants to spend them can. */
const coinbase = { regtest: "RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh", simnet: "SXyGazfm6S3xfcySmD6QNkZYmtfysC2jvc" };
const historyBlocks = 12;
/** A restart makes as many blocks as there were, within the few seconds that this may take. */
const mostBlocks = 1000;

/** Bitcoin node on regtest; the wrong chain is simnet, which has another genesis block. */
export const bcoin: NodeKind = {
  software: "bcoin",
  version: "1.0.2",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: { stale: 21_600, behind: 7_200 },

  launch({ plan, folder, password }) {
    const network = networkOf(plan);
    const program = join(dirname(require.resolve("bcoin/package.json")), "bin", "node");
    return {
      command: process.execPath,
      args: [
        ...[program, "--network", network, "--memory", "true", "--prefix", folder, "--log-file", "false"],
        ...["--http-host", "127.0.0.1", "--http-port", "0", "--api-key", password, "--log-level", "info"],
        // Without its wallet it opens no second port; without workers it stays one process.
        ...["--no-wallet", "--workers", "false", "--listen", "false", "--no-dns=true", "--index-tx", "true"],
        ...["--coinbase-address", coinbase[network]],
      ],
      // The native key-value store is not built where install scripts are off; the JavaScript one always works.
      env: { NODE_BACKEND: "js", NODE_NO_WARNINGS: "1", NODE_OPTIONS: "", HOME: folder },
      ready: /Node HTTP server listening on 127\.0\.0\.1 \(port=(\d+)\)/,
    };
  },

  async settle(rpc, { plan, height }) {
    const head = Math.floor(Date.now() / 1000) - plan.ageSeconds;
    const blocks = Math.max(historyBlocks, Math.min(height, mostBlocks));
    await rpc("setmocktime", head - blocks);
    await rpc("generate", blocks);
    await rpc("setmocktime", head);
    await rpc("generate", 1);
  },

  async height(rpc) {
    return Number(await rpc("getblockcount"));
  },

  adjust: () => Promise.resolve(false),
  miner: { everyMs: 10_000, mine: (rpc) => rpc("generate", 1) },
  authorization: (password) => `Basic ${Buffer.from(`x:${password}`).toString("base64")}`,
  upstreamPath: (rest) => (rest === "" || rest === "/" ? "/" : undefined),
};

function networkOf(plan: ChainPlan): "regtest" | "simnet" {
  return plan.isWrongChain ? "simnet" : "regtest";
}
