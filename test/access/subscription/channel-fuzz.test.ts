import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { expect } from "chai";
import fc from "fast-check";
import { Channel } from "../../../provider/access/subscription/channel.js";
import { endpointTarget } from "../../../provider/access/target.js";
import { isProviderError } from "../../../provider/errors/errors.js";
import { canary, mutated } from "../../support/access/mutated-answers.js";
import { log, tx } from "../../support/access/node-answers.js";
import { casesOf } from "../../support/extent";

const magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** A WebSocket frame as servers send it: unfragmented, unmasked. */
function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  if (length < 126) {
    head[1] = length;
  } else if (length < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

const goodbye = frame(8, Buffer.from([0x03, 0xe9]));
const event = (result: string) =>
  `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x1","result":${result}}}`;
const messages = [
  event(log),
  event(`"${tx}"`),
  '{"jsonrpc":"2.0","id":1,"result":"0x1"}',
  '{"id":1,"error":{"code":-32005,"message":"Rate Limit Exceeded","data":{}}}',
];

describe("Channel", () => {
  /** What the server sends to the next client after that client's first message, before it closes. */
  let texts: readonly string[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer();
  server.on("upgrade", ({ headers }, socket: Duplex) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    const accept = createHash("sha1").update(`${headers["sec-websocket-key"]}${magic}`).digest("base64");
    const upgrade = ["HTTP/1.1 101 Switching Protocols", "upgrade: websocket", "connection: Upgrade"];
    socket.write([...upgrade, `sec-websocket-accept: ${accept}`, "", ""].join("\r\n"));
    socket.once("data", () => {
      socket.end(Buffer.concat([...texts.map((text) => frame(1, Buffer.from(text, "utf8"))), goodbye]));
    });
  });

  before((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  after((done) => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close(done);
  });

  /** Opens a channel and waits for its end: the events, and how it ended. */
  async function listen(): Promise<{ readonly events: readonly unknown[]; readonly errors: readonly unknown[] }> {
    const { port } = server.address() as AddressInfo;
    const target = endpointTarget({ wss: `ws://127.0.0.1:${port}/${canary}` }, "wss");
    const events: unknown[] = [];
    const errors: unknown[] = [];
    let leave: (value: unknown) => void = () => undefined;
    const left = new Promise((resolve) => {
      leave = resolve;
    });
    const request = {
      ...{ name: "subscribe logs", subscribe: "eth_subscribe", params: ["logs", {}], timeoutMs: 15_000 },
      ...{ maxMessageBytes: 1_000_000, signal: undefined },
    };
    try {
      const channel = await Channel.open(target, {
        ...request,
        onEvent: (event) => events.push(event),
        onMalformed: (error) => errors.push(error),
        onOpen: () => undefined,
        onClose: leave,
      });
      await left;
      channel.close();
    } catch (error) {
      errors.push(error);
    }
    return { events, errors };
  }

  it("any message: events, or errors of the package without the token", async () => {
    const list = fc.array(mutated(messages), { maxLength: 5 });
    const isAnswered = fc.boolean();
    let received = 0;
    await fc.assert(
      fc.asyncProperty(list, isAnswered, async (sent, first) => {
        texts = first ? ['{"id":1,"result":"0x1"}', ...sent] : sent;
        const { events, errors } = await listen();
        received += events.length;
        for (const error of errors) {
          if (!isProviderError(error)) {
            throw error;
          }
          const { message, received } = error as Error & { readonly received?: string };
          const shown = `${message} ${received} ${JSON.stringify({ ...error, data: undefined })}`;
          expect(shown).not.to.include(canary.slice(0, 12)).and.not.to.include(canary.slice(-12));
        }
      }),
      { numRuns: casesOf(300, 100) },
    );
    expect(received).to.be.greaterThan(casesOf(50, 15));
  });

  it("response whose id is an object: ignored, even if it cannot become a number", async () => {
    texts = [
      '{"jsonrpc":"2.0","id":{"toString":null,"valueOf":null},"result":"0x1"}',
      '{"id":1,"result":"0x1"}',
      event("7"),
    ];
    expect(await listen()).to.deep.equal({ events: [7], errors: [] });
  });

  it("token behind many blanks: redacted", async () => {
    texts = [`${" ".repeat(3_985)}${canary}`];
    const [error] = (await listen()).errors;
    expect(error).to.satisfy(isProviderError);
    expect((error as Error).message).not.to.include(canary.slice(0, 12));
  });
});
