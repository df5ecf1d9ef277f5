import { expect } from "chai";
import { connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { failureOf } from "../../support/access/failure";
import { litecoindPath, startLitecoind } from "../../support/nodes/litecoind";
import { chainOnBcoin, chainOnLitecoind } from "../../support/nodes/mempool";
import { type BitcoinProcess, startBcoin } from "../../support/nodes/nodes";

const unknownTxid = "ab".repeat(32);

/** Differences between the two. */
const software = [
  {
    name: "bcoin",
    start: startBcoin,
    chain: chainOnBcoin,
    // Errors with HTTP 200; entries as a list without ids.
    unknown: { rpcCode: -1, status: 200, message: /Transaction not in mempool/ },
    nope: { kind: "method", rpcCode: -32601, status: 200 },
    hasIds: false,
    genesis: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
  },
  {
    name: "litecoind",
    start: startLitecoind,
    chain: chainOnLitecoind,
    // Errors with HTTP 500, or 404 for an unknown method; entries by id.
    unknown: { rpcCode: -5, status: 500, message: /Transaction not in mempool/ },
    nope: { kind: "method", rpcCode: -32601, status: 404 },
    hasIds: true,
    genesis: "530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9",
  },
].filter(({ name }) => name !== "litecoind" || litecoindPath() !== undefined);

for (const { name, start, chain, unknown, nope, hasIds, genesis } of software) {
  describe(`mempool of ${name}`, () => {
    let node: BitcoinProcess;
    let client: NodeClient;
    let ids: readonly string[];
    before(async () => {
      node = await start();
      client = connectNode({ https: node.url, username: node.username, password: node.password });
      ids = await chain(node.rpc);
    });
    after(async () => {
      await client?.close();
      await node?.stop();
    });

    it("three chained transactions: two descendants of the first, one of the second, none of the third", async () => {
      const [first = "", second = "", third = ""] = ids;
      expect(await client.getMempoolDescendants(first)).to.have.members([second, third]);
      expect(await client.getMempoolDescendants(second)).to.deep.equal([third]);
      expect(await client.getMempoolDescendants(third)).to.deep.equal([]);
    });

    it("verbose: fee, size and parents of each", async () => {
      const [first = "", second = "", third = ""] = ids;
      const entries = await client.getMempoolDescendants(first, { verbose: true });
      expect(entries).to.have.length(2);
      for (const entry of entries) {
        expect(entry.feeSats).to.equal(100_000n);
        expect(entry.vsize).to.be.within(100, 250);
        expect(entry.height).to.equal(101);
        expect(Math.abs(entry.timestampMs - Date.now())).to.be.lessThan(60_000);
      }
      expect(entries.map(({ depends }) => depends[0])).to.have.members([first, second]);
      expect(entries.map(({ txid }) => txid)).to.have.members(hasIds ? [second, third] : [undefined, undefined]);
    });

    it("transaction not in the mempool, unknown or mined: error", async () => {
      const error = await failureOf(client.getMempoolDescendants(unknownTxid));
      expect(error).to.include({ code: "rpc", kind: "rpc", rpcCode: unknown.rpcCode, status: unknown.status });
      expect(error.message).to.match(unknown.message);
      const block = (await node.rpc("getblock", [await node.rpc("getbestblockhash")])) as { tx: string[] };
      expect(await failureOf(client.getMempoolDescendants(block.tx[0] ?? ""))).to.include({ rpcCode: unknown.rpcCode });
    });

    it("wrong or missing password: rejected", async () => {
      for (const endpoints of [{ username: node.username, password: "wrong-password" }, {}]) {
        const client = connectNode({ https: node.url, ...endpoints });
        const error = await failureOf(client.getMempoolDescendants(unknownTxid));
        expect(error).to.include({ code: "auth" });
        expect(error.message).to.not.include("wrong-password");
      }
    });

    it("chain reads: work too", async () => {
      const info = await client.call("getblockchaininfo", []);
      expect(info).to.include({ chain: "regtest", blocks: 101 });
      expect(await client.call("getblockhash", [0])).to.equal(genesis);
      const header = await client.call("getblockheader", [info.bestblockhash]);
      expect(header).to.include({ hash: info.bestblockhash, height: 101 });
      expect((await client.call("getnetworkinfo", [])).connections).to.equal(0);
    });

    it("unknown method: error of kind method, whatever the HTTP status", async () => {
      const speaker = connectNode(
        { https: node.url, username: node.username, password: node.password },
        { version: "1.0" },
      );
      expect(await failureOf(speaker.call("nope"))).to.include({ code: "rpc", ...nope });
    });

    it("batch in dialect 1.0: errors per call", async () => {
      const [height, wrong] = await client.batch([
        { method: "getblockhash", params: [0] },
        { method: "getmempooldescendants", params: [unknownTxid] },
      ]);
      expect(height).to.deep.equal({ ok: true, value: genesis });
      expect(wrong?.ok === false && wrong.error).to.include({ code: "rpc", rpcCode: unknown.rpcCode });
    });
  });
}

if (litecoindPath() !== undefined) {
  describe("litecoind with an RPC whitelist", () => {
    let node: BitcoinProcess;
    before(async () => {
      node = await startLitecoind("-rpcwhitelist=node:getblockcount");
    });
    after(async () => {
      await node?.stop();
    });

    it("other methods, 403 with an empty body: AuthError", async () => {
      const client = connectNode({ https: node.url, username: node.username, password: node.password });
      expect(await failureOf(client.getMempoolDescendants(unknownTxid))).to.include({ code: "auth" });
    });
  });

  describe("litecoind with a full work queue", () => {
    let node: BitcoinProcess;
    before(async () => {
      node = await startLitecoind("-rpcthreads=1", "-rpcworkqueue=1");
    });
    after(async () => {
      await node?.stop();
    });

    it("calls: unavailable for a moment, all succeed when retried", async () => {
      const endpoints = { https: node.url, username: node.username, password: node.password };
      const calls = (client: NodeClient) =>
        Promise.all(
          Array.from({ length: 40 }, () =>
            client.call("getblockhash", [0]).catch((error: { readonly code: string }) => error.code),
          ),
        );
      const once = await calls(connectNode(endpoints, { attempts: 1 }));
      expect(once).to.include("unavailable");
      const repeated = await calls(connectNode(endpoints, { attempts: 12, timeoutMs: 30_000 }));
      expect(new Set(repeated)).to.have.length(1).and.not.include("unavailable");
    });
  });
}
