import { expect } from "chai";
import { connectNode, type NodeClient, type SubscribeOptions } from "pulumi-blockchain-nodes";
import { failureOf } from "../../support/access/failure";
import { type SocketServer, startSocketServer } from "../../support/access/socket-server";

const hash = (value: number) => `0x${value.toString(16).padStart(64, "0")}`;
const kind = "newPendingTransactions";

describe("end of a subscription", () => {
  let server: SocketServer;
  let client: NodeClient;
  beforeEach(async () => {
    server = await startSocketServer();
    client = connectNode({ https: server.url.replace("ws", "http"), wss: server.url });
  });
  afterEach(async () => {
    await client.close();
    await server.stop();
  });
  const subscribe = (options: SubscribeOptions = {}) => client.subscribe(kind, [], options);
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const drop = () => {
    for (const socket of server.sockets) {
      socket.terminate();
    }
  };

  it("first event malformed: connection closed", async () => {
    server.answer = ({ id }, socket) => {
      // In one chunk, as a busy node sends them.
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: "0x1" }));
      server.emit({ nonsense: true });
    };
    const events = await subscribe();
    expect(await failureOf(events.next())).to.include({ code: "shape" });
    await until(() => server.sockets.size === 0);
  });

  it("node accepts and drops at once: ends after some attempts, each after a longer pause", async () => {
    const { answer } = server;
    server.answer = (message, socket) => {
      answer(message, socket);
      setTimeout(() => socket.terminate(), 1);
    };
    const error = await failureOf((await subscribe({ reconnectMs: 3_000 })).next());
    expect(error).to.include({ code: "transport", kind: "reset" });
    expect(error.message).to.include("accepts connections and closes them immediately");
    expect(server.seen.length).to.be.within(3, 8);
  });

  for (const [name, id] of [
    ["null", null],
    ["an object", {}],
    ["a list", ["0x1"]],
  ] as const) {
    it(`subscription id ${name}: ends at once`, async () => {
      server.answer = (message, socket) => socket.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: id }));
      expect(await failureOf(subscribe())).to.include({ code: "shape", path: "result" });
      await until(() => server.sockets.size === 0);
    });
  }

  it("subscription id a number in the response, a string in events: continues", async () => {
    server.answer = (message, socket) => socket.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: 7 }));
    const events = await subscribe();
    server.emit(hash(1), "7");
    expect((await events.next()).value).to.equal(hash(1));
  });

  it("unsubscribed while disconnected: ends at once, no further attempts", async () => {
    const events = await subscribe();
    server.refuseWith = 503;
    drop();
    await until(() => server.seen.length >= 2);
    // It does not wait for a reconnection, which has 60 s: longer than a test.
    await events.unsubscribe();
    server.refuseWith = undefined;
    const attempts = server.seen.length;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(server.seen.length).to.equal(attempts);
    expect(await events.next()).to.deep.equal({ done: true, value: undefined });
  });

  it("node starting: continues", async () => {
    const { answer } = server;
    const events = await subscribe();
    server.answer = ({ id }, socket) =>
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -28, message: "Loading block index..." } }));
    drop();
    await until(() => server.received.length >= 2);
    server.answer = answer;
    await until(() => events.reconnects === 1);
    server.emit(hash(1));
    expect((await events.next()).value).to.equal(hash(1));
  });

  it("onReconnect throws: ends with the caller's error", async () => {
    const own = new Error("mine");
    const events = await subscribe({
      onReconnect: () => {
        throw own;
      },
    });
    drop();
    expect(await events.next().catch((error: unknown) => error)).to.equal(own);
    await until(() => server.sockets.size === 0);
  });

  it("handshake redirected: TransportError", async () => {
    server.refuseWith = 301;
    expect(await failureOf(subscribe())).to.include({ code: "transport", kind: "redirect" });
  });

  for (const [name, value] of [
    ["idleMs", -5],
    ["idleMs", Number.POSITIVE_INFINITY],
    ["maxQueued", 0],
    ["maxQueued", "x"],
    ["reconnectMs", Number.NaN],
    ["patience", 1],
  ] as const) {
    it(`option ${name} ${value}: ConfigError, not started`, async () => {
      const error = await failureOf(subscribe({ [name]: value } as SubscribeOptions));
      expect(error).to.include({ code: "config" });
      expect(error.message).to.include(`subscribe: invalid option ${name}`);
      expect(server.seen).to.have.length(0);
    });
  }
});
