import { expect } from "chai";
import { nodeEntry, stateOf, useHealthScene } from "../../support/cli/health-scene";
import { type CliRun, runCliInProcess } from "../../support/cli/run-cli";
import { evmMethods, startRpcStub, steadyChain, TestClock } from "../../support/health/stub-chain.js";
import { type SeenRequest, startStub } from "../../support/nodes/nodes.js";

const canaries = {
  inPath: "canary-in-the-path-0",
  hex: "c0ffee00c0ffee00c0ffee00c0ffee00",
  user: "canary-user",
  password: "canary+pass/wörd",
  query: "canary-in-the-query",
} as const;

/** Every form in which a canary could leak. */
const forms = [
  ...Object.values(canaries).flatMap((text) => [text, encodeURIComponent(text)]),
  Buffer.from(`${canaries.user}:${canaries.password}`).toString("base64"),
];

const formats = ["table", "json", "junit", "prometheus"] as const;

function addressOf(url: string): string {
  const { user, password, inPath, hex, query } = canaries;
  const info = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `${url.replace("//", `//${info}@`)}/${inPath}/${hex}?key=${encodeURIComponent(query)}`;
}

/** What the node has learned from a request, for it to repeat. */
function echoOf({ url, headers }: SeenRequest): string {
  return `you asked ${url} with ${headers.authorization}, that is ${Object.values(canaries).join(" ")}`;
}

describe("blockchain-nodes health, secrets", () => {
  const scene = useHealthScene();
  const clock = new TestClock();
  const expectClean = ({ stdout, stderr }: CliRun) => {
    for (const form of forms) {
      expect(`${stdout}${stderr}`).to.not.include(form);
    }
  };
  const runs = async (url: string) => {
    const address = addressOf(url);
    const state = stateOf(nodeEntry("rpc", address));
    const done: CliRun[] = [];
    for (const format of formats) {
      const options = ["--format", format, "--depth", "full"];
      done.push(await runCliInProcess(["health", "--state", "-", ...options], {}, { clock, input: state }));
      const endpoint = ["--endpoint", address, "--chain-id", "1", "--reference", address];
      done.push(await runCliInProcess(["health", ...endpoint, ...options], {}, { clock }));
    }
    return done;
  };

  it("healthy node whose texts repeat the request: no secret in any format", async () => {
    const methods = evmMethods(steadyChain(clock, 1, 12));
    let echo = "";
    const stub = await scene.started(
      startRpcStub({ ...methods, web3_clientVersion: () => ({ value: echo }) }, (seen) => {
        echo = echoOf(seen);
        return 200;
      }),
    );
    for (const run of await runs(stub.url)) {
      expect(run.exitCode).to.equal(0);
      expect(run.stdout).to.include(new URL(stub.url).host);
      expectClean(run);
    }
  });

  it("errors, pages and other shapes that repeat the request: no secret in any format", async () => {
    const answers: readonly ((echo: string) => readonly [status: number, body: string])[] = [
      (echo) => [200, JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32000, message: echo, data: echo } })],
      (echo) => [403, `<html><title>${echo}</title></html>`],
      (echo) => [500, echo],
      (echo) => [200, JSON.stringify([{ jsonrpc: "2.0", id: 1, result: echo }])],
      (echo) => [302, echo],
    ];
    for (const answer of answers) {
      const stub = await scene.started(
        startStub((seen, response) => {
          const echo = echoOf(seen);
          const [status, body] = answer(echo);
          response.writeHead(status, { location: `https://elsewhere.example/${encodeURIComponent(echo)}` }).end(body);
        }),
      );
      for (const run of await runs(stub.url)) {
        expect(run.exitCode).to.not.equal(0);
        expectClean(run);
      }
    }
  });

  it("endpoint that cannot be called: no secret in any format", async () => {
    for (const url of ["http://node.example", "ftp://node.example", "https://node.example:0"]) {
      for (const run of await runs(url)) {
        expect(run.exitCode).to.be.oneOf([2, 3]);
        expectClean(run);
      }
    }
  });
});
