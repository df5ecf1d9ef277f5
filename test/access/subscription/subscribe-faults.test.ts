import { expect } from "chai";
import { type ConnectOptions, connectNode, type NodeClient, type SubscribeOptions } from "pulumi-blockchain-nodes";
import { failureOf } from "../../support/access/failure";
import { type SocketServer, startSocketServer, unsentBytes } from "../../support/access/socket-server";

const hash = (value: number) => `0x${value.toString(16).padStart(64, "0")}`;
const kind = "newPendingTransactions";

describe("subscribe against a misbehaving server", () => {
  let server: SocketServer;
  const clients: NodeClient[] = [];
  beforeEach(async () => {
    server = await startSocketServer();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await server.stop();
  });
  const connect = (options: ConnectOptions = {}) => {
    const client = connectNode({ https: server.url.replace("ws", "http"), wss: server.url }, options);
    clients.push(client);
    return client;
  };
  const subscribe = (options: SubscribeOptions = {}) => connect().subscribe(kind, [], options);
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  it("unsubscribe: by the node's id, then a close frame", async () => {
    const events = await subscribe();
    const [socket] = server.sockets;
    const closed = new Promise((resolve) => socket?.once("close", resolve));
    await events.unsubscribe();
    expect(server.received.map(({ method, params }) => [method, ...params])).to.deep.equal([
      ["eth_subscribe", kind],
      ["eth_unsubscribe", "0x1"],
    ]);
    expect(await closed).to.equal(1000);
  });

  it("events before the response kept, those of others dropped", async () => {
    server.answer = ({ id }, socket) => {
      server.emit(hash(1));
      server.emit(hash(2), "0x2");
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: "0x1" }));
      server.emit(hash(3));
    };
    const events = await subscribe();
    expect((await events.next()).value).to.equal(hash(1));
    expect((await events.next()).value).to.equal(hash(3));
  });

  it("closed with 1006: resubscribes until the node is back", async () => {
    const events = await subscribe({ idleMs: 60_000 });
    server.emit(hash(1));
    expect((await events.next()).value).to.equal(hash(1));
    server.refuseWith = 503;
    for (const socket of server.sockets) {
      socket.terminate();
    }
    await until(() => server.seen.length >= 2);
    server.refuseWith = undefined;
    await until(() => events.reconnects === 1);
    server.emit(hash(2));
    expect((await events.next()).value).to.equal(hash(2));
  });

  for (const [status, code] of [
    [401, "auth"],
    [403, "auth"],
    [404, "not-found"],
  ] as const) {
    it(`new connection rejected with ${status}: ends`, async () => {
      const events = await subscribe();
      server.refuseWith = status;
      for (const socket of server.sockets) {
        socket.terminate();
      }
      expect(await failureOf(events.next())).to.include({ code });
      expect(server.seen.length).to.be.within(2, 3);
    });
  }

  it("new subscription rejected: ends", async () => {
    const events = await subscribe();
    server.answer = ({ id }, socket) =>
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } }));
    for (const socket of server.sockets) {
      socket.terminate();
    }
    expect(await failureOf(events.next())).to.include({ code: "rpc", kind: "method" });
  });

  it("slow reader: reading pauses, the node waits, nothing lost", async () => {
    const logs = await connect().subscribe("logs", [], { maxQueued: 10, idleMs: 1_500 });
    const [socket] = server.sockets;
    // More than the socket buffers between the two hold.
    const total = 4_000;
    const log = {
      ...{ address: `0x${"11".repeat(20)}`, topics: [], data: `0x${"00".repeat(4_000)}`, blockNumber: "0x1" },
      ...{ blockHash: hash(1), transactionHash: hash(2), transactionIndex: "0x0" },
    };
    for (let index = 0; index < total; index += 1) {
      server.emit({ ...log, logIndex: `0x${index.toString(16)}` });
    }
    expect(await unsentBytes(socket), "bytes that the node could not send").to.be.greaterThan(10_000_000);
    for (let index = 0; index < total; index += 1) {
      expect((await logs.next()).value?.logIndex).to.equal(index);
    }
    expect(socket?.bufferedAmount).to.equal(0);
    // The reader has caught up, so silence counts again.
    expect(await failureOf(logs.next())).to.include({ code: "transport", kind: "timeout" });
  });

  it("malformed event, or not JSON-RPC: ShapeError", async () => {
    const events = await subscribe();
    server.emit({ hash: "0x1" });
    expect(await failureOf(events.next())).to.include({ code: "shape", method: `subscribe ${kind}`, path: "result" });
    const others = await subscribe();
    for (const socket of server.sockets) {
      socket.send("<html>gateway</html>");
    }
    expect(await failureOf(others.next())).to.include({ code: "shape", received: "<html>gateway</html>" });
  });

  it("message above the limit: ends", async () => {
    const events = await connect({ maxBodyBytes: 10_000 }).subscribe(kind);
    server.emit("x".repeat(20_000));
    expect(await failureOf(events.next())).to.include({ code: "transport", kind: "too-large" });
  });

  it("silent server, or nothing listening: gives up", async () => {
    server.answer = () => undefined;
    const silent = await failureOf(subscribe({ timeoutMs: 80 }));
    expect(silent).to.include({ code: "transport", kind: "timeout" });
    await until(() => server.sockets.size === 0);
    const { url } = server;
    await server.stop();
    const refused = await failureOf(connectNode({ https: "https://node.example", wss: url }).subscribe(kind));
    expect(refused).to.include({ code: "transport", kind: "refused" });
    expect(refused.message).to.match(
      /^subscribe newPendingTransactions: WebSocket to 127\.0\.0\.1:\d+ failed: the connection was refused\.$/,
    );
    server = await startSocketServer();
  });

  it("user and password: in the header, neither they nor the path shown", async () => {
    const secret = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
    const wss = server.url.replace("://", `://calm-otter:${secret}@`);
    server.refuseWith = 401;
    const error = await failureOf(connectNode({ https: "https://node.example", wss }).subscribe(kind));
    const header = `Basic ${Buffer.from(`calm-otter:${secret}`).toString("base64")}`;
    expect(server.seen[0]?.authorization).to.equal(header);
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).to.not.match(new RegExp(`${secret}|calm-otter`));
  });
});
