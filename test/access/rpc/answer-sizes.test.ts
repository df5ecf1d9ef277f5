import { expect } from "chai";
import { type ConnectOptions, connectNode } from "pulumi-blockchain-nodes";
import { failureOf } from "../../support/access/failure";
import { json, useStubServer } from "../../support/http/stub-server";

const text = "a".repeat(8_000_000);
const logs = [{ fromBlock: 1, toBlock: 1 }];

describe("connectNode, long responses", () => {
  const server = useStubServer();
  const connect = (options?: ConnectOptions) => connectNode({ https: server.url.href }, { attempts: 1, ...options });
  const call = (method: string, params: readonly unknown[], options?: ConnectOptions) =>
    (connect(options).call as (name: string, given: readonly unknown[]) => Promise<unknown>)(method, params);
  const answer = (result: unknown) => {
    server.answer = json({ jsonrpc: "2.0", id: 1, result });
  };

  it("usually short ones: at most 8 MB read", async () => {
    answer(text);
    for (const [method, params] of [
      ["other_method", []],
      ["web3_clientVersion", []],
      ["eth_getBalance", [`0x${"ab".repeat(20)}`]],
    ] as const) {
      const error = await failureOf(call(method, params));
      expect(error).to.include({ code: "transport", kind: "too-large" });
      expect(error?.message).to.match(/exceeds 8000000 bytes/);
    }
  });

  it("logs, traces, blocks with transactions: more read", async () => {
    // Too long for all other methods, and malformed for these.
    answer(text);
    for (const [method, params] of [
      ["eth_getLogs", logs],
      ["eth_getFilterLogs", ["0x1"]],
      ["eth_getFilterChanges", ["0x1"]],
      ["eth_getBlockByNumber", [1, true]],
      ["debug_traceTransaction", [`0x${"ab".repeat(32)}`]],
      ["debug_traceBlockByNumber", [1]],
      ["trace_block", [1]],
      ["ots_traceTransaction", [`0x${"ab".repeat(32)}`]],
    ] as const) {
      expect(await failureOf(call(method, params)), method).to.include({ code: "shape" });
    }
  });

  it("batch: the sum of its calls' limits read", async () => {
    server.answer = json([
      { jsonrpc: "2.0", id: 1, result: text },
      { jsonrpc: "2.0", id: 2, result: 1 },
    ]);
    const batch = (count: number) => connect().batch(Array.from({ length: count }, () => ({ method: "other_method" })));
    expect((await batch(1))[0]).to.have.nested.property("error.kind", "too-large");
    expect((await batch(2)).map(({ ok }) => ok)).to.deep.equal([true, true]);
  });

  it("maxBodyBytes: applies to every method", async () => {
    answer(text);
    expect(await call("other_method", [], { maxBodyBytes: 9_000_000 })).to.equal(text);
    expect(await failureOf(call("eth_getLogs", logs, { maxBodyBytes: 1_000 }))).to.include({
      kind: "too-large",
    });
  });
});
