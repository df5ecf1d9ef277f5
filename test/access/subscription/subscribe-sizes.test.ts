import { expect } from "chai";
import { connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { failureOf } from "../../support/access/failure";
import { type SocketServer, startSocketServer, unsentBytes } from "../../support/access/socket-server";

const hash = `0x${"11".repeat(32)}`;

describe("subscribe, long messages", () => {
  let server: SocketServer;
  const clients: NodeClient[] = [];
  beforeEach(async () => {
    server = await startSocketServer();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await server.stop();
  });
  const subscribe = () => {
    const client = connectNode({ https: server.url.replace("ws", "http"), wss: server.url });
    clients.push(client);
    return client.subscribe("newHeads", [], { idleMs: 0 });
  };
  const head = (rest: object) => ({ number: "0x1", hash, parentHash: hash, timestamp: "0x1", ...rest });

  it("long events, slow reader: 4 MB buffered, the rest waits at the node", async () => {
    const heads = await subscribe();
    const [socket] = server.sockets;
    const total = 60;
    for (let index = 0; index < total; index += 1) {
      server.emit(head({ place: index, rest: "0".repeat(1_000_000) }));
    }
    expect(await unsentBytes(socket), "bytes that the node could not send").to.be.above(30_000_000);
    for (let index = 0; index < total; index += 1) {
      expect((await heads.next()).value).to.include({ place: index });
    }
  });

  it("early events: at most 4 MB buffered", async () => {
    server.answer = ({ id }, socket) => {
      for (let index = 0; index < 10; index += 1) {
        server.emit(head({ place: index, rest: "0".repeat(1_000_000) }));
      }
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: "0x1" }));
      server.emit(head({ place: "after" }));
    };
    const heads = await subscribe();
    const places: unknown[] = [];
    while (places.at(-1) !== "after") {
      places.push(((await heads.next()).value as { readonly place?: unknown } | undefined)?.place);
    }
    expect(places).to.deep.equal([0, 1, 2, "after"]);
  });

  it("message that would take many times its length in memory: ShapeError", async () => {
    const heads = await subscribe();
    const rest = `[${Array.from({ length: 1_000_000 }, () => "{}").join(",")}]`;
    const params = `{"subscription":"0x1","result":{"number":"0x1","rest":${rest}}}`;
    for (const socket of server.sockets) {
      socket.send(`{"jsonrpc":"2.0","method":"eth_subscription","params":${params}}`);
    }
    const error = await failureOf(heads.next());
    expect(error).to.include({ code: "shape" });
    expect(error?.message)
      .to.match(/many times its length in memory/)
      .and.to.have.length.below(400);
  });

  it("compression: not offered, since it could inflate a message a thousand times", async () => {
    await subscribe();
    expect(server.seen[0]).to.include.keys("sec-websocket-key").and.not.to.include.keys("sec-websocket-extensions");
  });
});
