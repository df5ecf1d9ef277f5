import { expect } from "chai";
import { WebSocket } from "undici";
import {
  ethereum,
  head,
  type Json,
  london,
  type ManagementScene,
  openManagement,
  regtest,
  rpc,
  until,
} from "../../support/sandbox/management-scene";

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

/** The messages of a WebSocket after a call, until one matches; or the code of its close. */
function socketCall(url: string, call: unknown, isLast: (message: string) => boolean): Promise<string | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => socket.send(JSON.stringify(call)));
    socket.addEventListener("error", () => resolve(0));
    socket.addEventListener("close", ({ code }) => resolve(code));
    socket.addEventListener("message", ({ data }: { data: unknown }) => {
      if (isLast(String(data))) {
        resolve(String(data));
        socket.close();
      }
    });
  });
}

describe("real nodes", () => {
  let scene: ManagementScene;
  let project: string;
  let evm: Json;
  let details: Json;
  let bitcoin: Json;
  before(async () => {
    scene = await openManagement({ nodeStart: "create" });
    project = await scene.project();
    [evm, bitcoin] = [await scene.node(project), await scene.node(project, regtest)];
    details = (await scene.api("GET", `/v1/nodes/${evm.id}/`)).body.details ?? ({} as Json);
  });
  after(() => scene.sandbox.close());

  const chainId = async (url: string, headers?: Record<string, string>) => {
    const { status, body, text } = await rpc(url, "eth_chainId", [], headers);
    return status === 200 ? Number(body.result) : `${status} ${text}`;
  };

  it("v2 URL with the token: the right chain id", async () => {
    expect(await chainId(evm.details?.https_endpoint ?? "")).to.equal(1);
  });

  it("v1 URL joined with its key: 200", async () => {
    expect(await chainId(`${details.https_endpoint}/${details.auth_key}`)).to.equal(1);
  });

  it("v1 URL with basic authentication: 200", async () => {
    const { https_endpoint: url = "", auth_username: user = "", auth_password: password = "" } = details;
    expect(await chainId(url, basic(user, password))).to.equal(1);
  });

  it("other credentials: 401", async () => {
    const { https_endpoint: url = "", auth_username: user = "", auth_key: key } = details;
    const refused = "401 Authorization Required";
    expect(await chainId(url)).to.equal(refused);
    expect(await chainId(`${url}/${"0".repeat(32)}`)).to.equal(refused);
    expect(await chainId(`${url}/${key}0`)).to.equal(refused);
    expect(await chainId(url, basic(user, "wrong"))).to.equal(refused);
    expect(await chainId(url, { authorization: `Bearer ${scene.sandbox.apiKey}` })).to.equal(refused);
    expect(await chainId(`${scene.sandbox.baseUrl}/rpc/ND-1/${key}`)).to.equal(refused);
    expect(await chainId(`${scene.sandbox.baseUrl}/rpc/${bitcoin.id}/${key}`)).to.equal(refused);
  });

  it("head: fresh, moves every second, with a finalized block", async () => {
    const url = evm.details?.https_endpoint ?? "";
    const first = await head(url);
    expect(first.number).to.be.greaterThan(0);
    expect(first.ageSeconds).to.be.within(-1, 4);
    const finalized = (await rpc(url, "eth_getBlockByNumber", ["finalized", false])).body.result;
    expect(Number(finalized?.number)).to.be.greaterThan(0);
    const next = await until(async () => {
      const now = await head(url);
      return now.number > first.number ? now : undefined;
    });
    expect(next.ageSeconds).to.be.within(-1, 3);
  });

  it("errors and unusual responses: passed through", async () => {
    const url = evm.details?.https_endpoint ?? "";
    const unknown = await rpc(url, "eth_nothing");
    expect(unknown).to.include({ status: 200 });
    expect(unknown.body.error).to.deep.equal({ code: -32601, message: "Method not found" });
    const notification = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", method: "eth_chainId" }),
    });
    expect([notification.status, await notification.text()]).to.deep.equal([204, ""]);
    expect((await fetch(`${url}/other/path`, { method: "POST", body: "{}" })).status).to.equal(404);
    expect((await fetch(url)).status).to.equal(400);
  });

  it("body above 1 MB: 413", async () => {
    expect((await rpc(evm.details?.https_endpoint ?? "", "eth_call", ["a".repeat(1_100_000)])).status).to.equal(413);
  });

  it("WebSocket: same path, subscriptions included", async () => {
    const url = evm.details?.wss_endpoint ?? "";
    const call = { jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] };
    expect(await socketCall(url, call, (message) => message.includes("eth_subscription"))).to.include("parentHash");
  });

  it("WebSocket without the token: rejected", async () => {
    const call = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
    expect(await socketCall(details.wss_endpoint ?? "", call, () => true)).to.be.oneOf([0, 1006]);
  });

  it("Bitcoin: regtest with fresh blocks, the node's own password hidden", async () => {
    const url = bitcoin.details?.https_endpoint ?? "";
    const { result } = (await rpc(url, "getblockchaininfo")).body;
    expect(result?.chain).to.equal("regtest");
    expect(Number(result?.blocks)).to.be.greaterThan(0);
    const tip = (await rpc(url, "getblockheader", [result?.bestblockhash])).body.result;
    expect(Date.now() / 1000 - Number(tip?.time)).to.be.within(-2, 60);
    expect((await rpc(url, "getmempooldescendants", ["00".repeat(32)])).body.error?.message).to.match(/mempool/);
    expect((await fetch(`${url}/rest/chaininfo.json`)).status).to.equal(404);
  });

  it("first request: waits for the start", async () => {
    await scene.admin("POST", "/settings", { nodeStart: "request" });
    const nodes = await Promise.all([
      scene.node(project, "BC-000-000-017"),
      scene.node(project, "BC-000-000-010"),
      scene.node(project, "BC-000-000-006"),
    ]);
    const ids = await Promise.all(nodes.map((node) => chainId(node.details?.https_endpoint ?? "")));
    expect(ids).to.deep.equal([11_155_111, 137, 56]);
  });

  it("rotation: old secrets valid for keepOldSeconds", async () => {
    const node = await scene.node(project);
    const before = node.details?.https_endpoint ?? "";
    await scene.admin("POST", `/nodes/${node.id}/rotate`, { keepOldSeconds: 0.3 });
    const after = (await scene.api("GET", `/v2/nodes/${node.id}/`)).body.details?.https_endpoint ?? "";
    expect(after).not.to.equal(before);
    expect([await chainId(before), await chainId(after)]).to.deep.equal([1, 1]);
    await until(async () => ((await chainId(before)) === "401 Authorization Required" ? true : undefined));
    expect(await chainId(after)).to.equal(1);
  });

  it("node deleted: process and token gone", async () => {
    const node = await scene.node(project, ethereum, london);
    const url = await until(
      async () => (await scene.api("GET", `/v2/nodes/${node.id}/`)).body.details?.https_endpoint ?? undefined,
    );
    expect(await chainId(url)).to.equal(1);
    const pid = await pidOf(scene, node.id ?? "");
    await scene.api("DELETE", `/v2/nodes/${node.id}/`);
    expect(await chainId(url)).to.equal("401 Authorization Required");
    await until(async () => (isRunning(pid) ? undefined : true));
  });

  it("process died: 502", async () => {
    const node = await scene.node(project);
    const url = node.details?.https_endpoint ?? "";
    expect(await chainId(url)).to.equal(1);
    process.kill(await pidOf(scene, node.id ?? ""), "SIGKILL");
    await until(async () => ((await chainId(url)) === "502 Bad Gateway" ? true : undefined));
  });

  it('request log: kind "rpc", tokens redacted', async () => {
    await scene.admin("DELETE", "/requests");
    await rpc(evm.details?.https_endpoint ?? "", "eth_gasPrice");
    expect((await scene.admin("GET", "/requests")).body).to.deep.equal([]);
    const log = await scene.admin("GET", `/requests?kind=rpc&node=${evm.id}`);
    const [entry] = log.body as unknown as Record<string, unknown>[];
    expect(entry).to.include({ kind: "rpc", method: "POST", status: 200, node: evm.id });
    expect(entry?.rpc).to.deep.equal(["eth_gasPrice"]);
    expect(log.text).not.to.include(details.auth_key);
  });

  it("rpc fault: the gateway responds instead", async () => {
    const url = evm.details?.https_endpoint ?? "";
    const match = { operation: "rpc", body: "eth_chainId" };
    await scene.admin("POST", "/faults", { match, fault: { type: "status", status: 429, body: "Too Many Requests" } });
    expect((await rpc(url, "eth_gasPrice")).status).to.equal(200);
    expect(await chainId(url)).to.equal("429 Too Many Requests");
    expect(await chainId(url)).to.equal(1);
  });
});

/** Process id of the real node behind a node. */
async function pidOf(scene: ManagementScene, id: string): Promise<number> {
  const { nodes } = (await scene.admin("GET", "/objects")).body;
  return Number((nodes ?? []).find((node) => node.id === id)?.process?.pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
