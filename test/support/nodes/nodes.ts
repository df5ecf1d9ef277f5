import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suspend } from "../../../sandbox/nodes/suspend";

/** A real local node, or a server that plays one. */
export interface TestNode {
  readonly url: string;
  /** Calls the node directly; rejects on an error response. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** A node in its own process. */
export interface NodeProcess extends TestNode {
  /** Makes it accept connections without responding (SIGSTOP), until {@link NodeProcess.resume}. */
  suspend(): Promise<void>;
  resume(): void;
}

/** A node of the Bitcoin family with its credentials. */
export interface BitcoinProcess extends NodeProcess {
  readonly username: string;
  readonly password: string;
}

const readyWithinMs = 18_000;
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) {
    child.kill("SIGKILL");
  }
});

/** Starts anvil on a free port, by default with chain id 31337. */
export async function startAnvil(...args: readonly string[]): Promise<NodeProcess> {
  const binary = require.resolve("@foundry-rs/anvil-linux-amd64/bin/anvil");
  const directory = mkdtempSync(join(tmpdir(), "anvil-"));
  const port = args.includes("--port") ? [] : ["--port", "0"];
  const own = ["--host", "127.0.0.1", ...port, "--accounts", "1", "--cache-path", directory];
  const launched = await launchNode(binary, [...own, ...args], /Listening on [\d.]+:(\d+)/, directory, {
    HOME: directory,
  });
  return { ...launched, rpc: (method, params) => rpc(launched.url, method, params) };
}

/** Starts bcoin on regtest with an empty chain in memory. */
export async function startBcoin(): Promise<BitcoinProcess> {
  const directory = mkdtempSync(join(tmpdir(), "bcoin-"));
  const password = "bcoin-api-key-for-tests";
  const options =
    `--network regtest --memory true --prefix ${directory} --http-host 127.0.0.1 --http-port 0 --api-key ${password}
    --no-wallet=true --listen false --no-dns=true --log-level info --log-file false --workers false`.split(/\s+/);
  const program = join(require.resolve("bcoin/package.json"), "../bin/node");
  const environment = { NODE_BACKEND: "js", NODE_NO_WARNINGS: "1" };
  const ready = /HTTP server listening on [\d.]+ \(port=(\d+)\)/;
  const launched = await launchNode(process.execPath, [program, ...options], ready, directory, environment);
  const basic = `Basic ${Buffer.from(`node:${password}`).toString("base64")}`;
  return { ...launched, username: "node", password, rpc: (method, params) => rpc(launched.url, method, params, basic) };
}

/**
 * Starts a node as a process and waits until it is ready.
 *
 * @param ready matches a line of its output; the first group is its port
 * @param directory removed when the node is stopped
 */
export async function launchNode(
  command: string,
  args: readonly string[],
  ready: RegExp,
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<Omit<NodeProcess, "rpc">> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...environment } });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    running.delete(child);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const port = await readyPort(child, ready);
    return {
      url: `http://127.0.0.1:${port}`,
      suspend: () => suspend(child.pid ?? 0),
      resume: () => child.kill("SIGCONT"),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

// Both pipes are read while the process runs: a full one would block it.
function readyPort(child: ChildProcess, ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const late = setTimeout(() => reject(new Error(`Not ready within ${readyWithinMs} ms:\n${output}`)), readyWithinMs);
    const read = (chunk: Buffer) => {
      output = `${output}${chunk.toString("utf8")}`.slice(-20_000);
      const port = ready.exec(output)?.[1];
      if (port !== undefined) {
        clearTimeout(late);
        resolve(port);
      }
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(late);
      reject(new Error(`Ended with ${code} before it was ready:\n${output}`));
    });
  });
}

/** Calls a node directly, without the code under test. */
export async function rpc(
  url: string,
  method: string,
  params: readonly unknown[] = [],
  authorization?: string,
): Promise<unknown> {
  const headers = { "content-type": "application/json", ...(authorization === undefined ? {} : { authorization }) };
  const answer = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } | null };
  if (error !== undefined && error !== null) {
    throw new Error(`${method}: ${error.message}`);
  }
  return result;
}

/** A recorded request. */
export interface SeenRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Parsed body, one entry for a single call; none for a GET. */
  readonly calls: readonly { readonly id: number; readonly method: string; readonly params: readonly unknown[] }[];
  readonly isBatch: boolean;
}

/** A small HTTP server for responses that no real node gives. */
export interface StubNode {
  readonly url: string;
  /** Every request so far, in order. */
  readonly seen: readonly SeenRequest[];
  stop(): Promise<void>;
}

/** Starts a server that passes each request to the handler; `Date` is only sent where the handler sets it. */
export async function startStub(
  handle: (seen: SeenRequest, response: ServerResponse) => void | Promise<void>,
): Promise<StubNode> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    response.sendDate = false;
    void bodyOf(request).then(async (body) => {
      const parsed = JSON.parse(body === "" ? "[]" : body) as SeenRequest["calls"][number] | SeenRequest["calls"];
      const calls = Array.isArray(parsed) ? parsed : [parsed as SeenRequest["calls"][number]];
      const entry = { url: request.url ?? "", headers: request.headers, body, calls, isBatch: Array.isArray(parsed) };
      seen.push(entry);
      await handle(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A stub in front of a real node: forwards everything, and so counts the requests. */
export function startCountingProxy(node: { readonly url: string }): Promise<StubNode> {
  return startStub(async ({ body, headers }, response) => {
    const { authorization } = headers;
    const passed = {
      "content-type": "application/json",
      ...(typeof authorization === "string" ? { authorization } : {}),
    };
    const answer = await fetch(node.url, { method: "POST", headers: passed, body });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
