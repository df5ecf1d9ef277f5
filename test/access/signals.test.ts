import { expect } from "chai";
import { connectNode } from "../../provider/access/connect-node.js";
import { waitForReceipt } from "../../provider/access/wait-for-receipt.js";
import { result, tx } from "../support/access/node-answers.js";
import { type Responder, useStubServer } from "../support/http/stub-server.js";

describe("one signal for many", () => {
  const stub = useStubServer();
  const warnings: string[] = [];
  const note = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
  before(() => process.on("warning", note));
  after(() => process.off("warning", note));
  const count = 30;
  const settled = (promises: readonly Promise<unknown>[]) =>
    Promise.all(promises.map((promise) => promise.catch((reason: unknown) => reason)));

  const each = <T>(make: () => T) => Array.from({ length: count }, make);
  /** Resolves once this many requests have arrived. They are answered as given, or never. */
  const arrived = (requests: number, answer?: Responder) =>
    new Promise<void>((resolve) => {
      stub.answer = (request, response) => {
        answer?.(request, response);
        if (stub.seen.length === requests) {
          setImmediate(resolve);
        }
      };
    });
  const endsAll = async (under: readonly Promise<unknown>[], all: Promise<void>, stop: AbortController) => {
    await all;
    const reason = new Error("enough");
    stop.abort(reason);
    expect(new Set(await settled(under))).to.deep.equal(new Set([reason]));
    await new Promise(setImmediate);
    expect(warnings).to.deep.equal([]);
  };

  it("calls, batches, reads and clients: all end, no warning from Node.js", async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const node = connectNode({ https: stub.url.href, beacon: stub.url.href });
    // 32 of one client at a time, and those of the others, whose limit is different.
    const all = arrived(32 + count);
    const clients = each(() => connectNode({ https: stub.url.href }, { signal, maxConcurrent: 64 }));
    const under = [
      ...each(() => node.call("eth_chainId", [], { signal })),
      ...each(() => node.batch([{ method: "eth_chainId" }], { signal })),
      ...each(() => node.beacon.getGenesis({}, { signal })),
      ...clients.map((client) => client.call("eth_chainId")),
    ];
    await endsAll(under, all, stop);
  });

  it("waits for receipts: all end, no warning from Node.js", async () => {
    const stop = new AbortController();
    const node = connectNode({ https: stub.url.href });
    const all = arrived(count, result("null"));
    const under = each(() => node.waitForReceipt(tx, { signal: stop.signal, pollMs: 60_000 }));
    await endsAll(under, all, stop);
  });

  it("close: ends a wait between two polls at once", async () => {
    const closing = new AbortController();
    const reason = new Error("closed");
    const sleep = (_: number, signal?: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        closing.abort(reason);
        setImmediate(() => reject(new Error("sleeps on")));
      });
    const clock = { now: () => 0, monotonicMs: () => 0, sleep };
    const wait = waitForReceipt(tx, {}, { clock, signal: closing.signal }, async () => null);
    expect(await wait.catch((error: unknown) => error)).to.equal(reason);
  });

  it("signal of finished calls: retains nothing", async () => {
    stub.answer = result('"0x1"');
    const stop = new AbortController();
    const node = connectNode({ https: stub.url.href });
    let listeners = 0;
    const { signal } = stop;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = ((...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    }) as typeof add;
    signal.removeEventListener = ((...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    }) as typeof remove;
    await Promise.all(Array.from({ length: count }, () => node.call("eth_chainId", [], { signal })));
    expect(listeners).to.equal(0);
  });
});
