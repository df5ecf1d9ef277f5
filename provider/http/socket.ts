import type { Socket } from "node:net";
import { WebSocket } from "ws";
import { secondsText } from "../base/text.js";
import { ConfigError, TransportError, type TransportFailure } from "../errors/errors.js";
import { transportErrorOf } from "./transport-error.js";
import { connectTo } from "./tunnel.js";

/** How to open a WebSocket, and its callbacks. */
export interface SocketRequest {
  /** `wss:`, or `ws:` on this machine. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Deadline of connect and handshake. */
  readonly timeoutMs: number;
  /** A longer message closes the socket with code 1009. */
  readonly maxMessageBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with each text message. */
  readonly onMessage: (text: string) => void;
  /**
   * Called once when an open socket closes, by either side: 1006 after a lost connection, 1009 after an oversized
   * message, 1002 or 1007 after a protocol violation.
   */
  readonly onClose: (code: number) => void;
}

/** An open WebSocket for texts. */
export interface TextSocket {
  send(text: string): void;
  /** Stops reading, so that the other side must wait; messages that have already arrived are still delivered. */
  pause(): void;
  resume(): void;
  /** Sends a close frame, and drops the connection if the other side does not respond within a second. */
  close(): void;
}

/** Outcome of opening a socket: it is open, or the server responded with a status instead. */
export type SocketOpening = { readonly socket: TextSocket } | { readonly status: number };

// How long to wait for the other side's close frame.
const closeTimeoutMs = 1_000;

// Close codes by the error code of `ws`; 1002 for any other error.
const closeCodes: Readonly<Record<string, number>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
  WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: 1009,
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 1008,
  WS_ERR_INVALID_UTF8: 1007,
};

/**
 * Opens a WebSocket, without retries. Redirects are rejected.
 *
 * @throws {TransportError} with the failure's kind
 * @throws {ConfigError} when the environment's proxy is invalid
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
      if (!("socket" in outcome)) {
        connection?.destroy();
      }
      if (outcome instanceof Error) {
        reject(outcome);
      } else {
        resolve(outcome);
      }
    };
    const fail = (how: string, kind: TransportFailure) => end(new TransportError(`${where}${how}.`, kind, false));
    const interrupt = () => fail(" was interrupted", "aborted");
    const deadline = setTimeout(() => fail(`: not open within ${secondsText(timeoutMs)}`, "timeout"), timeoutMs);
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
          fail(`: the server responded with a redirect (${status}), which is not followed`, "redirect");
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

function webSocketOn(connection: Socket, { url, headers, maxMessageBytes, ...callbacks }: SocketRequest): WebSocket {
  const socket = new WebSocket(url.href, {
    headers: { ...headers },
    maxPayload: maxMessageBytes,
    // 64 kB that have already arrived can inflate to a thousand times as much, which could not be paused.
    perMessageDeflate: false,
    createConnection: () => connection,
  });
  let brokenWith: number | undefined;
  socket.on("message", (data, isBinary) => {
    if (!isBinary) {
      callbacks.onMessage(String(data));
    }
  });
  socket.on("open", () => socket.on("close", (code) => callbacks.onClose(brokenWith ?? code)));
  socket.on("error", (error: NodeJS.ErrnoException) => {
    brokenWith = closeCodes[error.code ?? ""] ?? 1002;
    // `ws` has already sent a close frame with this code; do not wait for a peer that violates the protocol.
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
      // A paused socket could not read the other side's close frame.
      socket.resume();
      socket.close(1000);
      setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
    },
  };
}
