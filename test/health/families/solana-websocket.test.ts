import { expect } from "chai";
import { probeEndpoints } from "../../../provider/health/probe.js";
import type { CheckResult } from "../../../provider/health/verdict.js";
import { type SocketServer, startSocketServer } from "../../support/access/socket-server.js";
import { pretendedHead } from "../../support/health/pretended-head.js";
import { check, useProbes } from "../../support/health/probe-scene.js";
import { solanaMainnet, solanaMethods, solanaSlotMs } from "../../support/health/solana-node.js";
import { startRpcStub, TestClock } from "../../support/health/stub-chain.js";

describe("probeEndpoints, Solana: WebSocket", () => {
  const { started } = useProbes();
  let server: SocketServer;
  beforeEach(async () => {
    server = await startSocketServer();
  });
  afterEach(async () => {
    await server.stop();
  });

  /** @param isSilent whether the wait for an event ends at once */
  async function websocket(isSilent = false): Promise<CheckResult | undefined> {
    const clock = new TestClock();
    clock.onSleep = (ms) => (ms >= 5_000 && !isSilent ? new Promise(() => undefined) : undefined);
    const stub = await started(startRpcStub(solanaMethods(pretendedHead(clock, solanaSlotMs), solanaMainnet)));
    const endpoints = { https: stub.url, wss: server.url };
    const report = await probeEndpoints(
      { endpoints, chain: "solana-mainnet" },
      { clock, depth: "capabilities", maxWaitForAdvanceMs: 0 },
    );
    const result = check(report, "websocket");
    expect(report.verdict).to.equal(result?.verdict === "degraded" ? "degraded" : "healthy");
    expect(server.received[0]).to.include({ method: "slotSubscribe" });
    return result;
  }

  it("subscription with a slot: healthy", async () => {
    server.answer = ({ id, method }, socket) => {
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: method === "slotSubscribe" ? 3 : true }));
      if (method === "slotSubscribe") {
        const params = { subscription: 3, result: { slot: 300_000_001, parent: 300_000_000, root: 299_999_969 } };
        socket.send(JSON.stringify({ jsonrpc: "2.0", method: "slotNotification", params }));
      }
    };
    expect(await websocket()).to.include({ verdict: "healthy", threshold: "5 s", cost: 1 });
  });

  it("accepts the subscription, answers pings, sends no event: degraded", async () => {
    server.answer = ({ id }, socket) => {
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: 3 }));
      socket.ping();
    };
    expect(await websocket(true)).to.include({
      verdict: "degraded",
      cause: "silent",
      threshold: "5 s",
      why: "the node accepted the subscription, but sent no event in time",
    });
  });

  it("event of another shape: unknown", async () => {
    server.answer = ({ id, method }, socket) => {
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: method === "slotSubscribe" ? 3 : true }));
      const params = { subscription: 3, result: { slot: "soon" } };
      socket.send(JSON.stringify({ jsonrpc: "2.0", method: "slotNotification", params }));
    };
    expect(await websocket()).to.include({ verdict: "unknown", cause: "shape" });
  });

  it("subscription not offered: unknown, with the cause", async () => {
    server.answer = ({ id }, socket) =>
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } }));
    expect(await websocket()).to.include({ verdict: "unknown", cause: "method" });
  });
});
