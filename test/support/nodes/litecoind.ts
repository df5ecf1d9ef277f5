import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { suspend } from "../../../sandbox/nodes/suspend";
import { freePort } from "./free-port";
import { type BitcoinProcess, rpc } from "./nodes";

const readyWithinMs = 18_000;
const username = "node";
const password = "litecoind-password-for-tests";

/**
 * The litecoind of the Debian package `litecoind`, or the one in the environment variable `LITECOIND`; undefined when
 * there is none.
 */
export function litecoindPath(): string | undefined {
  const path = process.env.LITECOIND ?? "/usr/lib/litecoin/litecoind";
  return existsSync(path) ? path : undefined;
}

/**
 * Starts litecoind on regtest with an empty chain and without a wallet; `createwallet ["w"]` creates one, which is then
 * the default.
 * @throws Error when it is not installed, or not ready within 10 s
 */
export async function startLitecoind(...args: readonly string[]): Promise<BitcoinProcess> {
  const program = litecoindPath();
  if (program === undefined) {
    throw new Error("litecoind is not installed; the Debian package is litecoind");
  }
  const directory = mkdtempSync(join(tmpdir(), "litecoind-"));
  const port = await freePort();
  const options =
    `-regtest -datadir=${directory} -server=1 -rpcbind=127.0.0.1 -rpcallowip=127.0.0.1 -rpcport=${port} -listen=0
    -connect=0 -dnsseed=0 -upnp=0 -rpcuser=${username} -rpcpassword=${password} -fallbackfee=0.0001 -keypool=1 -printtoconsole=0
    -debuglogfile=0`.split(/\s+/);
  const child = spawn(program, [...options, ...args], { stdio: "ignore", env: { ...process.env, HOME: directory } });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    child.once("error", end);
    child.once("exit", end);
  });
  const stop = async () => {
    kill();
    await ended;
    process.removeListener("exit", kill);
    rmSync(directory, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const call: BitcoinProcess["rpc"] = (method, params) => rpc(url, method, params, basic);
  const deadline = Date.now() + readyWithinMs;
  // It does not print that it is ready, and answers with error -28 until then.
  for (let isReady = false; !isReady; ) {
    isReady = await call("getblockcount").then(
      () => true,
      () => false,
    );
    if (!isReady && (isOver || Date.now() > deadline)) {
      await stop();
      throw new Error(isOver ? "litecoind ended at its start" : `litecoind was not ready within ${readyWithinMs} ms`);
    }
    await pause(isReady ? 0 : 25);
  }
  return {
    ...{ url, username, password, rpc: call, stop },
    suspend: () => suspend(child.pid ?? 0),
    resume: () => child.kill("SIGCONT"),
  };
}
