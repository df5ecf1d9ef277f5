import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** An engine in its own process, which can be killed. */
export interface MortalEngine {
  /** `host:port`, the argument of a provider process. */
  readonly address: string;
  /** Sends SIGKILL. */
  kill(): void;
  /** Resolves when it is dead: the system has closed all its connections. */
  readonly dead: Promise<void>;
}

// The part of gRPC that provider processes need: every call succeeds with an empty message.
const program = `
const server = require("node:http2").createServer();
server.on("stream", (stream) => {
  stream.on("error", () => undefined);
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
  stream.end(Buffer.alloc(5));
  stream.resume();
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) {
    child.kill("SIGKILL");
  }
});

/** Starts an engine. Kill it in the end. */
export async function startMortalEngine(): Promise<MortalEngine> {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  const dead = once(child, "exit").then(() => {
    running.delete(child);
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return { address: `127.0.0.1:${Number(port)}`, kill: () => void child.kill("SIGKILL"), dead };
}
