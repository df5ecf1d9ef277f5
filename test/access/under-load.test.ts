import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { type ConnectOptions, connectNode, type NodeClient } from "pulumi-blockchain-nodes";
import { failureOf } from "../support/access/failure";

/** A server that holds requests until released, and counts connections and requests. */
interface Slow {
  readonly url: string;
  readonly held: ServerResponse[];
  readonly most: () => number;
  readonly connections: () => number;
  answerAll(): void;
}

describe("connectNode under load", () => {
  let server: Server;
  let slow: Slow;
  let isHolding: boolean;
  const clients: NodeClient[] = [];
  beforeEach(async () => {
    isHolding = true;
    const held: ServerResponse[] = [];
    let most = 0;
    let connections = 0;
    const answer = (response: ServerResponse) =>
      response.setHeader("content-type", "application/json").end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
    server = createServer((request: IncomingMessage, response) => {
      request.resume().on("end", () => {
        held.push(response);
        most = Math.max(most, held.length);
        if (!isHolding) {
          setImmediate(() => answer(held.splice(held.indexOf(response), 1)[0] as ServerResponse));
        }
      });
    });
    server.on("connection", () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    slow = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      held,
      most: () => most,
      connections: () => connections,
      answerAll: () => {
        isHolding = false;
        for (const response of held.splice(0)) {
          answer(response);
        }
      },
    };
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const connect = (options?: ConnectOptions) => {
    const client = connectNode({ https: slow.url }, options);
    clients.push(client);
    return client;
  };
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };

  it("requests in flight: at most the host's limit, across all clients of the process", async () => {
    const [one, two] = [connect({ maxConcurrent: 5 }), connect({ maxConcurrent: 5 })];
    const calls = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : two).call("eth_chainId", []));
    await until(() => slow.held.length === 5);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(slow.held).to.have.length(5);
    slow.answerAll();
    expect(await Promise.all(calls)).to.deep.equal(Array.from({ length: 40 }, () => 1n));
    expect(slow.most()).to.equal(5);
  });

  it("many calls: few handshakes, connections reused", async () => {
    isHolding = false;
    const client = connect({ maxConcurrent: 4 });
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => client.call("eth_chainId", [])));
    }
    // A connection becomes free a moment after its response, so the next call may open another one: at most twice the
    // limit.
    expect(slow.connections()).to.be.within(1, 8);
  });

  it("client with a higher limit: not blocked by those with a lower one", async () => {
    const [narrow, wide] = [connect({ maxConcurrent: 1 }), connect({ maxConcurrent: 3 })];
    const calls = [narrow.call("eth_chainId", []), narrow.call("eth_chainId", []), wide.call("eth_chainId", [])];
    await until(() => slow.held.length === 2);
    slow.answerAll();
    await Promise.all(calls);
    expect(slow.most()).to.equal(2);
  });

  it("server that closes each connection: limit kept", async () => {
    let [underWay, most] = [0, 0];
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      underWay += 1;
      most = Math.max(most, underWay);
      response.setHeader("content-type", "application/json").setHeader("connection", "close");
      request.resume().on("end", () =>
        setTimeout(() => {
          underWay -= 1;
          response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
        }, 5),
      );
    });
    const client = connect({ maxConcurrent: 3 });
    const calls: Promise<unknown>[] = [];
    for (let round = 0; round < 20; round += 1) {
      calls.push(...Array.from({ length: 4 }, () => client.call("eth_chainId", [])));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(new Set(await Promise.all(calls))).to.deep.equal(new Set([1n]));
    expect(most).to.equal(3);
  });

  it("time in the queue: counts toward the deadline, expired calls not sent", async () => {
    const client = connect({ maxConcurrent: 1, attempts: 1 });
    const first = client.call("eth_chainId", []);
    await until(() => slow.held.length === 1);
    const error = await failureOf(client.call("eth_chainId", [], { timeoutMs: 50 }));
    expect(error).to.include({ code: "transport", kind: "timeout", mayHaveTakenEffect: false });
    expect(error.message).to.match(/had 1 requests under way for 0\.05 s, so that no further one was sent\.$/);
    slow.answerAll();
    expect(await first).to.equal(1n);
    expect(slow.most()).to.equal(1);
  });

  it("call canceled in the queue or in flight: slot released", async () => {
    const client = connect({ maxConcurrent: 1 });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const reasons = [new Error("first"), new Error("second")];
    const settled = Promise.all(
      [running, waiting].map(({ signal }) =>
        client.call("eth_chainId", [], { signal }).catch((error: unknown) => error),
      ),
    );
    await until(() => slow.held.length === 1);
    waiting.abort(reasons[1]);
    running.abort(reasons[0]);
    expect(await settled).to.deep.equal(reasons);
    slow.answerAll();
    expect(await client.call("eth_chainId", [])).to.equal(1n);
  });

  it("close: ends every call, queued ones too, and rejects new ones", async () => {
    const client = connect({ maxConcurrent: 2 });
    const calls = Array.from({ length: 6 }, () => failureOf(client.call("eth_chainId", [])));
    await until(() => slow.held.length === 2);
    await client.close();
    for (const error of await Promise.all(calls)) {
      expect(error).to.include({ code: "cancelled" });
    }
    expect(await failureOf(client.call("eth_chainId", []))).to.include({ code: "cancelled" });
    expect(await failureOf(client.batch([{ method: "eth_chainId" }]))).to.include({ code: "cancelled" });
  });

  it("attempts and pauses: one shared deadline", async () => {
    server.removeAllListeners("request");
    let requests = 0;
    server.on("request", (_, response: ServerResponse) => {
      requests += 1;
      response.writeHead(503).end();
    });
    const error = await failureOf(connect({ attempts: 50, timeoutMs: 1_500 }).call("eth_chainId", []));
    expect(error).to.include({ code: "unavailable", status: 503 });
    expect(requests, "attempts before the deadline").to.be.within(1, 49);
  });

  it("response lost: reads retried, calls with a possible effect not", async () => {
    let requests = 0;
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage) => {
      requests += 1;
      request.socket.destroy();
    });
    const client = connect({ attempts: 3, timeoutMs: 5_000 });
    for (const [call, expected] of [
      [() => client.call("eth_chainId", []), 3],
      [() => client.newFilter({}), 1],
      [() => client.getFilterChanges("0x1"), 1],
      [() => client.call("eth_sendRawTransaction", ["0x00"]), 1],
      [() => client.batch([{ method: "eth_chainId" }, { method: "eth_sendRawTransaction" }]).then(itemsOf), 1],
    ] as const) {
      requests = 0;
      expect(await failureOf(call())).to.include({ code: "transport", kind: "reset", mayHaveTakenEffect: true });
      expect(requests).to.equal(expected);
    }
  });
});

/** Fails like the first item of a batch did. */
function itemsOf(items: Awaited<ReturnType<NodeClient["batch"]>>): void {
  const [first] = items;
  if (first?.ok === false) {
    throw first.error;
  }
}
