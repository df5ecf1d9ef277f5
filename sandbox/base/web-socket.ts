import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

const handshakeGuid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const opcodes = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;
/** Longest message that is accepted. */
const maxBytes = 1_048_576;

/** The server's end of a WebSocket. Responds to pings and to the closing handshake by itself. */
export interface ServerSocket {
  send(text: string): void;
  /** Called with each text message. */
  onText(listener: (text: string) => void): void;
  /** Called once, when the connection is over. */
  onClose(listener: () => void): void;
}

/** Accepts the handshake; undefined, with a 400, for a request that is none. */
export function acceptWebSocket(incoming: IncomingMessage, socket: Duplex, head: Buffer): ServerSocket | undefined {
  const key = incoming.headers["sec-websocket-key"];
  if (key === undefined) {
    socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    return undefined;
  }
  const accept = createHash("sha1").update(`${key}${handshakeGuid}`).digest("base64");
  const lines = ["HTTP/1.1 101 Switching Protocols", "upgrade: websocket", "connection: Upgrade"];
  socket.write(`${[...lines, `sec-websocket-accept: ${accept}`].join("\r\n")}\r\n\r\n`);
  let listener: (text: string) => void = () => {};
  let buffered = head;
  let parts: Buffer[] = [];
  const send = (opcode: number, payload: Buffer) => {
    if (!socket.destroyed && socket.writable) {
      socket.write(frame(opcode, payload));
    }
  };
  const take = ({ opcode, isLast, payload }: Frame) => {
    if (opcode === opcodes.ping) {
      send(opcodes.pong, payload);
    } else if (opcode === opcodes.close) {
      send(opcodes.close, payload);
      socket.end();
    } else if (opcode === opcodes.text || opcode === opcodes.continuation) {
      parts.push(payload);
      if (isLast) {
        const text = Buffer.concat(parts).toString();
        parts = [];
        listener(text);
      }
    }
  };
  const read = (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk]);
    if (buffered.length > maxBytes) {
      socket.destroy();
      return;
    }
    for (let next = parseFrame(buffered); next !== undefined; next = parseFrame(buffered)) {
      buffered = buffered.subarray(next.bytes);
      take(next);
    }
  };
  socket.on("data", read);
  read(Buffer.alloc(0));
  return {
    send: (text) => send(opcodes.text, Buffer.from(text)),
    onText: (next) => {
      listener = next;
    },
    onClose: (closed) => socket.once("close", closed),
  };
}

interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly payload: Buffer;
  /** Length of the frame. */
  readonly bytes: number;
}

/** The first frame in the data; undefined until it is complete. */
function parseFrame(data: Buffer): Frame | undefined {
  const [first = 0, second = 0] = data;
  const short = second & 0x7f;
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  const isMasked = (second & 0x80) !== 0;
  const start = 2 + lengthBytes + (isMasked ? 4 : 0);
  if (data.length < Math.max(2, start)) {
    return undefined;
  }
  const length = lengthBytes === 8 ? Number(data.readBigUInt64BE(2)) : lengthBytes === 2 ? data.readUInt16BE(2) : short;
  if (data.length < start + length) {
    return undefined;
  }
  const payload = Buffer.from(data.subarray(start, start + length));
  const mask = isMasked ? data.subarray(start - 4, start) : Buffer.alloc(4);
  for (let index = 0; index < length; index += 1) {
    payload[index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0);
  }
  return { opcode: first & 0x0f, isLast: (first & 0x80) !== 0, payload, bytes: start + length };
}

/** A frame of a server, which is not masked. */
function frame(opcode: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  if (payload.length < 126) {
    head[1] = payload.length;
  } else if (payload.length < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(payload.length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  return Buffer.concat([head, payload]);
}
