import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchNode, type NodeProcess, rpc } from "../../support/nodes/nodes";

/**
 * Starts geth in developer mode: its own chain (id 1337), one block per transaction, HTTP and WebSocket on one port.
 */
export async function startGeth(binary: string): Promise<NodeProcess> {
  const directory = mkdtempSync(join(tmpdir(), "geth-"));
  const api = "eth,net,web3,debug,txpool";
  const options = `--dev --datadir ${directory} --nodiscover --maxpeers 0 --port 0 --ipcdisable --authrpc.port 0
    --http --http.addr 127.0.0.1 --http.port 0 --http.api ${api} --ws --ws.addr 127.0.0.1 --ws.port 0 --ws.api ${api}`.split(
    /\s+/,
  );
  const ready = /HTTP server started\s+endpoint=127\.0\.0\.1:(\d+) auth=false/;
  const launched = await launchNode(binary, options, ready, directory, { HOME: directory });
  return { ...launched, rpc: (method, params) => rpc(launched.url, method, params) };
}
