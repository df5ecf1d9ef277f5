import { expect } from "chai";
import { type LyingNode, type LyingScene, openLies } from "../../support/sandbox/lying-node";

const head = ["latest", false];
const trace = ["0x1", { tracer: "callTracer" }];

describe("lies of EVM nodes", () => {
  let lies: LyingScene;
  let node: LyingNode;
  before(async () => {
    lies = await openLies();
    node = await lies.node("evm");
  });
  beforeEach(() => node.tell([]));
  after(() => lies.scene.sandbox.close());

  it("syncing-true, syncing-nitro, syncing-false: eth_syncing", async () => {
    await node.tell("syncing-true");
    expect(await node.result("eth_syncing")).to.have.all.keys("startingBlock", "currentBlock", "highestBlock");
    await node.tell("syncing-nitro");
    expect(await node.result("eth_syncing")).to.include.keys("batchSeen", "batchProcessed", "msgCount");
    await node.tell("syncing-false");
    expect(await node.result("eth_syncing")).to.equal(false);
  });

  it("head-null: the latest block only", async () => {
    await node.tell("head-null");
    expect(await node.result("eth_getBlockByNumber", head)).to.equal(null);
    expect(await node.result("eth_getBlockByNumber", ["0x1", false])).to.include({ number: "0x1" });
  });

  it("head-zero: block 0", async () => {
    await node.tell("head-zero");
    expect(await node.result("eth_getBlockByNumber", head)).to.include({ number: "0x0" });
    expect(await node.result("eth_blockNumber")).to.equal("0x0");
  });

  it("head-steps-back: every second response 3 lower, with that block's hash", async () => {
    await node.tell("head-steps-back");
    const first = Number((await node.result("eth_getBlockByNumber", head)).number);
    const lower = await node.result("eth_getBlockByNumber", head);
    expect(Number(lower.number) - first).to.be.within(-3, -1);
    const third = Number((await node.result("eth_getBlockByNumber", head)).number);
    expect(third).to.be.at.least(first);
    await node.tell([]);
    expect((await node.result("eth_getBlockByNumber", [lower.number, false])).hash).to.equal(lower.hash);
  });

  it("other-fork: other hashes at the same height", async () => {
    const truth = await node.result("eth_getBlockByNumber", ["0x5", false]);
    await node.tell("other-fork");
    const told = await node.result("eth_getBlockByNumber", ["0x5", false]);
    expect(told.hash)
      .to.match(/^0x[0-9a-f]{64}$/)
      .and.not.equal(truth.hash);
    expect(told.number).to.equal(truth.number);
  });

  it("timestamps-in-ms and quantities-as-numbers: other units and forms", async () => {
    await node.tell("timestamps-in-ms");
    const block = await node.result("eth_getBlockByNumber", head);
    expect(Number(block.timestamp) / 1000).to.be.within(Date.now() / 1000 - 70, Date.now() / 1000 + 5);
    await node.tell("quantities-as-numbers");
    expect((await node.result("eth_getBlockByNumber", head)).number).to.be.a("number");
    expect(await node.result("eth_chainId")).to.equal(1);
  });

  it("net-version-differs: not the chain id", async () => {
    await node.tell("net-version-differs");
    expect(await node.result("net_version")).to.equal("424242");
    expect(await node.result("eth_chainId")).to.equal("0x1");
  });

  it("finalized-unsupported and finality-late: the tags finalized and safe", async () => {
    await node.tell("finalized-unsupported");
    for (const tag of ["finalized", "safe"]) {
      expect(await node.error("eth_getBlockByNumber", [tag, false])).to.include({ code: -32602 });
    }
    expect(await node.result("eth_getBlockByNumber", head)).to.include.keys("hash");
    await node.tell("finality-late");
    const { timestamp } = await node.result("eth_getBlockByNumber", ["finalized", false]);
    expect(Date.now() / 1000 - Number(timestamp)).to.be.within(3_590, 3_660);
  });

  it("state-pruned: old state missing, new state and logs there", async () => {
    await node.tell("state-pruned");
    const zero = `0x${"0".repeat(40)}`;
    expect((await node.error("eth_getBalance", [zero, "0x1"])).message).to.match(
      /^missing trie node .* not available$/,
    );
    expect(await node.result("eth_getBalance", [zero, "latest"])).to.match(/^0x/);
    expect(await node.result("eth_getLogs", [{ fromBlock: "0x1", toBlock: "0x1" }])).to.deep.equal([]);
  });

  it("filter-lost: accepted, then not found", async () => {
    await node.tell("filter-lost");
    const id = await node.result("eth_newBlockFilter");
    expect(await node.error("eth_getFilterChanges", [id])).to.deep.equal({ code: -32000, message: "filter not found" });
    expect(await node.result("eth_uninstallFilter", [id])).to.equal(false);
  });

  for (const [lie, told] of [
    ["trace-null", null],
    ["trace-empty-object", {}],
    ["trace-empty-list", []],
    ["trace-fake", { failed: false, gas: 0, returnValue: "0x", structLogs: [] }],
  ] as const) {
    it(`${lie}: ${JSON.stringify(told)}`, async () => {
      await node.tell(lie);
      expect(await node.result("debug_traceBlockByNumber", trace)).to.deep.equal(told);
      expect(await node.result("trace_block", ["0x1"])).to.deep.equal(told);
      expect(await node.result("eth_chainId")).to.equal("0x1");
    });
  }

  it("debug-missing and trace-missing: -32601, of one namespace each", async () => {
    await node.tell("debug-missing");
    expect(await node.error("debug_traceBlockByNumber", trace)).to.include({ code: -32601 });
    expect(await node.result("trace_block", ["0x1"])).to.be.an("array");
    await node.tell("trace-missing");
    expect(await node.error("trace_block", ["0x1"])).to.include({ code: -32601 });
    expect(await node.result("debug_traceBlockByNumber", trace)).to.be.an("array");
  });

  for (const [lie, code, text] of [
    ["gate-32602", -32602, /plan upgrade/],
    ["gate-32002", -32002, /not available on your current plan/],
    ["gate-32612", -32612, /disabled by default/],
  ] as const) {
    it(`${lie}: HTTP 200 with ${code}`, async () => {
      await node.tell(lie);
      const { status, body } = await node.post({ jsonrpc: "2.0", id: 1, method: "trace_block", params: ["0x1"] });
      expect({ status, code: body.error?.code }).to.deep.equal({ status: 200, code });
      expect(body.error?.message).to.match(text);
    });
  }

  it("gate-403: HTTP 403 for a request with a trace method, also in a batch", async () => {
    await node.tell("gate-403");
    const calls = ["eth_chainId", "debug_traceBlockByNumber"].map((method, id) => ({
      jsonrpc: "2.0",
      id,
      method,
      params: trace,
    }));
    const { status, body } = await node.post(calls);
    expect({ status, code: body.error?.code }).to.deep.equal({ status: 403, code: -32602 });
    expect(await node.result("eth_chainId")).to.equal("0x1");
  });

  it("no-peers and peers: net_peerCount, which anvil lacks", async () => {
    await node.tell("no-peers");
    expect(await node.result("net_peerCount")).to.equal("0x0");
    await node.tell("peers");
    expect(await node.result("net_peerCount")).to.equal("0x19");
  });

  it("a batch: only the calls that the lie is about, ids and order kept", async () => {
    await node.tell("head-null");
    const methods: readonly (readonly [string, unknown[]])[] = [
      ["eth_chainId", []],
      ["eth_getBlockByNumber", head],
    ];
    const { body } = await node.post(methods.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params })));
    expect(body).to.deep.equal([
      { jsonrpc: "2.0", id: 0, result: "0x1" },
      { jsonrpc: "2.0", id: 1, result: null },
    ]);
  });

  it("debug_traceCallMany, emulated: lied about as any trace", async () => {
    await node.tell("trace-null");
    expect(await node.result("debug_traceCallMany", [[{ transactions: [] }], { blockNumber: "latest" }])).to.equal(
      null,
    );
    await node.tell("peers");
    expect(await node.result("debug_traceCallMany", [[{ transactions: [] }], { blockNumber: "latest" }])).to.deep.equal(
      [],
    );
  });

  it("silent and refusing: no response and a reset connection, lies or not", async () => {
    await node.tell("no-peers");
    const outcome = (timeoutMs: number) =>
      fetch(node.url, { method: "POST", body: "{}", signal: AbortSignal.timeout(timeoutMs) }).then(
        ({ status }) => String(status),
        (error: Error) => (error.cause as { code?: string } | undefined)?.code ?? error.name,
      );
    await lies.scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "silent" });
    expect(await outcome(300)).to.equal("TimeoutError");
    await lies.scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "refusing" });
    expect(await outcome(15_000)).to.match(/ECONNRESET|UND_ERR_SOCKET/);
    await lies.scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "normal" });
    expect(await node.result("net_peerCount")).to.equal("0x0");
  });

  it("mode behind with syncing-true: the head is days old, moves, and the node says so", async () => {
    await lies.scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "behind", ageSeconds: 172_800 });
    await node.tell("syncing-true");
    const block = await node.result("eth_getBlockByNumber", head);
    expect(Date.now() / 1000 - Number(block.timestamp)).to.be.within(172_700, 172_900);
    expect(await node.result("eth_syncing")).to.be.an("object");
    await lies.scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "normal" });
  });
});
