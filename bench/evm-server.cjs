// @ts-check
// An EVM node at its head that answers after the given time, on as many ports as given. Prints the ports; GET returns
// what its requests since the last GET were.
const { once } = require("node:events");
const { createServer } = require("node:http");

const [latencyMs, portCount] = process.argv.slice(2).map(Number);
const blockSeconds = 12;
const firstBlock = 20_000_000;
const startSeconds = Math.floor(Date.now() / 1_000);

/** Requests, the most of them under way on one port, and the time that they were under way. */
const nothing = { requests: 0, mostOnOnePort: 0, totalMs: 0 };
let counts = { ...nothing };

/** @param {number} value */
const hex = (value) => `0x${value.toString(16)}`;

/** @type {Readonly<Record<string, (params: readonly unknown[]) => unknown>>} */
const methods = {
  eth_chainId: () => "0x1",
  eth_syncing: () => false,
  web3_clientVersion: () => "Geth/v1.14.8",
  eth_getBlockByNumber: ([tag]) => {
    const head = firstBlock + Math.floor((Date.now() / 1_000 - startSeconds) / blockSeconds);
    const number = tag === "latest" ? head : Number(tag);
    const timestamp = startSeconds + (number - firstBlock) * blockSeconds;
    return { number: hex(number), hash: `0x${"ab".repeat(32)}`, timestamp: hex(timestamp) };
  },
};

/** @param {{ id: unknown, method: string, params?: readonly unknown[] }} call */
const answer = ({ id, method, params = [] }) => ({ jsonrpc: "2.0", id, result: methods[method]?.(params) ?? null });

/** @returns {import("node:http").RequestListener} */
const portListener = () => {
  let underWay = 0;
  return (request, response) => {
    if (request.method === "GET") {
      response.end(JSON.stringify(counts));
      counts = { ...nothing };
      return;
    }
    const startMs = performance.now();
    underWay += 1;
    counts.requests += 1;
    counts.mostOnOnePort = Math.max(counts.mostOnOnePort, underWay);
    let text = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const body = JSON.parse(text);
      const result = JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body));
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(200, { "content-type": "application/json" }).end(result);
        counts.totalMs += performance.now() - startMs;
      }, latencyMs);
    });
  };
};

const listening = Array.from({ length: portCount ?? 1 }, async () => {
  const server = createServer(portListener()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" ? address?.port : undefined;
});
void Promise.all(listening).then((ports) => console.log(JSON.stringify(ports)));
