import { expect } from "chai";
import {
  CancelledError,
  NotFoundError,
  NotReadyError,
  ShapeError,
  UnavailableError,
} from "../../../provider/errors/errors.js";
import type { ObservedNode } from "../../../provider/lifecycle/node/observed.js";
import { nextStep, type WaitRequest, waitUntilReady } from "../../../provider/lifecycle/node/readiness.js";
import type { Context } from "../../../provider/lifecycle/resource.js";
import { beaconPaths, type PretendedBeacon } from "../../support/health/stub-beacon";
import { evmMethods, startRpcStub } from "../../support/health/stub-chain";
import { startRestStub } from "../../support/health/stub-rest";
import { FakeClock } from "../../support/http/fake-clock";
import { ownerOf } from "../../support/lifecycle/sample-inputs";
import type { StubNode } from "../../support/nodes/nodes";

describe("waitUntilReady", () => {
  let clock: FakeClock;
  let lines: string[];
  const stubs: StubNode[] = [];
  beforeEach(() => {
    clock = new FakeClock();
    lines = [];
  });
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
  });

  const viewOf = (more: Partial<ObservedNode> = {}): ObservedNode => ({
    api: "v2",
    id: "ND-1",
    name: "rpc",
    status: "running",
    chain: "base-mainnet",
    endpoints: {},
    configuration: undefined,
    outputs: {},
    hidden: [],
    ...more,
  });
  const wait = (view: ObservedNode, more: Partial<WaitRequest> = {}) => {
    const say = (line: string) => void lines.push(line);
    const context = {
      clock,
      owner: ownerOf("Node", "rpc"),
      progress: { status: say, warn: say },
      signal: new AbortController().signal,
    } as unknown as Context;
    const request: WaitRequest = {
      label: "Node rpc",
      readiness: "rpc",
      deadlineMs: 40_000,
      chain: undefined,
      read: async () => view,
      proveDeleted: () => Promise.reject(new Error("Nothing to prove.")),
      ...more,
    };
    return waitUntilReady(view, request, context);
  };
  const failed = async (outcome: ReturnType<typeof wait>): Promise<Error> => {
    const ended = await outcome;
    if (ended.failure === undefined) {
      throw new Error("It is ready.");
    }
    return ended.failure;
  };

  describe("head with a fresh timestamp", () => {
    /** A node whose head is as old as the start, and moves after the given time. */
    const stalled = async (chain: string, chainId: number, blockSeconds: number, movesAfterMs = 3_600_000) => {
      const stalledAt = 1_000_000;
      const startSeconds = clock.startedAt / 1000;
      const head = () => (clock.elapsedMs > movesAfterMs ? stalledAt + 1 : stalledAt);
      const timeOf = (block: number) =>
        startSeconds + (block > stalledAt ? movesAfterMs / 1000 : (block - stalledAt) * blockSeconds);
      const stub = await startRpcStub(evmMethods({ chainId, head, timeOf }));
      stubs.push(stub);
      return viewOf({ chain, endpoints: { https: stub.url } });
    };

    it("fast chain, head does not move: waits until the deadline, reason in the error", async () => {
      const failure = await failed(wait(await stalled("base-mainnet", 8_453, 2)));
      expect(failure).to.be.instanceOf(NotReadyError).and.to.include({ isTerminal: false });
      expect(failure.message).to.match(/is not ready after \d+ s: running, degraded: no new block in \d+ s/);
      expect(clock.elapsedMs).to.be.within(40_000, 50_000);
      expect(lines[0]).to.match(/^running, degraded: no new block in/);
    });

    it("fast chain, head moves: ready", async () => {
      expect(await wait(await stalled("base-mainnet", 8_453, 2, 20_000))).to.include({ failure: undefined });
      expect(clock.elapsedMs).to.be.within(20_000, 40_000);
      expect(lines).not.to.deep.equal([]);
    });

    it("slow chain, head does not move: ready", async () => {
      expect(await wait(await stalled("ethereum-mainnet", 1, 12))).to.include({ failure: undefined });
      expect(lines).to.deep.equal([]);
    });
  });

  describe("node with a beacon endpoint", () => {
    /** A node whose execution client is fine. */
    const node = async (beacon: PretendedBeacon) => {
      const time = {
        get nowMs() {
          return clock.now();
        },
      };
      const startSeconds = clock.startedAt / 1000 - 12_000_000;
      const head = () => Math.floor((clock.now() / 1000 - startSeconds) / 12);
      const evm = evmMethods({ chainId: 1, head, timeOf: (block) => startSeconds + block * 12 });
      const stub = await startRestStub(beaconPaths(time, beacon), { "/": evm });
      stubs.push(stub);
      return viewOf({ chain: "ethereum-mainnet", endpoints: { https: stub.url, beacon: stub.url } });
    };

    it("both at the head: ready", async () => {
      expect(await wait(await node({}))).to.include({ failure: undefined });
    });

    it("beacon node behind: waits until the deadline, reason in the error", async () => {
      const failure = await failed(wait(await node({ isSyncing: true, distance: 505, behind: 505 })));
      expect(failure).to.be.instanceOf(NotReadyError).and.to.include({ isTerminal: false });
      expect(failure.message).to.match(/running, syncing: the beacon node reports that it is syncing, 505 slots/);
    });

    it("beacon node of another chain: ends at once", async () => {
      const failure = await failed(wait(await node({ spec: { DEPOSIT_CHAIN_ID: "100" } })));
      expect(failure).to.be.instanceOf(NotReadyError).and.to.include({ isTerminal: true });
      expect(failure.message).to.include("serves the wrong chain: wrong chain: deposit chain id 100, expected 1");
    });
  });

  for (const [name, view, reason] of [
    [
      "a chain without a probe",
      { chain: "cardano-mainnet", endpoints: { https: "https://cardano.example/k" } },
      /probe/,
    ],
    [
      "plain http to another machine",
      { endpoints: { https: "http://203.0.113.7/0123456789abcdef0123456789abcdef" } },
      /plain http to 203\.0\.113\.7/,
    ],
    ["an endpoint that is not a URL", { endpoints: { https: "node.example:443/k" } }, /endpoints\.https/],
  ] as const) {
    it(`${name}: ends at once, the error suggests readiness platform`, async () => {
      const failure = await failed(wait(viewOf(view)));
      expect(failure).to.be.instanceOf(NotReadyError).and.to.include({ isTerminal: true });
      expect(failure.message)
        .to.match(/cannot be probed: .*Set readiness: "platform"\.$/)
        .and.to.match(reason)
        .and.not.to.include("0123456789abcdef");
      expect(clock.elapsedMs).to.equal(0);
      expect(lines).to.deep.equal([]);
    });
  }

  describe("unreadable responses of the platform", () => {
    const pending = viewOf({ status: "pending" });
    const request = { readiness: "platform", deadlineMs: 600_000 } as const;
    const unreadable = new ShapeError(
      "Reading the node: the platform responded with 200 and a body that is not JSON (getNodeV2).",
    );

    it("readable later: ready once the node runs", async () => {
      const running = viewOf({ endpoints: { https: "https://node.example/k" } });
      const answers = [unreadable, new UnavailableError("Out of order.", 503), running];
      const read = async () => {
        const answer = answers.shift();
        if (answer === undefined || answer instanceof Error) {
          throw answer;
        }
        return answer;
      };
      expect(await wait(pending, { ...request, read })).to.include({ failure: undefined });
    });

    it("until the deadline: NotReadyError with the last failure", async () => {
      const failure = await failed(wait(pending, { ...request, read: () => Promise.reject(unreadable) }));
      expect(failure).to.be.instanceOf(NotReadyError).and.to.include({ isTerminal: false });
      expect(failure.message).to.match(
        /^Node rpc \(ND-1\) is not ready after 10 min: pending\. The last read of it failed: Reading the node: .*not JSON \(getNodeV2\)\. The/,
      );
      expect(clock.elapsedMs).to.equal(600_000);
    });
  });

  it("no status until the deadline: the error says so", async () => {
    const failure = await failed(wait(viewOf({ status: "" })));
    expect(failure.message).to.include("is not ready after 40 s: the platform shows no status.");
  });

  describe("node missing", () => {
    const pending = viewOf({ status: "pending" });
    const missing = () => Promise.reject(new NotFoundError("No such node."));
    /** Reads the node `times` times, then reports it missing. */
    const shown = (times: number) => {
      let reads = 0;
      return () => {
        reads += 1;
        return reads <= times ? Promise.resolve(pending) : missing();
      };
    };
    const request = { readiness: "platform", deadlineMs: 600_000, proveDeleted: async () => undefined } as const;

    it("read before, absence proven: ends at once", async () => {
      const failure = await failed(wait(pending, { ...request, read: shown(1) }));
      expect(failure).to.be.instanceOf(NotFoundError);
      expect(failure.message).to.equal("Node rpc (ND-1) was deleted outside of Pulumi during the wait.");
      expect(clock.elapsedMs).to.equal(2_500);
    });

    it("never read: waits for a while", async () => {
      const failure = await failed(wait(pending, { ...request, read: missing }));
      expect(failure).to.be.instanceOf(NotFoundError);
      expect(clock.elapsedMs).to.be.within(30_000, 40_000);
    });

    for (const [name, obstacle] of [
      ["still listed", new NotFoundError("It is listed.")],
      ["lookup fails", new UnavailableError("Out of order.", 503)],
    ] as const) {
      it(`${name}: waits until the deadline`, async () => {
        const proveDeleted = () => Promise.reject(obstacle);
        const failure = await failed(wait(pending, { ...request, read: shown(1), proveDeleted }));
        expect(failure).to.be.instanceOf(NotReadyError);
        expect(clock.elapsedMs).to.equal(600_000);
      });
    }
  });
});

describe("nextStep", () => {
  const { urn } = ownerOf("Node", "rpc");

  for (const what of ["node", "network"] as const) {
    it(`${what}, terminal failure: waiting will not help, --replace suggested`, () => {
      const step = nextStep(new NotReadyError("It failed.", true), what, urn);
      expect(step).to.match(new RegExp(`^The ${what} is kept, but waiting will not help: `));
      expect(step).to.include(`\`pulumi up --replace '${urn}'\``);
    });

    it(`${what}, interrupted: kept`, () => {
      expect(nextStep(new CancelledError(), what, urn)).to.equal(`The ${what} is kept.`);
    });

    for (const failure of [
      new NotReadyError("Too late.", false),
      new UnavailableError("Out of order.", 503),
      new Error("stop"),
    ]) {
      it(`${what}, "${failure.message}": the next up resumes`, () => {
        expect(nextStep(failure, what, urn)).to.equal(`The ${what} is kept: the next \`pulumi up\` resumes the wait.`);
      });
    }
  }
});
