import { type SeenRequest, type StubNode, startStub } from "../nodes/nodes";

/** Handles a request to a stub node. */
export type Handler = Parameters<typeof startStub>[0];

/** A token as in the path of an endpoint. */
export const token = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

/** Starts stub nodes in the tests of the calling suite, each stopped after its test. */
export function useStubs(): (handle: Handler) => Promise<StubNode> {
  const stubs: StubNode[] = [];
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
  });
  return async (handle) => {
    const started = await startStub(handle);
    stubs.push(started);
    return started;
  };
}

/** Responds with JSON. */
export const json =
  (answer: (seen: SeenRequest) => unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Handler =>
  (seen, response) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(answer(seen)));

/** Responds with a text, labeled as HTML. */
export const text =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Handler =>
  (_seen, response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);
