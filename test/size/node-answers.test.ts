import { expect } from "chai";
import { type Body, type Call, type Cost, costsOf, listOf, members, mostCpuMs, mostMemory } from "../support/size/cost";

const bytes = 4_000_000;

const hash = `0x${"ab".repeat(32)}`;
const address = `0x${"cd".repeat(20)}`;

const result = (value: string) => `{"jsonrpc":"2.0","id":1,"result":${value}}`;
const failure = (error: string) => `{"jsonrpc":"2.0","id":1,"error":${error}}`;
const structLogs = (logs: string) => result(`{"gas":1,"failed":false,"returnValue":"","structLogs":${logs}}`);
const frame = (rest: string) => `{"type":"CALL","from":"${address}",${rest}}`;

const log = JSON.stringify({
  ...{ address, topics: [hash], data: "0x", blockNumber: "0x1", blockHash: hash, transactionHash: hash },
  ...{ transactionIndex: "0x0", logIndex: "0x0" },
});

const logs = ["eth_getLogs", [{ fromBlock: 1, toBlock: 2 }]] as const;
const steps = ["debug_traceTransaction", [hash]] as const;
const calls = ["debug_traceTransaction", [hash, { tracer: "callTracer" }]] as const;
const accounts = ["debug_traceTransaction", [hash, { tracer: "prestateTracer" }]] as const;
const raw = ["other_method", []] as const;

const shape = /^ShapeError: /;
const large = /^TransportError: .*many times its/;

/** What a node answers, to which call, and what becomes of it. */
const cases: readonly (readonly [
  what: string,
  call: readonly [name: string, params: readonly unknown[]],
  text: string,
  outcome: RegExp,
])[] = [
  ["valid logs", logs, result(listOf(log, bytes)), /^a list of \d{4,}$/],
  ["empty objects for logs", logs, result(listOf("{}", bytes)), large],
  ["a few empty objects for logs", logs, result(listOf("{}", 450_000)), shape],
  ["nulls for logs", logs, result(listOf("null", bytes)), shape],
  ["wrong members of one log", logs, result(`[${log.replace(/"data":"0x"/, `"data":${listOf("1", bytes)}`)}]`), shape],
  ["objects with names of their own", logs, result(`[{${members(bytes).join("},{")}}]`), large],
  ["an object with many names", logs, result(`{${members(bytes).join(",")}}`), large],
  ["lists in lists", logs, result("[".repeat(bytes / 2) + "]".repeat(bytes / 2)), large],
  ["empty objects for steps", steps, structLogs(listOf("{}", 450_000)), shape],
  [
    "numbers for words of a stack",
    steps,
    structLogs(`[{"pc":1,"op":"X","gas":1,"gasCost":1,"depth":1,"stack":${listOf("1", bytes)}}]`),
    shape,
  ],
  ["numbers for traces of a block", ["debug_traceBlockByNumber", ["latest"]], result(listOf("1", bytes)), shape],
  ["numbers for traces of calls", ["trace_block", ["latest"]], result(listOf("1", bytes)), shape],
  ["empty objects for calls", calls, result(frame(`"calls":${listOf("{}", 450_000)}`)), shape],
  ["empty objects for logs of a call", calls, result(frame(`"logs":${listOf("{}", 450_000)}`)), shape],
  [
    "accounts that are none",
    accounts,
    result(`{${members(bytes, "1", (index) => `0x${index.toString(16).padStart(40, "0")}`).join(",")}}`),
    shape,
  ],
  ["integers beyond 2⁵³", raw, result(listOf("12345678901234567890", bytes)), /^a list of \d{6}$/],
  ["a text of escaped quotes", raw, result(`["${'\\"'.repeat(bytes / 2)}",12345678901234567890]`), /^a list of 2$/],
  [
    "an error of many words",
    logs,
    failure(`{"code":-32000,"message":"${"a ".repeat(bytes / 2)}"}`),
    /^RpcError: .{50,250}$/,
  ],
  [
    "an error that asks to wait, again and again",
    logs,
    failure(`{"code":-32005,"message":"${"try again in 1".repeat(bytes / 14)}"}`),
    /^UnavailableError: .{50,250}$/,
  ],
  [
    "an error with many members of data",
    logs,
    failure(`{"code":-32000,"message":"x","data":{${members(400_000).join(",")}}}`),
    /^RpcError: /,
  ],
  ["a page", logs, `${" ".repeat(bytes / 2)}<html><title>${"t".repeat(bytes / 2)}`, /^ShapeError: .*HTML page/],
];

describe("expensive node responses", function () {
  this.timeout(90_000);
  let costs: readonly Cost[] = [];
  before(async () => {
    const bodies: Record<string, Body> = { harmless: { text: result(`"${"a".repeat(bytes)}"`) } };
    const made: Call[] = [{ target: "node", name: "other_method", body: "harmless" }];
    for (const [index, [, [name, params], text]] of cases.entries()) {
      bodies[`body-${index}`] = { text };
      made.push({ target: "node", name, params, body: `body-${index}` });
    }
    costs = (await costsOf(made, bodies)).slice(1);
  });

  for (const [index, [what, , text, outcome]] of cases.entries()) {
    it(`${what}: at most ten times the response plus 50 MB, and a second per 8 MB`, () => {
      const cost = costs[index];
      expect(cost?.outcome.slice(0, 500)).to.match(outcome);
      expect(cost?.bytes).to.be.below(mostMemory(text.length));
      expect(cost?.cpuMs).to.be.below(mostCpuMs(text.length));
    });
  }
});
