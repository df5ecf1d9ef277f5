import { expect } from "chai";
import { connectNode } from "../../../provider/access/connect-node.js";
import type { ConnectOptions } from "../../../provider/access/settings.js";
import {
  type Call,
  calls,
  error,
  frame,
  respond,
  result,
  struct,
  tx,
  writer,
} from "../../support/access/node-answers.js";
import { inTurn, json, type Responder, reset, useStubServer } from "../../support/http/stub-server.js";

const rpc = (kind: string, rpcCode?: number) => ({ name: "RpcError", code: "rpc", kind, rpcCode });
const unavailable = (status: number, retryAfterMs?: number) => ({
  ...{ name: "UnavailableError", code: "unavailable", status, retryAfterMs },
});
const auth = { name: "AuthError", code: "auth" };
const page = (status: number) => respond(`<html><head><title>${status} Trouble</title></head></html>`, status);
const limited = (status: number, data: string) => error(-32005, "Rate Limit Exceeded", `,"data":${data}`, status);

const any = Object.keys(calls) as Call[];
const isBeacon = (call: Call) => call === "attest" || call === "header";
const overRpc = any.filter((call) => !isBeacon(call));
const paid: readonly Call[] = ["structTrace", "simulate", "ots"];
const noDebug = "Archive, Debug and Trace methods are not available on your current plan";
const quotaText = "You've reached your monthly quota of Request Units (RUs)";

const gates: readonly (readonly [string, readonly Call[], Responder, Readonly<Record<string, unknown>>])[] = [
  ["a plan without it", paid, error(-32602, "Method requires plan upgrade", "", 403), rpc("plan", -32602)],
  ["a plan without traces", paid, error(-32002, noDebug, "", 403), rpc("plan", -32002)],
  [
    "a plan without it, in plain text",
    ["attest"],
    respond(`{"code":403,"message":"${noDebug}"}`, 403),
    rpc("plan", 403),
  ],
  ["custom tracers", ["otherTrace"], error(-32612, "Custom tracers are disabled by default"), rpc("plan", -32612)],
  ["a wrong token", any, respond("Authorization Required", 401), auth],
  ["an access rule", any, respond("", 403), auth],
  ["a wrong path", any, page(404), { name: "NotFoundError", code: "not-found" }],
  ["a body above the limit", any, page(413), { name: "RejectedError", code: "rejected" }],
  ["a gateway that gives up", any, respond("", 499), unavailable(499)],
  ["a broken gateway", any, page(502), unavailable(502)],
  ["a slow gateway", any, page(504), unavailable(504)],
  ["throttling", any, respond("Too Many Requests", 429, { "retry-after": "7" }), unavailable(429, 7000)],
  ["throttling inside 200", overRpc, limited(200, '{"try_again_in":"123.4ms"}'), unavailable(200, 123.4)],
  ["throttling for microseconds", overRpc, limited(429, '{"try_again_in":"40µs"}'), unavailable(429, 0.04)],
  ["the month's quota", any, respond(quotaText, 429), { name: "QuotaError", code: "quota" }],
  ["the month's quota inside 200", overRpc, error(-32005, quotaText), { name: "QuotaError", code: "quota" }],
  [
    "a redirect",
    any,
    respond("", 302, { location: "http://127.0.0.1:1/" }),
    { name: "TransportError", kind: "redirect" },
  ],
  ["a lost connection", any, reset, { name: "TransportError", kind: "reset", mayHaveTakenEffect: true }],
  ["an empty body", any, respond(""), { name: "ShapeError", code: "shape" }],
  ["no content", any, respond("", 204), { name: "ShapeError", code: "shape" }],
  ["an HTML page with status 200", any, page(200), { name: "ShapeError", code: "shape" }],
  ["half of a response", any, respond('{"jsonrpc":"2.0","id":1,"resu'), { name: "ShapeError", code: "shape" }],
  ["another id", overRpc, respond('{"jsonrpc":"2.0","id":2,"result":null}'), { name: "ShapeError", code: "shape" }],
  ["no id", overRpc, respond('{"jsonrpc":"2.0","result":null}'), { name: "ShapeError", code: "shape" }],
];

const shapes: readonly (readonly [Call, result: string, path: string, received: string])[] = [
  ["newFilter", '{"id":1}', "result", '{"id":1}'],
  ["changes", '[{"address":1}]', "result[0].address", "1"],
  ["filterLogs", "{}", "result", "{}"],
  ["uninstall", "1", "result", "1"],
  ["callTrace", frame.replace('"0x6af65"', "-1"), "result.calls[0].gas", "-1"],
  ["structTrace", struct.replace('"PUSH1"', "null"), "result.structLogs[0].op", "null"],
  ["prestate", '{"0x12":{}}', "result.0x12", "{}"],
  ["prestateDiff", '{"pre":{}}', "result.post", "nothing"],
  ["simulate", `[${struct}]`, "result", '["…"]'],
  ["simulate", `[[${struct},${struct}]]`, "result", '["…"]'],
  ["simulateCalls", `[[${frame}],[{"type":"CALL"}]]`, "result[1][0].from", "nothing"],
  ["receipt", `{"transactionHash":"${writer}"}`, "result.transactionHash", `"${writer}"`],
  ["ots", '[{"type":1}]', "result[0].type", "1"],
  ["descendants", '["12"]', "result[0]", '"12"'],
  ["entries", '[{"time":1,"height":1,"depends":[],"fee":0.1}]', "result[0].vsize", "nothing"],
];

describe("connectNode, responses of gateways", () => {
  const stub = useStubServer();
  const connect = (options: ConnectOptions = {}) =>
    connectNode({ https: stub.url.href, beacon: stub.url.href }, { timeoutMs: 5_000, ...options });
  const failureOf = (call: Call, options?: ConnectOptions) =>
    calls[call](connect(options)).then(
      (value) => expect.fail(`gave ${String(value)}`),
      (reason: unknown) => reason,
    );

  for (const [what, on, answer, expected] of gates) {
    for (const call of on) {
      it(`${what} (${call}): classified`, async () => {
        stub.answer = answer;
        expect(await failureOf(call, { attempts: 1 })).to.include(expected);
        expect(stub.seen).to.have.length(1);
      });
    }
  }

  for (const [call, answer, path, received] of shapes) {
    it(`undocumented shape (${call}): ShapeError at ${path}`, async () => {
      stub.answer = result(answer);
      const failure = await failureOf(call);
      const { method } = JSON.parse(stub.seen[0]?.body ?? "") as { method: string };
      expect(failure).to.include({ name: "ShapeError", method, path, received });
      expect(stub.seen).to.have.length(1);
    });
  }

  it("hashes instead of logs: ShapeError by name, returned by call", async () => {
    stub.answer = result(`["${tx}"]`);
    expect(await failureOf("changes")).to.include({ name: "ShapeError", method: "eth_getFilterChanges" });
    expect(await connect().call("eth_getFilterChanges", ["0x1"])).to.deep.equal([tx]);
  });

  const values: Partial<Record<Call, Responder>> = {
    newFilter: result('"0x1"'),
    changes: result("[]"),
    uninstall: result("true"),
    receipt: result("null"),
    ots: result("[]"),
    descendants: result("[]"),
    simulate: result(`[${struct},${struct}]`),
  };
  for (const [call, value] of Object.entries(values) as [Call, Responder][]) {
    for (const [what, first] of [
      ["429", respond("Too Many Requests", 429, { "retry-after": "0.005" })],
      ["an error inside 200", limited(200, '{"try_again_in":"1.5ms"}')],
    ] as const) {
      it(`throttled by ${what} (${call}): retried`, async () => {
        stub.answer = inTurn(first, value);
        await calls[call](connect());
        expect(stub.seen).to.have.length(2);
      });
    }
  }

  for (const call of any) {
    it(`monthly quota used up (${call}): not retried`, async () => {
      stub.answer = respond(quotaText, 429, { "retry-after": "0" });
      await failureOf(call);
      expect(stub.seen).to.have.length(1);
    });
  }

  const once: readonly Call[] = ["newFilter", "changes", "uninstall"];
  for (const call of any) {
    it(`response lost (${call}): ${once.includes(call) ? "not retried" : "retried"}`, async () => {
      stub.answer = inTurn(reset, json({}, 401));
      const lost = once.includes(call);
      expect(await failureOf(call)).to.include({ code: lost ? "transport" : "auth" });
      expect(stub.seen).to.have.length(lost ? 1 : 2);
    });
  }

  it("wait beyond the deadline: not started", async () => {
    stub.answer = respond("Too Many Requests", 429, { "retry-after": "7" });
    expect(await failureOf("receipt")).to.include(unavailable(429, 7000));
    expect(stub.seen).to.have.length(1);
  });
});
