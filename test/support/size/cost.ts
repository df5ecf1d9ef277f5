import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** A call that a process of its own makes. */
export interface Call {
  /** What is called, and in which way. */
  readonly target: "node" | "platform" | "platform-list";
  /** Method or operation. */
  readonly name: string;
  readonly params?: readonly unknown[];
  /** Name of the body that the server answers. */
  readonly body: string;
}

/** What a call has cost. */
export interface Cost {
  /** By how much the process was larger at most than before. */
  readonly bytes: number;
  readonly cpuMs: number;
  /** What came of it: the kind of value, or the whole error. */
  readonly outcome: string;
}

/** What a server answers. */
export interface Body {
  readonly text: string;
  /** @default 200 */
  readonly status?: number;
}

// A call that takes this long has failed, whatever its final cost.
const longestMs = 60_000;

/**
 * Makes calls from another process to a server in this one, and reports what each cost there; the first one includes
 * loading.
 */
export async function costsOf(
  calls: readonly Call[],
  bodies: Readonly<Record<string, Body>>,
): Promise<readonly Cost[]> {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { text, status = 200 } = bodies[request.url?.split("/")[1] ?? ""] ?? { text: "", status: 501 };
    request.resume().on("end", () => response.writeHead(status, { "content-type": "application/json" }).end(text));
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await measured(`http://127.0.0.1:${port}`, calls);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Runs the process and reads its lines; results that it did not reach are missing. */
function measured(origin: string, calls: readonly Call[]): Promise<readonly Cost[]> {
  const script = join(__dirname, "cost-process.ts");
  const options = ["--expose-gc", "--import", "tsx", script, origin, ...calls.map((call) => JSON.stringify(call))];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "ignore"], timeout: longestMs });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
    });
    child.on("close", () => {
      const lines = text.split("\n").filter((line) => line.endsWith("}"));
      resolve(lines.map((line) => JSON.parse(line) as Cost));
    });
  });
}

/** Memory limit for a response of `bytes` bytes: ten times its size and 50 MB. */
export function mostMemory(bytes: number): number {
  return bytes * 10 + 50_000_000;
}

// One second for 8 MB, and as much again for a busy machine.
const cpuMsPerByte = 1_000 / 8_000_000;

/** CPU time limit for a response of `bytes` bytes. */
export function mostCpuMs(bytes: number): number {
  return 2 * cpuMsPerByte * bytes + 500;
}

/** A list of copies of one value, about `bytes` long. */
export function listOf(value: string, bytes: number): string {
  return `[${Array.from({ length: Math.floor(bytes / (value.length + 1)) }, () => value).join(",")}]`;
}

/** Members with distinct names, about `bytes` long in total. */
export function members(bytes: number, value = "1", nameOf = (index: number) => `k${index.toString(36)}`): string[] {
  const made: string[] = [];
  for (let length = 0; length < bytes; ) {
    const member = `"${nameOf(made.length)}":${value}`;
    made.push(member);
    length += member.length + 1;
  }
  return made;
}
