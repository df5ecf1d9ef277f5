import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { readCommand } from "../../sandbox/command/options";
import { startSandbox } from "../../sandbox/index";
import { ethereum, globalCloud, regtest, rpc, until } from "../support/sandbox/management-scene";

const main = join(__dirname, "..", "..", "sandbox", "main.ts");

interface Ready {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly admin: string;
}

/** Reads a stream to its end. */
async function all(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = "";
  for await (const chunk of stream ?? []) {
    text += String(chunk);
  }
  return text;
}

/** The first lines of the output, parsed as JSON. */
function lines(child: ChildProcess, count: number): Promise<Partial<Ready & { pid: number }>[]> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", () => reject(new Error(`ended before it was ready: ${text}`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const complete = text.split("\n").slice(0, -1);
      if (complete.length >= count) {
        resolve(complete.map((line) => JSON.parse(line) as Ready));
      }
    });
  });
}

async function ready(child: ChildProcess): Promise<Ready> {
  const [first] = await lines(child, 1);
  return { baseUrl: "", apiKey: "", admin: "", ...first };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function isListening(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Sends a request that never gets a response; resolves once it has arrived. */
async function hang({ baseUrl, apiKey, admin }: Ready): Promise<{ readonly ended: Promise<string> }> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const fault = { match: { path: "/v1/organization/" }, fault: { type: "hang" } };
  await fetch(`${admin}/faults`, { method: "POST", headers, body: JSON.stringify(fault) });
  const ended = fetch(`${baseUrl}/v1/organization/`, { headers }).then(
    () => "answered",
    () => "lost",
  );
  await until(async () => {
    const [entry] = (await (await fetch(`${admin}/faults`)).json()) as { readonly hits: number }[];
    return entry?.hits === 1 ? true : undefined;
  });
  return { ended };
}

/** Starts a node per blockchain, sends it a request, and returns the pids of the processes. */
async function fill({ baseUrl, apiKey, admin }: Ready, blockchains: readonly string[]): Promise<number[]> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const post = async (path: string, body: unknown) => {
    const response = await fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as { id: string; details: { https_endpoint: string } };
  };
  const project = (await post("/v2/projects/", { name: "p" })).id;
  for (const blockchain of blockchains) {
    const node = await post("/v2/nodes/", { name: "n", project, cloud: globalCloud, blockchain });
    await rpc(node.details.https_endpoint, "getblockcount");
  }
  const objects = (await (await fetch(`${admin}/objects`)).json()) as { nodes: { process: { pid: number } }[] };
  return objects.nodes.map((node) => node.process.pid);
}

describe("readCommand", () => {
  for (const [args, problem] of [
    [["--nothing"], /^Unknown option '--nothing'/],
    [["extra"], /^Unexpected argument 'extra'/],
    [["--port", "abc"], /^--port must be an integer from 0 to 65535$/],
    [["--page-size", "0"], /^--page-size must be a number from 1/],
    [["--set", "color=red"], /^--set color unknown key; known: /],
    [["--set", "nonEmptyDelete=500"], /^--set nonEmptyDelete must be one of 400, 403, 409, "cascade"$/],
  ] as const) {
    it(`${args.join(" ")}: a one-line usage error`, () => {
      const command = readCommand(args);
      expect(command).to.include({ kind: "usage" });
      expect(command).to.have.property("problem").that.matches(problem);
    });
  }

  it("valid options: mapped to settings", () => {
    const args = ["--port", "9000", "--seed", "3", "--latency-ms", "20", "--regional-seconds", "0.5", "--json"];
    expect(readCommand([...args, "--set", "nonEmptyDelete=cascade", "--set", "uniqueNames=true"])).to.deep.equal({
      kind: "start",
      isJson: true,
      staysAlone: false,
      options: {
        port: 9000,
        seed: 3,
        settings: { latencyMs: 20, regionalSeconds: 0.5, nonEmptyDelete: "cascade", uniqueNames: true },
      },
    });
  });
});

describe("startSandbox", () => {
  it("seed: the same keys and ids, random ones without it", async () => {
    const sandboxes = await Promise.all([{ seed: 7 }, { seed: 7 }, {}].map((options) => startSandbox(options)));
    const [first, second, third] = sandboxes.map(({ apiKey }) => apiKey);
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    expect(first).to.match(/^[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}$/);
    expect(second).to.equal(first);
    expect(third).not.to.equal(first);
    expect(sandboxes[0]?.admin).not.to.include(sandboxes[1]?.admin.split("/").at(-1));
  });

  it("port in use: rejected", async () => {
    const first = await startSandbox();
    const error = await startSandbox({ port: Number(new URL(first.baseUrl).port) }).catch((reason: unknown) => reason);
    await Promise.all([first.close(), first.close()]);
    expect(error).to.have.property("code", "EADDRINUSE");
  });
});

describe("blockchain-nodes-sandbox", () => {
  let folder: string;
  const started: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sandbox-test-"));
  });
  afterEach(() => {
    // After a failure a child may still run; its pipes would keep this process alive.
    for (const child of started.splice(0)) {
      child.kill("SIGKILL");
      child.stdout?.destroy();
      child.stderr?.destroy();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** Temporary folders of the sandboxes started by this test. */
  const leftovers = () => readdirSync(folder).filter((name) => name.startsWith("blockchain-nodes-sandbox-"));
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, TMPDIR: folder } });
    started.push(child);
    return child;
  };
  const command = ["--import", "tsx", main];

  it("unknown option: exit code 2, one line on stderr, empty stdout", async () => {
    const child = start(process.execPath, [...command, "--nothing"]);
    const [output, errors, [code]] = await Promise.all([all(child.stdout), all(child.stderr), once(child, "exit")]);
    expect(code).to.equal(2);
    expect(output).to.equal("");
    expect(errors.trim().split("\n")).to.have.length(1);
    expect(leftovers()).to.deep.equal([]);
  });

  for (const [how, blockchains, exit] of [
    ["SIGTERM", [ethereum, regtest], [0, null]],
    ["SIGINT", [ethereum], [0, null]],
    ["SIGKILL", [ethereum, regtest], [null, "SIGKILL"]],
  ] as const) {
    it(`${how} with open connections: no process, port or folder left`, async () => {
      const child = start(process.execPath, [...command, "--json"]);
      const is = await ready(child);
      expect(is.baseUrl).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(is.admin).to.match(new RegExp(`^${is.baseUrl}/admin/[0-9a-f]{32}$`));
      const pids = await fill(is, blockchains);
      expect(pids.every(isRunning)).to.equal(true);
      expect(leftovers()).to.have.length(1);
      // Waiting for this request would end in exit code 1, after 5 s: more than twenty times the usual.
      const hanging = await hang(is);
      child.kill(how);
      expect(await once(child, "exit")).to.deep.equal(exit);
      expect(await hanging.ended).to.equal("lost");
      await until(async () => (pids.some(isRunning) || leftovers().length > 0 ? undefined : true));
      expect(await isListening(is.baseUrl)).to.equal(false);
    });
  }

  it("parent killed: exits, unless --keep-running", async () => {
    const script = `
      const { spawn } = require("node:child_process");
      const args = ${JSON.stringify([...command, "--json"])};
      const options = { stdio: ["ignore", "inherit", "inherit"] };
      const first = spawn(process.execPath, args, options);
      const { pid } = spawn(process.execPath, [...args, "--keep-running"], options);
      console.log(JSON.stringify({ pid }));
      setInterval(() => {}, 1000);`;
    const starter = start(process.execPath, ["-e", script]);
    const answers = await lines(starter, 3);
    const [one = "", two = ""] = answers.flatMap(({ baseUrl }) => baseUrl ?? []);
    const pid = answers.flatMap((answer) => answer.pid ?? [])[0] ?? 0;
    starter.kill("SIGKILL");
    const listening = async () => (await Promise.all([one, two].map(isListening))).filter(Boolean).length;
    await until(async () => ((await listening()) === 1 ? true : undefined));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await listening()).to.equal(1);
    process.kill(pid, "SIGTERM");
    await until(async () => ((await listening()) === 0 && leftovers().length === 0 ? true : undefined));
  });

  it("package runner killed, its shell alive: exits", async () => {
    const line = [process.execPath, ...command, "--json"].join(" ");
    const runner = start("npm", ["exec", "--call", `${line}; exit $?`]);
    const is = await ready(runner);
    runner.kill("SIGKILL");
    await until(async () => ((await isListening(is.baseUrl)) ? undefined : true));
    await until(async () => (leftovers().length > 0 ? undefined : true));
  });
});
