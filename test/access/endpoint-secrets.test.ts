import { expect } from "chai";
import type { NodeEndpoints } from "../../provider/access/endpoints.js";
import { endpointTarget } from "../../provider/access/target.js";
import { probeEndpoints } from "../../provider/health/probe.js";
import { type Handler, json, text, token, useStubs } from "../support/access/stub-nodes";
import type { SeenRequest } from "../support/nodes/nodes";

describe("secrets of an endpoint", () => {
  const stub = useStubs();
  const password = "maple-tide-lamp-wolf";
  const grpcToken = "canary-grpc-token-77";
  const canaries = [
    token,
    password,
    grpcToken,
    "calm-otter",
    "long-path-segment-00",
    Buffer.from(`calm-otter:${password}`).toString("base64"),
  ];

  // A hostile or careless server repeats everything it received, wherever the client reads.
  const repeat = (seen: SeenRequest) => `${seen.url} ${JSON.stringify(seen.headers)} ${canaries.join(" ")}`;
  const hostile: Readonly<Record<string, Handler>> = {
    "in an error": json((seen) => seen.calls.map(({ id }) => ({ id, error: { code: -32000, message: repeat(seen) } }))),
    "in a throttling error": json((seen) =>
      seen.calls.map(({ id }) => ({ id, error: { code: -32005, message: repeat(seen), data: repeat(seen) } })),
    ),
    "in an HTML page": (seen, response) => text(`<html>${repeat(seen)}</html>`)(seen, response),
    "in an HTML page with status 404": (seen, response) => text(repeat(seen), 404)(seen, response),
    "in a redirect": (seen, response) => text(repeat(seen), 302, { location: `/${token}` })(seen, response),
    "in the results": json((seen) =>
      seen.calls.map(({ id, method }) => ({ id, result: method === "eth_chainId" ? "0x1" : repeat(seen) })),
    ),
    "in the client version": json((seen) => {
      const block = { number: "0x10", hash: "0xab", timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}` };
      const results: Readonly<Record<string, unknown>> = {
        eth_chainId: "0x1",
        eth_getBlockByNumber: block,
        eth_syncing: { [repeat(seen)]: 1 },
      };
      const items = seen.calls.map(({ id, method }) => ({ id, result: results[method] ?? repeat(seen) }));
      return seen.isBatch ? items : items[0];
    }),
    "in the warnings and the genesis": json((seen) =>
      seen.calls.map(({ id, method }) => ({
        id,
        result: method === "getblockhash" ? repeat(seen) : { blocks: 1, time: 1, warnings: [repeat(seen)] },
      })),
    ),
    "before closing the connection": (_seen, response) => void response.destroy(),
  };

  for (const [where, handle] of Object.entries(hostile)) {
    it(`repeated by the server ${where}: absent from a report`, async () => {
      const node = await stub(handle);
      const host = new URL(node.url).host;
      const forms: readonly NodeEndpoints[] = [
        { https: `${node.url}/${token}/evm`, key: token, username: "calm-otter", password, grpcToken },
        { https: `http://calm-otter:${password}@${host}/long-path-segment-00`, key: token, grpcToken },
        {
          https: node.url,
          username: "calm-otter",
          password,
          key: token,
          grpcToken,
          wss: "wss://node.example/long-path-segment-00",
        },
      ];
      for (const endpoints of forms) {
        for (const chain of ["ethereum-mainnet", "bitcoin-regtest"]) {
          const written = JSON.stringify(await probeEndpoints({ endpoints, chain }, { maxWaitForAdvanceMs: 0 }));
          const inUse = canaries.filter((canary) =>
            JSON.stringify([endpoints, endpointTarget(endpoints)]).includes(canary),
          );
          expect(inUse).to.have.length.greaterThan(3);
          for (const canary of inUse) {
            expect(written).to.not.include(canary);
          }
        }
      }
      expect(node.seen.length).to.be.greaterThan(0);
    });
  }
});
