import { once } from "node:events";
import { type ClientHttp2Session, connect, createServer, type Http2Server, type Http2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { onCancel } from "../../../provider/lifecycle/dynamic/cancellation";

describe("onCancel", () => {
  let server: Http2Server;
  let engine: ClientHttp2Session;
  const sessions: (Http2Session | undefined)[] = [];
  const heard: (Http2Session | undefined)[] = [];

  before("connects before anybody listens", async () => {
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
    onCancel((session) => heard.push(session));
  });
  after(async () => {
    engine.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Calls a method of the provider as the engine does, and reads the answer. */
  async function call(method: string): Promise<string> {
    const stream = engine.request({ ":method": "POST", ":path": `/pulumirpc.ResourceProvider/${method}` });
    let answer = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      answer += chunk;
    });
    await once(stream, "end");
    return answer;
  }

  it("hears no other call", async () => {
    for (const method of ["Check", "Create", "Configure"]) {
      await call(method);
    }
    expect(heard).to.deep.equal([]);
  });

  it("hears Cancel with its connection, each time, and leaves the answer to the server", async () => {
    for (const _ of [1, 2]) {
      heard.length = 0;
      expect(await call("Cancel")).to.equal("/pulumirpc.ResourceProvider/Cancel");
      // A runtime may tell in both ways.
      expect([...new Set(heard)]).to.have.length(1);
      expect(heard[0] === sessions[0]).to.equal(true);
    }
  });
});
