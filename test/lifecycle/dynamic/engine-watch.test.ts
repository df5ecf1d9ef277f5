import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttp2Server, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import type { SendGuard } from "../../../provider/http/send-guard";
import { watchEngine } from "../../../provider/lifecycle/dynamic/engine-watch";
import { failureOf } from "../../support/platform/client-on-sandbox";

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("watchEngine", () => {
  const servers: Server[] = [];
  const sessions: ServerHttp2Session[] = [];
  let address: string;
  let lost: Promise<void>;
  let losses: number;
  let guard: SendGuard;

  /** Watches a server, and resolves after the given number of connections. */
  async function watch(server: Server, event: "connection" | "session", times: number): Promise<void> {
    servers.push(server);
    address = await listen(server);
    let count = 0;
    const reached = new Promise<void>((resolve) => {
      server.on(event, () => {
        count += 1;
        if (count === times) {
          resolve();
        }
      });
    });
    begin();
    await reached;
  }

  function begin(): void {
    losses = 0;
    lost = new Promise((resolve) => {
      guard = watchEngine(address, () => {
        losses += 1;
        resolve();
      });
    });
  }

  function engine(): Server {
    const server = createHttp2Server();
    server.on("session", (session) => sessions.push(session));
    return server as unknown as Server;
  }

  async function end(): Promise<void> {
    for (const session of sessions.splice(0)) {
      session.destroy();
    }
    await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  }

  afterEach(end);

  it("server stops listening: reported once", async () => {
    await watch(engine(), "session", 1);
    expect(losses).to.equal(0);
    await end();
    await lost;
    expect(losses).to.equal(1);
  });

  it("nothing listens at the start: reported", async () => {
    servers.push(engine());
    address = await listen(servers[0] as Server);
    await end();
    begin();
    await lost;
  });

  it("session ends while the server listens: reconnects, nothing reported", async () => {
    const server = engine();
    server.on("session", (session: ServerHttp2Session) => sessions.length < 3 && session.destroy());
    await watch(server, "session", 3);
    expect(losses).to.equal(0);
    await end();
    await lost;
  });

  it("server that closes every connection: nothing reported", async () => {
    await watch(
      createServer((socket) => socket.resetAndDestroy()),
      "connection",
      4,
    );
    expect(losses).to.equal(0);
    await end();
    await lost;
  });

  it("process: not kept alive", async () => {
    servers.push(engine());
    address = await listen(servers[0] as Server);
    const module = join(__dirname, "../../../provider/lifecycle/dynamic/engine-watch.ts");
    const program = `require(${JSON.stringify(module)}).watchEngine(process.argv[1], () => process.exit(1));`;
    const child = spawn(process.execPath, ["--import", "tsx", "-e", program, address], {
      cwd: join(__dirname, "../../.."),
      stdio: "inherit",
    });
    expect(await once(child, "exit")).to.deep.equal([0, null]);
  });

  describe("guard", () => {
    /** An engine that responds to every call. */
    function answering(): Server {
      const server = engine();
      server.on("stream", (stream: ServerHttp2Stream) => stream.respond({ ":status": 200 }, { endStream: true }));
      return server;
    }

    it("engine responds in any way: the request leaves at once", async () => {
      await watch(answering(), "session", 1);
      expect(await guard.ready()).to.equal(false);
      expect(guard.isBlocked()).to.equal(false);
      await end();
      await watch(
        engine().on("stream", (stream: ServerHttp2Stream) => stream.close()),
        "session",
        1,
      );
      expect(await guard.ready()).to.equal(false);
    });

    it("engine unreachable: the request waits for it, with a log line", async () => {
      const server = engine();
      // The first session ends when probed, the second one responds.
      server.on("stream", (stream: ServerHttp2Stream) =>
        sessions.length === 1 ? stream.session?.destroy() : stream.respond({ ":status": 200 }, { endStream: true }),
      );
      await watch(server, "session", 1);
      expect(await guard.ready()).to.equal(true);
      expect(sessions).to.have.length(2);
    });

    it("engine dead: the request never leaves", async () => {
      await watch(answering(), "session", 1);
      await guard.ready();
      await end();
      const controller = new AbortController();
      const held = guard.ready(controller.signal);
      await lost;
      expect(guard.isBlocked()).to.equal(true);
      controller.abort(new Error("the process ends"));
      expect((await failureOf(held))?.message).to.equal("the process ends");
    });

    it("engine silent: the request waits, until the signal aborts it", async () => {
      const asked = new Promise((resolve) => {
        servers.push(engine().once("stream", resolve));
      });
      address = await listen(servers.at(-1) as Server);
      begin();
      const controller = new AbortController();
      const held = guard.ready(controller.signal);
      await asked;
      controller.abort(new Error("the process ends"));
      expect((await failureOf(held))?.message).to.equal("the process ends");
    });
  });
});
