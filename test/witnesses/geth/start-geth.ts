import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchNode, type NodeProcess, rpc } from "../../support/nodes/nodes";

/** How geth produces blocks, and what it offers. */
export interface GethOptions {
  /** Seconds between blocks. @default 0: one block per transaction, none without */
  readonly periodSeconds?: number;
}

/** The line by which geth reports that its public HTTP server listens. */
export const gethReady = /HTTP server started\s+endpoint=127\.0\.0\.1:(\d+) auth=false/;

/** Options of geth for HTTP and WebSocket on one port, and nothing else. */
export function localOptions(directory: string, api: string): readonly string[] {
  return `--datadir ${directory} --nodiscover --maxpeers 0 --port 0 --ipcdisable
    --http --http.addr 127.0.0.1 --http.port 0 --http.api ${api} --ws --ws.addr 127.0.0.1 --ws.port 0 --ws.api ${api}`.split(
    /\s+/,
  );
}

/** Starts geth in developer mode: its own chain (id 1337), HTTP and WebSocket on one port. */
export async function startGeth(binary: string, { periodSeconds = 0 }: GethOptions = {}): Promise<NodeProcess> {
  const directory = mkdtempSync(join(tmpdir(), "geth-"));
  const options = localOptions(directory, "eth,net,web3,debug,txpool");
  const mode = ["--dev", "--dev.period", String(periodSeconds), "--authrpc.port", "0"];
  const launched = await launchNode(binary, [...mode, ...options], gethReady, directory, { HOME: directory });
  return { ...launched, rpc: (method, params) => rpc(launched.url, method, params) };
}
