import type { Socket } from "node:net";
import { WebSocket } from "ws";
import { ConfigError, TransportError, type TransportFailure } from "../errors/errors.js";
import { transportErrorOf } from "./transport-error.js";
import { connectTo } from "./tunnel.js";

/** How a WebSocket is opened, and what is heard from it. */
export interface SocketRequest {
  /** `wss:`, or `ws:` on this machine. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Deadline of connect and handshake. */
  readonly timeoutMs: number;
  /** A longer message closes the socket with code 1009. */
  readonly maxMessageBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Hears of each text message. */
  readonly onMessage: (text: string) => void;
  /**
   * Hears once, when an open socket is closed, by whichever side: 1006 when the connection was lost, 1009 when a message is too long, 1002
   * or 1007 when the other side breaks the protocol.
   */
  readonly onClose: (code: number) => void;
}

/** An open WebSocket for texts. */
export interface TextSocket {
  send(text: string): void;
  /** Reads no further, so that the other side has to wait; what has arrived already is still given. */
  pause(): void;
  resume(): void;
  /** Says good-bye, and cuts the connection when the other side does not answer within a second. */
  close(): void;
}

/** What became of an attempt to open a socket: it is open, or the server answered with a status instead. */
export type SocketOpening = { readonly socket: TextSocket } | { readonly status: number };

// A server that does not answer a good-bye is cut off after this.
const closingMs = 1_000;

// The code for what the other side did wrong, by the one that `ws` gives its error; for everything else it is 1002.
const closeCodes: Readonly<Record<string, number>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
  WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: 1009,
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 1008,
  WS_ERR_INVALID_UTF8: 1007,
};

/**
 * Opens a WebSocket, without any retry. Redirects are refused.
 *
 * @throws {TransportError} with the failure's kind
 * @throws {ConfigError} when the proxy of the environment is none
 */
export function openSocket(request: SocketRequest): Promise<SocketOpening> {
  return new Promise((resolve, reject) => {
    const { url, timeoutMs, signal } = request;
    const where = `WebSocket to ${url.host}`;
    let connection: Socket | undefined;
    let isOver = false;
    const end = (outcome: SocketOpening | Error) => {
      if (isOver) {
        return;
      }
      isOver = true;
      clearTimeout(deadline);
      signal?.removeEventListener("abort", interrupt);
      if ("socket" in outcome) {
        resolve(outcome);
        return;
      }
      connection?.destroy();
      if (outcome instanceof Error) {
        reject(outcome);
      } else {
        resolve(outcome);
      }
    };
    const fail = (how: string, kind: TransportFailure) => end(new TransportError(`${where}${how}.`, kind, false));
    const interrupt = () => fail(" was interrupted", "aborted");
    const deadline = setTimeout(() => fail(`: not open within ${timeoutMs / 1000} s`, "timeout"), timeoutMs);
    signal?.addEventListener("abort", interrupt);
    if (signal?.aborted === true) {
      interrupt();
      return;
    }
    const shakeHands = (opened: Socket) => {
      if (isOver) {
        opened.destroy();
        return;
      }
      connection = opened;
      const socket = webSocketOn(opened, request);
      socket.on("open", () => end({ socket: textSocket(socket) }));
      socket.on("unexpected-response", (_, { statusCode: status = 0 }) => {
        if (status >= 300 && status < 400) {
          fail(` was answered with a redirect (${status}), which is not followed`, "redirect");
        } else {
          end({ status });
        }
      });
      socket.on("error", () => fail(" failed: the connection was lost before it was open", "reset"));
    };
    connectTo(url, timeoutMs).then(shakeHands, (error: unknown) => {
      end(error instanceof ConfigError ? error : transportErrorOf(error, where, false));
    });
  });
}

function webSocketOn(connection: Socket, { url, headers, maxMessageBytes, ...hears }: SocketRequest): WebSocket {
  const socket = new WebSocket(url.href, {
    headers: { ...headers },
    maxPayload: maxMessageBytes,
    // 64 kB that have arrived already could be a thousand times as much when they are inflated, and cannot be paused any more.
    perMessageDeflate: false,
    createConnection: () => connection,
  });
  let brokenWith: number | undefined;
  socket.on("message", (data, isBinary) => {
    if (!isBinary) {
      hears.onMessage(String(data));
    }
  });
  socket.on("open", () => socket.on("close", (code) => hears.onClose(brokenWith ?? code)));
  socket.on("error", (error: NodeJS.ErrnoException) => {
    brokenWith = closeCodes[error.code ?? ""] ?? 1002;
    // The good-bye with this code is sent already; whoever breaks the rules is not waited for.
    connection.destroy();
  });
  return socket;
}

function textSocket(socket: WebSocket): TextSocket {
  return {
    send: (text) => socket.send(text),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => {
      // The answer to the good-bye could not be read otherwise.
      socket.resume();
      socket.close(1000);
      setTimeout(() => socket.terminate(), closingMs).unref();
    },
  };
}
