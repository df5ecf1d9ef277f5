import { expect } from "chai";
import type { NodeEndpoints } from "../../provider/access/endpoints";
import { probeEndpoints } from "../../provider/health/probe";
import { check } from "../support/health/probe-scene";
import { litecoindPath, startLitecoind } from "../support/nodes/litecoind";
import { type BitcoinProcess, startBcoin } from "../support/nodes/nodes";

/** A real node of Bitcoin's family on its test chain. */
interface Subject {
  readonly name: string;
  /** The protocol's slug. */
  readonly protocol: string;
  /** Genesis of its regtest. */
  readonly genesis: string;
  /** Makes so many blocks. */
  readonly mine: (node: BitcoinProcess, blocks: number) => Promise<unknown>;
  readonly client: RegExp;
  readonly start: () => Promise<BitcoinProcess>;
}

const subjects: readonly Subject[] = [
  {
    name: "bcoin",
    protocol: "bitcoin",
    genesis: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
    mine: (node, blocks) => node.rpc("generatetoaddress", [blocks, "rb1qqurswpc8qurswpc8qurswpc8qurswpc8cfe4l2"]),
    client: /bcoin/,
    start: startBcoin,
  },
  ...(litecoindPath() === undefined
    ? []
    : [
        {
          name: "litecoind",
          protocol: "litecoin",
          genesis: "530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9",
          mine: (node: BitcoinProcess, blocks: number) => node.rpc("generatetodescriptor", [blocks, "raw(51)"]),
          client: /LitecoinCore/,
          start: () => startLitecoind(),
        },
      ]),
];

for (const { name, protocol, genesis, mine, client, start } of subjects) {
  describe(`probeEndpoints against ${name}`, () => {
    let node: BitcoinProcess;
    before(async () => {
      node = await start();
      await mine(node, 8);
    });
    after(async () => {
      await node?.stop();
    });

    const endpoints = (password = node.password): NodeEndpoints => ({
      https: node.url,
      username: node.username,
      password,
    });
    const regtest = `${protocol}-regtest`;
    /** The limits of the main network, on which old heads matter. */
    const mainnet = { chain: `${protocol}-mainnet`, expected: genesis };

    it("regtest after some blocks: healthy, for three request units", async () => {
      const report = await probeEndpoints({ endpoints: endpoints(), chain: regtest });
      expect(report).to.include({ verdict: "healthy", decidedBy: "head", cost: 3 });
    });

    it("another genesis: wrong chain", async () => {
      const report = await probeEndpoints({ endpoints: endpoints(), chain: `${protocol}-mainnet` });
      expect(report).to.include({ verdict: "unhealthy", isWrongChain: true, observedIdentity: genesis });
    });

    it("depth full, next to itself: everything found", async () => {
      const target = { endpoints: endpoints(), chain: regtest, reference: endpoints() };
      const report = await probeEndpoints(target, { depth: "full" });
      expect(report.verdict).to.equal("healthy");
      expect(check(report, "mempool")?.observed).to.equal("0 transactions");
      expect(check(report, "depth")?.observed).to.equal("all blocks");
      expect(check(report, "client")?.observed).to.match(client);
      expect(check(report, "consistency")?.verdict).to.equal("healthy");
      expect(check(report, "latency")?.observed).to.match(/^p50 \d+ ms, p95 \d+ ms$/);
    });

    it("dedicated, without connections: degraded", async () => {
      const target = { endpoints: endpoints(), chain: regtest, isDedicated: true };
      expect(await probeEndpoints(target, { depth: "capabilities" })).to.include({
        verdict: "degraded",
        decidedBy: "peers",
      });
    });

    it("password rejected: unknown, not unhealthy", async () => {
      const report = await probeEndpoints({ endpoints: endpoints("another-password"), chain: regtest });
      expect(report).to.include({ verdict: "unknown", isUnreachable: true });
      expect(report.checks[0]?.cause).to.equal("auth");
    });

    it("hangs: unknown within the deadline; once it resumes: healthy", async () => {
      await node.suspend();
      const report = await probeEndpoints({ endpoints: endpoints(), chain: regtest }, { timeoutMs: 300 });
      expect(report).to.include({ verdict: "unknown", isUnreachable: true });
      node.resume();
      expect((await probeEndpoints({ endpoints: endpoints(), chain: regtest })).verdict).to.equal("healthy");
    });

    it("tip three hours old by the limits of the main network: unhealthy; a fresh one: healthy", async () => {
      const now = Math.floor(Date.now() / 1000);
      const stale = await start();
      try {
        await stale.rpc("setmocktime", [now - 3 * 3600]);
        await mine(stale, 2);
        const own = { https: stale.url, username: stale.username, password: stale.password };
        const report = await probeEndpoints({ endpoints: own, ...mainnet });
        expect(report).to.include({ verdict: "unhealthy", decidedBy: "head" });
        expect(report.why).to.match(/is (?:3 h|180 min) old, limit/);
      } finally {
        await stale.stop();
      }
      expect((await probeEndpoints({ endpoints: endpoints(), ...mainnet })).verdict).to.equal("healthy");
    });

    it("stopped: unknown, connection refused", async () => {
      const gone = await start();
      await gone.stop();
      const report = await probeEndpoints({ endpoints: { https: gone.url }, chain: regtest });
      expect(report).to.include({ verdict: "unknown", isUnreachable: true });
      expect(report.why).to.include("refused");
    });
  });
}
