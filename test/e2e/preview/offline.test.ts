import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { useEngine } from "../../support/engine/home";
import type { CliResult } from "../../support/engine/pulumi";
import { openStack, type TestStack } from "../../support/engine/stack";
import { programFile } from "../scene";

describe("a program of all types, without key and network", function () {
  this.timeout(120_000);
  useEngine();
  let count = 0;
  let stack: TestStack;
  let connections: string;

  before(async () => {
    stack = await openStack({ program: programFile("preview/everything.cjs") });
  });
  beforeEach(() => {
    connections = join(stack.folder, `connections-${count++}`);
  });
  after(() => stack.dispose());

  async function preview(program: string, args: object = {}, env: Record<string, string> = {}): Promise<CliResult> {
    await stack.setProgram(programFile(program), args);
    const recorder = resolve(__dirname, "record-connections.cjs");
    return stack.command(["preview", "--diff"], {
      env: { ...env, CONNECTIONS_FILE: connections, NODE_OPTIONS: `--require ${recorder}` },
    });
  }

  /** Everything that the program and the provider processes connected to. */
  function connected(): readonly string[] {
    expect(existsSync(connections), "the recorder was loaded").to.equal(true);
    return readFileSync(connections, "utf8").trim().split("\n");
  }

  it("preview: succeeds, and connects only to the engine", async () => {
    const { ok, stdout, stderr } = await preview("preview/everything.cjs");
    expect(ok, stdout + stderr).to.equal(true);
    expect(stdout).to.match(/\+ 9 to create/);
    const hosts = new Set(connected().map((address) => address.split(":")[0]));
    expect([...hosts]).to.deep.equal(["127.0.0.1"]);
  });

  describe("with a key and a listening platform", () => {
    let server: Server;
    let calls = 0;
    beforeEach(async () => {
      calls = 0;
      server = createServer((socket) => {
        calls += 1;
        socket.destroy();
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
    });
    afterEach(() => server.close());

    it("functions switched off: connects only to the engine", async () => {
      const { port } = server.address() as { readonly port: number };
      const { ok, stdout, stderr } = await preview(
        "preview/everything.cjs",
        {},
        {
          BLOCKCHAIN_NODES_BASE_URL: `http://127.0.0.1:${port}`,
          BLOCKCHAIN_NODES_API_KEY: "abcdefgh.0123456789abcdef0123456789abcdef",
          BLOCKCHAIN_NODES_OFFLINE: "true",
        },
      );
      expect(ok, stdout + stderr).to.equal(true);
      expect(connected().filter((address) => address.endsWith(`:${port}`))).to.deep.equal([]);
      expect(calls).to.equal(0);
    });
  });

  it("wrong value: refused on its argument, with the fix", async () => {
    const { ok, stdout, stderr } = await preview("preview/mistake.cjs", { mistake: "a wrong value" });
    expect(ok).to.equal(false);
    expect(stdout + stderr).to.match(/property chain value \{Ethereum-Mainnet\} has a problem: .*"ethereum-mainnet"/);
    expect(new Set(connected().map((address) => address.split(":")[0]))).to.deep.equal(new Set(["127.0.0.1"]));
  });

  for (const [what, said] of [
    [
      "a wrong argument of a function's Output form",
      /getNodes: no request was sent\. regoin: is not an argument here; did you mean "region"\?/,
    ],
    ["a plain function without a key", /The platform's base URL is missing: set it with .* BLOCKCHAIN_NODES_BASE_URL/],
    ["an unknown argument of a Provider", /Provider "acct": apikey is not an argument; did you mean "apiKey"\?/],
    ["the option import", /Project "apps": the resource option "import" cannot work/],
  ] as const) {
    it(`${what}: ends at once with one line`, async () => {
      const { ok, stdout, stderr } = await preview("preview/mistake.cjs", { mistake: what });
      expect(ok).to.equal(false);
      expect(stdout + stderr).to.match(said);
    });
  }
});
