import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import type { ChainPlan, NodeKind, Rpc } from "../kind";
import { directRpc } from "../rpc";
import { basicAuthorization, bitcoinFamily, blockIntervalMs, mineHistory, nowSeconds } from "./bitcoin-family";

/** Binary of the Debian package; the wrapper on the PATH writes to the home directory. */
const packagedProgram = "/usr/lib/litecoin/litecoind";
/** Receives mined coins: the address of private key 1, so that anyone can spend them. */
const coinbase = "rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3";
const username = "node";

/** Litecoin node on regtest; the wrong chain is testnet without peers, which stays at its genesis block. */
export const litecoind: NodeKind = {
  ...bitcoinFamily,
  software: "litecoind",
  version: "0.21.2.1",

  async launch({ plan, folder, password }) {
    const command = process.env.LITECOIND ?? packagedProgram;
    if (!existsSync(command)) {
      throw new Error(
        `no litecoind at ${command}; install the Debian package litecoind, or name its path in LITECOIND`,
      );
    }
    const port = await freePort();
    const rpc = directRpc(port, authorization(password));
    return {
      command,
      args: [
        ...[plan.isWrongChain ? "-testnet" : "-regtest", `-datadir=${folder}`, "-disablewallet=1"],
        ...["-server=1", "-rpcbind=127.0.0.1", "-rpcallowip=127.0.0.1", `-rpcport=${port}`],
        ...[`-rpcuser=${username}`, `-rpcpassword=${password}`],
        // No connection in either direction.
        ...["-listen=0", "-connect=0", "-dnsseed=0", "-upnp=0"],
        ...["-printtoconsole=0", "-debuglogfile=0"],
      ],
      env: { HOME: folder },
      // It never prints its port, and responds with error -28 while it warms up.
      ready: { port, probe: () => rpc("getblockcount") },
    };
  },

  async prepareChain(rpc, { plan, height }) {
    if (plan.isWrongChain) {
      return;
    }
    await mineHistory(rpc, plan.ageSeconds, height, (blocks) => rpc("generatetoaddress", blocks, coinbase));
    if (plan.ageSeconds === 0) {
      await rpc("setmocktime", 0);
    }
  },

  miner: { everyMs: blockIntervalMs, mine },
  authorization,
};

/** Mock time does not advance, so a chain that is behind needs a new one for each block. */
async function mine(rpc: Rpc, { ageSeconds, isWrongChain }: ChainPlan): Promise<void> {
  if (isWrongChain) {
    return;
  }
  if (ageSeconds > 0) {
    await rpc("setmocktime", nowSeconds() - ageSeconds);
  }
  await rpc("generatetoaddress", 1, coinbase);
}

function authorization(password: string): string {
  return basicAuthorization(username, password);
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
