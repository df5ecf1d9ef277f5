import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Chain } from "../../state/catalogue";
import type { ChainPlan, NodeKind } from "../kind";
import { traceCallMany } from "./trace-call-many";

/** Initial blocks: enough for `safe` and `finalized`, which trail by 32 and 64. */
const historyBlocks = 70;
const staleBlocks = 4;
const platforms: Readonly<Record<string, string>> = {
  "linux-x64": "anvil-linux-amd64",
  "linux-arm64": "anvil-linux-arm64",
  "darwin-x64": "anvil-darwin-amd64",
  "darwin-arm64": "anvil-darwin-arm64",
  "win32-x64": "anvil-win32-amd64",
};

/** EVM node: a block per second, one funded account, the chain id of the emulated chain. */
export const anvil: NodeKind = {
  software: "anvil",
  version: "1.7.1",
  apiNamespaces: ["net", "eth", "web3", "txpool", "debug", "trace"],
  hasWebSocket: true,
  ageSeconds: { stale: 600, behind: 300 },

  launch({ chain, plan, folder, height }) {
    const blocks = plan.isMining ? historyBlocks : staleBlocks;
    const genesis = Math.floor(Date.now() / 1000) - plan.ageSeconds - blocks;
    return {
      command: binary(),
      args: [
        ...["--host", "127.0.0.1", "--port", "0", "--accounts", "1", "--chain-id", String(chainId(chain, plan))],
        ...(plan.isMining ? ["--block-time", "1"] : ["--no-mining"]),
        // Without it the struct logs of mined transactions are empty.
        "--steps-tracing",
        ...["--timestamp", String(genesis), "--cache-path", join(folder, "cache")],
        ...(height > 0 ? ["--number", String(height)] : []),
      ],
      env: { HOME: folder },
      ready: /Listening on 127\.0\.0\.1:(\d+)/,
    };
  },

  async prepareChain(rpc, { plan }) {
    await rpc("anvil_mine", hex(plan.isMining ? historyBlocks : staleBlocks), "0x1");
    if (plan.isMining) {
      // Removes the time offset of the old genesis: from the next block on, the head has the planned age.
      await rpc("evm_setTime", Math.floor(Date.now() / 1000) - plan.ageSeconds);
    }
  },

  async height(rpc) {
    return Number(await rpc("eth_blockNumber"));
  },

  async adjust(rpc, chain, from, to) {
    if (from.ageSeconds !== to.ageSeconds || from.isMining !== to.isMining) {
      return false;
    }
    await rpc("anvil_setChainId", chainId(chain, to));
    return true;
  },

  authorization: () => undefined,
  upstreamPath: (rest, { suffix }) => (rest === "" || rest === suffix ? "/" : rest),
  emulatedMethods: { debug_traceCallMany: traceCallMany },
};

function chainId(chain: Chain, plan: ChainPlan): number {
  const own = chain.chainId ?? 31_337;
  return plan.isWrongChain ? (plan.wrongChainId ?? own + 1) : own;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function binary(): string {
  const key = `${process.platform}-${process.arch}`;
  const name = platforms[key];
  if (name === undefined) {
    throw new Error(`no anvil binary for ${key}; EVM nodes run on ${Object.keys(platforms).join(", ")}`);
  }
  // The platform's binary is a dependency of the wrapper package, so it is looked up from there.
  const wrapper = createRequire(require.resolve("@foundry-rs/anvil/package.json"));
  const folder = dirname(wrapper.resolve(`@foundry-rs/${name}/package.json`));
  return join(folder, "bin", process.platform === "win32" ? "anvil.exe" : "anvil");
}
