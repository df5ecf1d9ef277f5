import { once } from "node:events";
import { type ClientHttp2Session, connect, createServer, type Http2Server, type Http2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { onCancel } from "../../../provider/lifecycle/dynamic/cancellation";

describe("onCancel", () => {
  let server: Http2Server;
  let engine: ClientHttp2Session;
  const sessions: (Http2Session | undefined)[] = [];
  const reported: (Http2Session | undefined)[] = [];

  before("connect before onCancel", async () => {
    server = createServer();
    server.on("session", (session) => sessions.push(session));
    server.on("stream", (stream, headers) => {
      stream.respond({ ":status": 200 });
      stream.end(headers[":path"]);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    engine = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await once(engine, "remoteSettings");
    onCancel((session) => reported.push(session));
  });
  after(async () => {
    engine.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Calls a method of the provider as the engine does. */
  async function call(method: string): Promise<string> {
    const stream = engine.request({ ":method": "POST", ":path": `/pulumirpc.ResourceProvider/${method}` });
    let response = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      response += chunk;
    });
    await once(stream, "end");
    return response;
  }

  it("other calls: not reported", async () => {
    for (const method of ["Check", "Create", "Configure"]) {
      await call(method);
    }
    expect(reported).to.deep.equal([]);
  });

  it("Cancel: reported with its connection each time, the response is left to the server", async () => {
    for (const _ of [1, 2]) {
      reported.length = 0;
      expect(await call("Cancel")).to.equal("/pulumirpc.ResourceProvider/Cancel");
      // A runtime may report in both ways.
      expect([...new Set(reported)]).to.have.length(1);
      expect(reported[0] === sessions[0]).to.equal(true);
    }
  });
});
