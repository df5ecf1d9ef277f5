import type { NodeClient } from "../../../provider/access/node-client.js";
import type { Responder } from "../http/stub-server.js";

export const tx = "0x2b884c770cc72eebd9298fc673ff69d3d0aa2f938b38655f9b4687d058ec441b";
export const block = "0xeb22000000000000000000000000000000000000000000000000000000000006";
export const topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
export const [sender, root, writer] = [
  "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
  "0xdc64a140aa3e981100a9beca4e685f962f0cf6c9",
  "0xe7f1725e7734ce288f8367e1bb143e90bb3f0512",
];
export const word = `0x${"0".repeat(62)}aa`;
export const txid = "1340ace300000000000000000000000000000000000000000000000000003abe";
export const child = "17f3a25c0000000000000000000000000000000000000000000000000000ca4b";
export const slotRoot = `0x${"1b".repeat(32)}`;
const twoCalls = [{ transactions: [{ to: root }] }, { transactions: [{ to: writer }] }];
const place = { blockNumber: "latest" } as const;
const duty = { slot: 61, committeeIndex: 0 };

/** A call of every typed method, by its result. */
export const calls = {
  newFilter: (node) => node.newFilter({ address: writer, topics: [topic] }),
  changes: (node) => node.getFilterChanges("0x1"),
  filterLogs: (node) => node.getFilterLogs("0x1"),
  uninstall: (node) => node.uninstallFilter("0x1"),
  callTrace: (node) => node.traceTransaction(tx, { tracer: "callTracer" }),
  prestate: (node) => node.traceTransaction(tx, { tracer: "prestateTracer" }),
  prestateDiff: (node) => node.traceTransaction(tx, { tracer: "prestateTracer", tracerConfig: { diffMode: true } }),
  structTrace: (node) => node.traceTransaction(tx),
  otherTrace: (node) => node.traceTransaction(tx, { tracer: "nopeTracer" }),
  simulate: (node) => node.traceCallMany(twoCalls, place),
  simulateCalls: (node) => node.traceCallMany(twoCalls, place, { tracer: "callTracer" }),
  receipt: (node) => node.getTransactionReceipt(tx),
  ots: (node) => node.otsTraceTransaction(tx),
  descendants: (node) => node.getMempoolDescendants(txid),
  entries: (node) => node.getMempoolDescendants(txid, { verbose: true }),
  attest: (node) => node.attestationData(duty),
  header: (node) => node.beacon.getBlockHeader({ blockId: 999999 }),
} satisfies Record<string, (node: NodeClient) => Promise<unknown>>;
export type Call = keyof typeof calls;

/** Answers with a recorded response. */
export const respond =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Responder =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
export const result = (json: string) => respond(`{"jsonrpc":"2.0","id":1,"result":${json}}`);
export const error = (code: number, message: string, more = "", status = 200, headers = {}) =>
  respond(
    `{"jsonrpc":"2.0","id":1,"error":{"code":${code},"message":${JSON.stringify(message)}${more}}}`,
    status,
    headers,
  );
/** Like nodes of the Bitcoin family. */
export const core = (json: string, problem = "null", status = 200) =>
  respond(`{"result":${json},"error":${problem},"id":1}`, status);

export const log = `{"address":"${writer}","topics":["${topic}"],"data":"${word}","blockHash":"${block}","blockNumber":"0x6","blockTimestamp":"0x6b010807","transactionHash":"${tx}","transactionIndex":"0x0","logIndex":"0x0","removed":false}`;
export const frame = `{"from":"${sender}","gas":"0x74f18","gasUsed":"0xd6b1","to":"${root}","input":"0x","output":"0xdeadbeef","calls":[{"from":"${root}","gas":"0x6af65","gasUsed":"0x18","to":"${writer}","input":"0x","error":"execution reverted","value":"0x0","type":"CALL"},{"from":"${root}","to":"${writer}","gas":"0x1","gasUsed":"0x1","input":"0x","type":"STATICCALL"}],"value":"0x0","type":"CALL"}`;
export const struct = `{"structLogs":[{"pc":0,"op":"PUSH1","gas":9000,"gasCost":3,"depth":1,"stack":[],"memory":[]}],"gas":21003,"returnValue":"","gasUsed":21003,"failed":false}`;
export const account = `"${sender}":{"balance":"0x21e19e0c9bab2400000","nonce":5}`;
export const receipt = `{"type":"0x2","status":"0x1","cumulativeGasUsed":"0xd6b1","logs":[${log}],"logsBloom":"0x00","transactionHash":"${tx}","transactionIndex":"0x0","blockHash":"${block}","blockNumber":"0x6","gasUsed":"0xd6b1","effectiveGasPrice":"0x5a45a331","blobGasPrice":"0x1","from":"${sender}","to":"${root}","contractAddress":null,"blockTimestamp":1795229703}`;
export const otsEntry = `{"type":"STATICCALL","depth":0,"from":"${sender}","to":"${root}","value":null,"input":"0x"}`;
export const entry = `"fees":{"base":0.00100000,"modified":0.00100000},"vsize":110,"time":1795229703,"height":101,"depends":["${txid}"]`;
