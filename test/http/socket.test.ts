import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { inspect } from "node:util";
import { expect } from "chai";
import { TransportError } from "../../provider/errors/errors.js";
import { openSocket, type SocketOpening, type SocketRequest } from "../../provider/http/socket.js";

const magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** One frame of a server. */
function frame(first: number, payload: Buffer | string): Buffer {
  const body = Buffer.from(payload);
  const head = body.length < 126 ? [first, body.length] : [first, 126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from(head), body]);
}

const text = (payload: Buffer | string) => frame(0x81, payload);
const goodbye = (code: number) => frame(0x88, Buffer.from([code >> 8, code & 255]));

describe("openSocket", () => {
  /** What the server does with a request for a WebSocket. */
  let serve: (socket: Duplex, accept: (more?: string) => void) => void = (_, accept) => accept();
  /** What it has received since. */
  let received = Buffer.alloc(0);
  let headers: Record<string, unknown> = {};
  const sockets = new Set<Duplex>();
  const server = createServer();
  server.on("upgrade", (request, socket: Duplex) => {
    headers = request.headers;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
    });
    serve(socket, (more = "") => {
      const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${magic}`).digest("base64");
      const head = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n";
      socket.write(`${head}sec-websocket-accept: ${accept}\r\n${more}\r\n`);
    });
  });
  /** The client has ended every line; the server keeps its own half. */
  const isCut = async () => {
    while ([...sockets].some(({ readableEnded }) => !readableEnded)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  before((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  beforeEach(() => {
    received = Buffer.alloc(0);
    for (const socket of sockets) {
      socket.destroy();
    }
    sockets.clear();
  });
  after((done) => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close(done);
  });

  const heard: string[] = [];
  let closed: Promise<number>;
  const open = (more: Partial<SocketRequest> = {}): Promise<SocketOpening> => {
    const { port } = server.address() as AddressInfo;
    heard.length = 0;
    return new Promise((resolve, reject) => {
      closed = new Promise((close) => {
        openSocket({
          url: new URL(`ws://127.0.0.1:${port}/secret-path?key=secret-key`),
          headers: { authorization: "Basic secret-header" },
          timeoutMs: 15_000,
          maxMessageBytes: 1_000,
          onMessage: (message) => heard.push(message),
          onClose: close,
          ...more,
        }).then(resolve, reject);
      });
    });
  };
  const failing = async (more: Partial<SocketRequest> = {}) => {
    const error = await open(more).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TransportError);
    expect(inspect(error, { depth: 9, showHidden: true })).not.to.include("secret-");
    return error as TransportError;
  };

  for (const [what, frames, code, texts = []] of [
    ["good-bye 1000", [text("a"), goodbye(1000)], 1000, ["a"]],
    ["good-bye 1011", [goodbye(1011)], 1011],
    ["good-bye without a code", [frame(0x88, "")], 1005],
    ["connection lost", [text("a")], 1006, ["a"]],
    ["message in parts", [frame(0x01, "a"), frame(0x80, "b"), goodbye(1000)], 1000, ["ab"]],
    ["binary message", [frame(0x82, "a"), text("b"), goodbye(1000)], 1000, ["b"]],
    ["ping", [frame(0x89, "p"), text("b"), goodbye(1000)], 1000, ["b"]],
    ["message as long as may be", [text("x".repeat(1_000)), goodbye(1000)], 1000, ["x".repeat(1_000)]],
    ["message too long", [text("a"), text("x".repeat(1_001)), text("b")], 1009, ["a"]],
    ["message too long, in parts", [frame(0x01, "x".repeat(600)), frame(0x80, "x".repeat(600))], 1009],
    ["no UTF-8", [text(Buffer.from([0xff, 0xfe]))], 1007],
    ["unknown opcode", [frame(0x83, "a")], 1002],
    ["compressed message, though not agreed", [frame(0xc1, "a")], 1002],
    ["masked frame", [Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x61])], 1002],
    ["ping in parts", [frame(0x09, "p")], 1002],
    ["good-bye with a code that nobody may send", [goodbye(1005)], 1002],
  ] as const) {
    it(`${what}: ${code}`, async () => {
      serve = (socket, accept) => {
        accept();
        socket.write(Buffer.concat(frames));
        if (code === 1006) {
          setImmediate(() => socket.end());
        } else {
          // As every server does once the closing handshake is over.
          socket.on("data", () => received.includes(0x88) && socket.end());
        }
      };
      const opening = await open();
      expect(opening).to.have.property("socket");
      expect(await closed).to.equal(code);
      expect(heard).to.deep.equal(texts);
    });
  }

  it("server violates the protocol and keeps the connection open: dropped at once", async () => {
    // The time limit of a test is the proof: `ws` alone waits 30 s for the server.
    serve = (socket, accept) => {
      accept();
      socket.write(frame(0x83, "a"));
    };
    await open();
    expect(await closed).to.equal(1002);
  });

  it("close: sends a close frame with 1000, and drops the connection if the server does not respond", async () => {
    serve = (_, accept) => accept();
    const opening = await open();
    const begin = performance.now();
    if ("socket" in opening) {
      opening.socket.pause();
      opening.socket.close();
      opening.socket.send("dropped");
    }
    expect(await closed).to.equal(1006);
    expect(performance.now() - begin).to.be.greaterThan(900);
    expect(received[0]).to.equal(0x88);
    expect(received.readUInt16BE(6) ^ received.readUInt16BE(2)).to.equal(1000);
    expect(received).to.have.length(8);
  });

  it("handshake: requests the path with the caller's headers, and offers no extension", async () => {
    serve = (_, accept) => accept();
    await open();
    expect(headers).to.include({ authorization: "Basic secret-header", "sec-websocket-version": "13" });
    expect(headers).not.to.have.any.keys("sec-websocket-extensions", "sec-websocket-protocol", "origin");
  });

  for (const [status, expected] of [
    [200, { status: 200 }],
    [401, { status: 401 }],
    [503, { status: 503 }],
  ] as const) {
    it(`status ${status}: returned`, async () => {
      serve = (socket) => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 3\r\n\r\nabc`);
      expect(await open()).to.deep.equal(expected);
    });
  }

  it("redirect: a TransportError", async () => {
    serve = (socket) => socket.end("HTTP/1.1 307 No\r\nlocation: ws://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n");
    expect(await failing()).to.include({ kind: "redirect", mayHaveTakenEffect: false });
  });

  for (const [what, answer] of [
    ["ends the line without an answer", (socket: Duplex) => socket.end()],
    ["resets the line", (socket: Duplex) => socket.destroy()],
    ["answers with no HTTP", (socket: Duplex) => socket.end("garbage\r\n\r\n")],
    [
      "accepts another key",
      (socket: Duplex) =>
        socket.write(
          "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: a\r\n\r\n",
        ),
    ],
    [
      "switches to another protocol",
      (socket: Duplex) =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: Upgrade\r\n\r\n"),
    ],
  ] as const) {
    it(`server that ${what}: a TransportError`, async () => {
      serve = answer;
      const error = await failing();
      expect(error).to.include({ kind: "reset", mayHaveTakenEffect: false });
      expect(error.message).to.match(
        /^WebSocket to 127\.0\.0\.1:\d+ failed: the connection was lost before it was open\.$/,
      );
    });
  }

  for (const more of ["sec-websocket-extensions: permessage-deflate\r\n", "sec-websocket-protocol: a\r\n"]) {
    it(`server that selects ${more.trim()}, which was not offered: a TransportError`, async () => {
      serve = (_, accept) => accept(more);
      expect(await failing()).to.include({ kind: "reset", mayHaveTakenEffect: false });
    });
  }

  it("no response: a TransportError at the deadline, and the connection is closed", async () => {
    serve = () => undefined;
    expect(await failing({ timeoutMs: 50 })).to.include({ kind: "timeout", mayHaveTakenEffect: false });
    await isCut();
  });

  it("no server: refused", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, "close");
    expect(await failing({ url: new URL(`ws://127.0.0.1:${port}/`) })).to.include({
      kind: "refused",
      mayHaveTakenEffect: false,
    });
  });

  it("signal aborts before or during the handshake: a TransportError, and the connection is closed", async () => {
    expect(await failing({ signal: AbortSignal.abort() })).to.include({ kind: "aborted", mayHaveTakenEffect: false });
    const controller = new AbortController();
    serve = () => controller.abort();
    expect(await failing({ signal: controller.signal })).to.include({ kind: "aborted", mayHaveTakenEffect: false });
    await isCut();
  });
});
