import { dirname, join } from "node:path";
import type { ChainPlan, NodeKind } from "../kind";
import { basicAuthorization, bitcoinFamily, blockIntervalMs, mineHistory } from "./bitcoin-family";

/** Receives mined coins: the address of private key 1, so that anyone can spend them. */
const coinbase = { regtest: "RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh", simnet: "SXyGazfm6S3xfcySmD6QNkZYmtfysC2jvc" };

/** Bitcoin node on regtest; the wrong chain is simnet, which has another genesis block. */
export const bcoin: NodeKind = {
  ...bitcoinFamily,
  software: "bcoin",
  version: "1.0.2",

  launch({ plan, folder, password }) {
    const network = networkOf(plan);
    const program = join(dirname(require.resolve("bcoin/package.json")), "bin", "node");
    return {
      command: process.execPath,
      args: [
        ...[program, "--network", network, "--memory", "true", "--prefix", folder, "--log-file", "false"],
        ...["--http-host", "127.0.0.1", "--http-port", "0", "--api-key", password, "--log-level", "info"],
        // Without a wallet it opens no second port; without workers it is a single process.
        ...["--no-wallet", "--workers", "false", "--listen", "false", "--no-dns=true", "--index-tx", "true"],
        ...["--coinbase-address", coinbase[network]],
      ],
      // The native key-value store is missing when install scripts are off; the JavaScript one always works.
      env: { NODE_BACKEND: "js", NODE_NO_WARNINGS: "1", NODE_OPTIONS: "", HOME: folder },
      ready: /Node HTTP server listening on 127\.0\.0\.1 \(port=(\d+)\)/,
    };
  },

  prepareChain: (rpc, { plan, height }) =>
    mineHistory(rpc, plan.ageSeconds, height, (blocks) => rpc("generate", blocks)),
  miner: { everyMs: blockIntervalMs, mine: (rpc) => rpc("generate", 1) },
  authorization: (password) => basicAuthorization("x", password),
};

function networkOf(plan: ChainPlan): "regtest" | "simnet" {
  return plan.isWrongChain ? "simnet" : "regtest";
}
