import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A local server with responses that no real one would give. It records requests. */
export interface StubServer {
  readonly url: URL;
  /** Every request so far, in order. */
  readonly seen: readonly SeenRequest[];
  /** Responds from now on. */
  answer: Responder;
}

/** A recorded request. */
interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Responds to one request. */
export type Responder = (request: SeenRequest, response: ServerResponse) => void;

/** Starts one server before the calling suite and closes it afterwards. Each test starts with an empty log. */
export function useStubServer(): StubServer {
  const seen: SeenRequest[] = [];
  const unset: Responder = (_, response) => void response.writeHead(501).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: target = "", headers } = request;
      const entry = { method, target, headers, body: Buffer.concat(chunks).toString("utf8") };
      seen.push(entry);
      stub.answer(entry, response);
    });
  });
  const stub: StubServer = {
    get url() {
      return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    },
    seen,
    answer: unset,
  };
  before((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  beforeEach(() => {
    seen.length = 0;
    stub.answer = unset;
  });
  after((done) => {
    server.closeAllConnections();
    server.close(done);
  });
  return stub;
}

/** Responds with JSON. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Responder {
  return (_, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Responds with the first entry, then the second, and so on; the last one is repeated. */
export function inTurn(...answers: readonly [Responder, ...Responder[]]): Responder {
  let index = 0;
  return (request, response) => {
    const answer = answers[Math.min(index, answers.length - 1)];
    index += 1;
    answer?.(request, response);
  };
}

/** Resets the connection without a response. */
export const reset: Responder = (_, response) => void response.socket?.resetAndDestroy();
