import type { IncomingHttpHeaders } from "node:http";
import type { Duplex } from "node:stream";
import { Agent, type CloseEvent, DecoratorHandler, type Dispatcher, type MessageEvent, WebSocket } from "undici";
import { TransportError } from "../errors/errors.js";
import { transportErrorOf } from "./transport-error.js";
import { connectionTo } from "./tunnel.js";

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

/**
 * Opens a WebSocket, without any retry. Redirects are refused.
 *
 * @throws {TransportError} with the failure's kind
 * @throws {ConfigError} when the proxy of the environment is none
 */
export function openSocket(request: SocketRequest): Promise<SocketOpening> {
  return new Promise((resolve, reject) => {
    const { url, headers, timeoutMs, maxMessageBytes, signal, onMessage, onClose } = request;
    if (signal?.aborted === true) {
      reject(interrupted(url));
      return;
    }
    const upgrade: Upgrade = {};
    const connect = connectionTo(url, timeoutMs);
    const agent = new Agent({ webSocket: { maxPayloadSize: maxMessageBytes }, connect });
    agent.on("connectionError", (_origin, _targets, error: Error) => {
      upgrade.error = transportErrorOf(error, `WebSocket to ${url.host}`, false);
    });
    const dispatcher = agent.compose(
      (dispatch) => (options, handler) =>
        dispatch({ ...options, headers: withoutExtensions(options) }, new UpgradeHandler(handler, upgrade)),
    );
    const socket = new WebSocket(url.href, { headers: { ...headers }, dispatcher });
    let isOpen = false;
    let failure: TransportError | undefined;

    const giveUp = (error: TransportError) => {
      failure ??= error;
      socket.close();
      void agent.destroy();
    };
    const interrupt = () => giveUp(interrupted(url));
    const deadline = setTimeout(
      () =>
        giveUp(
          new TransportError(`WebSocket to ${url.host}: not open within ${timeoutMs / 1000} s.`, "timeout", false),
        ),
      timeoutMs,
    );
    signal?.addEventListener("abort", interrupt);
    const settle = () => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", interrupt);
    };

    socket.addEventListener("open", () => {
      isOpen = true;
      settle();
      resolve({ socket: textSocket(socket, upgrade, agent) });
    });
    socket.addEventListener("message", ({ data }: MessageEvent) => {
      if (typeof data === "string") {
        onMessage(data);
      }
    });
    // Always followed by "close", which says the same; unheard, it would be an error of its own.
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("close", ({ code }: CloseEvent) => {
      void agent.destroy();
      if (isOpen) {
        onClose(upgrade.line?.failedWith ?? code);
        return;
      }
      settle();
      const { status } = upgrade;
      if (status !== undefined && status >= 300 && status < 400) {
        const what = `WebSocket to ${url.host} was answered with a redirect (${status}), which is not followed.`;
        failure ??= new TransportError(what, "redirect", false);
      }
      if (failure === undefined && status !== undefined && status !== 101) {
        resolve({ status });
        return;
      }
      const what = `WebSocket to ${url.host} failed: the connection was lost before it was open.`;
      reject(failure ?? upgrade.error ?? new TransportError(what, "reset", false));
    });
  });
}

const extensions = "sec-websocket-extensions";

/**
 * The headers of a handshake that offers no compression: 64 kB that have arrived already could be a thousand times as much when they are
 * inflated, and cannot be paused any more.
 */
function withoutExtensions({ headers }: Dispatcher.DispatchOptions): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers as Record<string, string>).filter(([name]) => name.toLowerCase() !== extensions),
  );
}

function interrupted({ host }: URL): TransportError {
  return new TransportError(`WebSocket to ${host} was interrupted.`, "aborted", false);
}

/** What is learned from the handshake beside the socket itself. */
interface Upgrade {
  /** Status of the answer. */
  status?: number;
  /** The connection, once it is a WebSocket. */
  line?: Line;
  /** Why there is no connection. */
  error?: TransportError;
}

/** The methods of a handler that tell of the handshake. */
interface HandshakeHandler {
  onRequestUpgrade(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    stream: Duplex,
  ): void;
  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    message?: string,
  ): void;
}

// undici's types leave the methods of this class out.
const PassingHandler = DecoratorHandler as unknown as new (handler: Dispatcher.DispatchHandler) => HandshakeHandler;

/** Passes the handshake on, and takes down what the WebSocket of the standard does not tell. */
class UpgradeHandler extends PassingHandler {
  readonly #upgrade: Upgrade;

  constructor(handler: Dispatcher.DispatchHandler, upgrade: Upgrade) {
    super(handler);
    this.#upgrade = upgrade;
  }

  override onRequestUpgrade(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    stream: Duplex,
  ): void {
    this.#upgrade.status = status;
    this.#upgrade.line = new Line(stream);
    if (extensions in headers) {
      // Not offered, so that the standard has the connection fail.
      stream.destroy();
    }
    super.onRequestUpgrade(controller, status, headers, stream);
  }

  override onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    message?: string,
  ): void {
    this.#upgrade.status = status;
    super.onResponseStart(controller, status, headers, message);
  }
}

/** The connection under a WebSocket, as far as the standard's interface hides it. */
class Line {
  readonly #stream: Duplex;
  #failedWith: number | undefined;

  constructor(stream: Duplex) {
    this.#stream = stream;
    const write = stream.write.bind(stream) as (...args: readonly unknown[]) => boolean;
    stream.write = (...args: readonly unknown[]) => {
      this.#failedWith ??= failureIn(args[0]);
      return write(...args);
    };
  }

  /** Code with which this side has ended the connection since the other one broke the rules; undici tells its user 1006 then. */
  get failedWith(): number | undefined {
    return this.#failedWith;
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  destroy(): void {
    this.#stream.destroy();
  }
}

const failures: ReadonlySet<number> = new Set([1002, 1007, 1009]);

/** The code in a close frame of a client: opcode 8, a mask of four bytes, and two bytes of code. */
function failureIn(frame: unknown): number | undefined {
  if (!Buffer.isBuffer(frame) || frame[0] !== 0x88 || frame.length < 8) {
    return undefined;
  }
  const code = frame.readUInt16BE(6) ^ frame.readUInt16BE(2);
  return failures.has(code) ? code : undefined;
}

function textSocket(socket: WebSocket, { line }: Upgrade, agent: Agent): TextSocket {
  return {
    send: (text) => socket.send(text),
    pause: () => line?.pause(),
    resume: () => line?.resume(),
    close: () => {
      // The answer to the good-bye could not be read otherwise.
      line?.resume();
      socket.close(1000);
      setTimeout(() => {
        line?.destroy();
        void agent.destroy();
      }, closingMs).unref();
    },
  };
}
