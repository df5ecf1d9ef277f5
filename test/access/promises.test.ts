import type { ServerResponse } from "node:http";
import { expect } from "chai";
import { type ConnectOptions, connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { failureOf } from "../support/access/failure";
import { type SeenRequest, type StubNode, startStub } from "../support/nodes/nodes";

const hash = `0x${"ab".repeat(32)}`;
const address = `0x${"11".repeat(20)}`;

describe("connectNode against a gateway", () => {
  let node: StubNode | undefined;
  const clients: NodeClient[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await node?.stop();
  });
  const start = async (
    handle: (seen: SeenRequest, response: ServerResponse) => void,
    options: ConnectOptions = {},
    more: { readonly path?: string; readonly username?: string; readonly password?: string } = {},
  ) => {
    node = await startStub(handle);
    const { path = "", ...credentials } = more;
    const client = connectNode({ https: `${node.url}${path}`, ...credentials }, options);
    clients.push(client);
    return { client, seen: node.seen };
  };
  const reply = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const each = (seen: SeenRequest, answer: (id: number) => object) => {
    const items = seen.calls.map(({ id }) => ({ jsonrpc: "2.0", id, ...answer(id) }));
    return seen.isBatch ? items : items[0];
  };

  describe("batch with calls that may have an effect", () => {
    const write = [{ method: "eth_sendRawTransaction", params: ["0x00"] }, { method: "eth_chainId" }];
    for (const [name, status, body] of [
      ["response lost by a gateway", 504, ""],
      ["node error for the whole batch", 200, { error: { code: -32000, message: "execution timeout" } }],
      ["HTML page with an error status", 500, "<html></html>"],
    ] as const) {
      it(`${name}: not repeated call by call`, async () => {
        const { client, seen } = await start((_, response) => void reply(response, body, status), { attempts: 3 });
        const [sent] = await client.batch(write);
        expect(sent?.ok).to.equal(false);
        expect(seen).to.have.length(1);
      });
    }

    it("batch itself rejected: repeated call by call", async () => {
      const { client, seen } = await start((request, response) => {
        void (request.isBatch
          ? response.writeHead(413).end()
          : reply(
              response,
              each(request, () => ({ result: "0x1" })),
            ));
      });
      const items = await client.batch(write);
      expect(items.map(({ ok }) => ok)).to.deep.equal([true, true]);
      expect(seen).to.have.length(3);
    });
  });

  it("single calls that replace a batch: share its deadline", async () => {
    // Ten calls take ten seconds; even on a busy machine, the first one has time enough.
    const { client, seen } = await start(
      (request, response) => {
        if (request.isBatch) {
          response.writeHead(400).end();
        } else {
          setTimeout(
            () =>
              reply(
                response,
                each(request, () => ({ result: "0x1" })),
              ),
            1_000,
          );
        }
      },
      { timeoutMs: 3_500, attempts: 1 },
    );
    const items = await client.batch(Array.from({ length: 10 }, () => ({ method: "eth_chainId" })));
    expect(items[0]).to.deep.equal({ ok: true, value: 1n });
    const last = items.at(-1);
    expect(last?.ok === false && last.error).to.include({
      code: "transport",
      kind: "timeout",
      mayHaveTakenEffect: false,
    });
    expect(seen.length).to.be.lessThan(6);
  });

  for (const [message, code] of [
    ["execution reverted: mint limit reached", 3],
    ["execution reverted: monthly quota exceeded", 3],
    ["execution reverted: not available on your current plan", -32000],
    ["VM Exception while processing transaction: revert filter not found", -32000],
  ] as const) {
    it(`"${message}": the contract's error, sent once, with its data`, async () => {
      const { client, seen } = await start((request, response) => {
        void reply(
          response,
          each(request, () => ({ error: { code, message, data: "0x08c379a0" } })),
        );
      });
      const error = await failureOf(client.call("eth_call", [{ to: address }, "latest"]));
      expect(error).to.include({ code: "rpc", kind: "rpc", rpcCode: code, data: "0x08c379a0" });
      expect(seen).to.have.length(1);
    });
  }

  it("gas limit error: not mistaken for a request limit", async () => {
    const { client, seen } = await start((request, response) => {
      void reply(
        response,
        each(request, () => ({ error: { code: -32000, message: "gas limit reached" } })),
      );
    });
    expect(await failureOf(client.call("eth_sendRawTransaction", ["0x00"]))).to.include({ code: "rpc", kind: "rpc" });
    expect(seen).to.have.length(1);
  });

  it("error under another call's id: ShapeError", async () => {
    const { client } = await start((_, response) => {
      void reply(response, { jsonrpc: "2.0", id: 77, error: { code: -32601, message: "no" } });
    });
    expect(await failureOf(client.call("eth_chainId"))).to.include({ code: "shape" });
  });

  it("null members in a call tree and a receipt: treated as absent", async () => {
    const frame = { type: "CREATE", from: address, to: null, calls: null, error: null, gasUsed: "0x1" };
    const { client } = await start(
      (request, response) =>
        void reply(
          response,
          each(request, () => ({ result: frame })),
        ),
    );
    const tree = await client.traceTransaction(hash, { tracer: "callTracer" });
    expect(tree).to.deep.equal({ type: "CREATE", from: address, gasUsed: 1n });
  });

  const secret = 's3cr"et\\p@ss/w0rd';
  for (const [name, echo] of [
    ["unchanged", secret],
    ["percent-encoded", encodeURIComponent(secret)],
    ["inside JSON", JSON.stringify({ password: secret })],
  ] as const) {
    it(`password with special characters, repeated by the node ${name}: redacted`, async () => {
      const { client } = await start(
        (request, response) => {
          const isError = request.calls[0]?.method === "eth_call";
          const error = { code: -32000, message: `bad ${echo}`, data: { hint: echo } };
          void reply(
            response,
            each(request, () => (isError ? { error } : { result: { echo } })),
          );
        },
        {},
        { username: "calm-otter", password: secret },
      );
      for (const call of [() => client.call("eth_chainId"), () => client.call("eth_call", [])]) {
        const error = await failureOf(call());
        const shown = [error.message, error.stack, JSON.stringify(error)].join();
        expect(shown).to.not.include("w0rd").and.not.include("s3cr");
      }
    });
  }

  it("short key in the endpoint's query: redacted", async () => {
    const { client } = await start(
      (request, response) => {
        const error = { code: -32000, message: `no such key: ${request.url}` };
        void reply(
          response,
          each(request, () => ({ error })),
        );
      },
      {},
      { path: "/?apikey=abc123XYZ" },
    );
    expect((await failureOf(client.call("eth_chainId"))).message).to.not.include("abc123XYZ");
  });

  it("untyped arguments, durations beyond timers: rejected, nothing sent", async () => {
    const { client, seen } = await start((_, response) => void response.end());
    const circle: unknown[] = [];
    circle.push(circle);
    const loose = client as unknown as {
      call(...args: readonly unknown[]): Promise<unknown>;
      batch(calls: unknown): Promise<unknown>;
    };
    expect(await failureOf(loose.call("foo", [circle]))).to.include({ code: "rejected" });
    expect(await failureOf(loose.call("eth_chainId", null))).to.include({ code: "rejected" });
    expect(await failureOf(loose.batch([null]))).to.include({ code: "rejected" });
    for (const timeoutMs of [0, -1, Number.NaN, 3e9, Number.POSITIVE_INFINITY]) {
      expect(await failureOf(client.call("eth_chainId", [], { timeoutMs }))).to.include({ code: "config" });
    }
    for (const options of [{ pollMs: 0 }, { timeoutMs: Number.NaN }]) {
      expect(await failureOf(client.waitForReceipt(hash, options))).to.include({ code: "config" });
    }
    expect(seen).to.have.length(0);
  });
});
