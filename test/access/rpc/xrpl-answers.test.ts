import { expect } from "chai";
import { readSingle } from "../../../provider/access/rpc/answer.js";

const token = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const http = {
  status: 200,
  host: "127.0.0.1:1",
  retryAfterMs: undefined,
  redact: (text: string) => text.replaceAll(token, "…"),
};
const read = (body: unknown) => readSingle(JSON.stringify(body), 1, http);

describe("readSingle, servers of the XRP Ledger", () => {
  it("result without id and version: the value", () => {
    const result = { state: {}, status: "success" };
    expect(read({ result })).to.deep.equal({ ok: true, value: result });
  });

  it("result without id, but of another form: no JSON-RPC", () => {
    for (const body of [
      { result: { state: {} } },
      { jsonrpc: "2.0", result: { status: "success" } },
      { id: 2, result: { status: "success" } },
      { result: null },
    ]) {
      expect(read(body).ok, JSON.stringify(body)).to.equal(false);
    }
  });

  for (const [error, kind] of [
    ["slowDown", "throttled"],
    ["tooBusy", "throttled"],
    ["noNetwork", "starting"],
    ["unknownCmd", "method"],
    ["invalidParams", "params"],
    ["forbidden", "auth"],
    ["lgrNotFound", "rpc"],
    ["toString", "rpc"],
  ] as const) {
    it(`result with error ${error}, with and without id: ${kind}`, () => {
      const result = { error, error_message: `No ${token}.`, request: {}, status: "error" };
      for (const body of [{ result }, { id: 1, jsonrpc: "2.0", result }]) {
        const answer = read(body);
        const message = `127.0.0.1:1 responded with error ${error}: No ….`;
        expect(answer).to.deep.equal({ ok: false, failure: { kind, message, status: 200 } });
      }
    });
  }

  it("result of another chain with the status error: a value", () => {
    const result = { status: "error", error: "mine" };
    expect(read({ id: 1, result })).to.deep.equal({ ok: true, value: result });
  });
});
