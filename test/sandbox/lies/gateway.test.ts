import { expect } from "chai";
import { WebSocket } from "undici";
import { type LyingNode, type LyingScene, openLies } from "../../support/sandbox/lying-node";
import type { Json } from "../../support/sandbox/management-scene";
import { recordedSamples } from "../../support/sandbox/recorded-chains";

const batch = ["eth_chainId", "eth_blockNumber", "net_version"].map((method, id) => ({ jsonrpc: "2.0", id, method }));

describe("lies of gateways", () => {
  let lies: LyingScene;
  let node: LyingNode;
  before(async () => {
    lies = await openLies();
    node = await lies.node("evm");
  });
  beforeEach(() => node.tell([]));
  after(() => lies.scene.sandbox.close());

  const codes = async () =>
    ((await node.post(batch)).body as unknown as readonly Json[]).map(({ error }) => error?.code);

  it("throttled-items: each item -32005, HTTP 200, no Retry-After", async () => {
    await node.tell("throttled-items");
    const { status, headers } = await node.post(batch);
    expect({ status, wait: headers.get("retry-after") }).to.deep.equal({ status: 200, wait: null });
    expect(await codes()).to.deep.equal([-32005, -32005, -32005]);
  });

  it("throttled-item: the last of a batch only, never a single call", async () => {
    await node.tell("throttled-item");
    expect(await codes()).to.deep.equal([undefined, undefined, -32005]);
    expect(await node.result("net_version")).to.equal("1");
  });

  for (const [lie, wait, text] of [
    ["rate-limit", "1", /RPS limit/],
    ["rate-limit-bare", null, /RPS limit/],
    ["quota", null, /monthly quota/],
  ] as const) {
    it(`${lie}, once: 429 with Retry-After ${wait}, then the truth`, async () => {
      await node.tell(lie, 1);
      const { status, headers, body } = await node.post(batch[0]);
      expect({ status, wait: headers.get("retry-after") }).to.deep.equal({ status: 429, wait });
      expect(body.error?.message).to.match(text);
      expect(await node.result("eth_chainId")).to.equal("0x1");
    });
  }

  it("html-page: 200 with HTML", async () => {
    await node.tell("html-page");
    const { status, headers } = await node.post(batch[0]);
    expect({ status, type: headers.get("content-type") }).to.deep.equal({ status: 200, type: "text/html" });
  });

  it("redirect: 307 to another host, where the log shows who followed", async () => {
    await lies.scene.admin("DELETE", "/requests");
    await node.tell("redirect");
    const { status, headers } = await node.post(batch[0]);
    const port = new URL(lies.scene.sandbox.baseUrl).port;
    expect({ status, to: headers.get("location") }).to.deep.equal({
      ...{ status: 307, to: `http://localhost:${port}/rpc/REDIRECTED` },
    });
    const followed = async () => (await lies.scene.admin("GET", "/requests?kind=rpc&node=REDIRECTED")).body;
    expect(await followed()).to.deep.equal([]);
    await fetch(`${lies.scene.sandbox.baseUrl}/rpc/REDIRECTED`, { method: "POST" });
    expect(await followed()).to.have.length(1);
  });

  it("trickle: a byte, and no end", async () => {
    await node.tell("trickle");
    const aborted = new AbortController();
    const response = await fetch(node.url, { method: "POST", body: "{}", signal: aborted.signal });
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).to.equal("[");
    aborted.abort();
    await lies.scene.admin("DELETE", "/requests");
  });

  it("huge-body: 50 MB without a length", async () => {
    await node.tell("huge-body");
    const response = await fetch(node.url, { method: "POST", body: "{}" });
    expect(response.headers.get("content-length")).to.equal(null);
    expect((await response.arrayBuffer()).byteLength).to.be.within(50_000_000, 50_100_000);
  });

  it("clock-skew: Date 10 minutes behind, the response otherwise the same", async () => {
    await node.tell("clock-skew");
    for (const { url, path } of [
      { url: node.url, path: "" },
      { url: node.beacon, path: "/eth/v1/node/version" },
    ]) {
      const init = path === "" ? { method: "POST", body: JSON.stringify(batch[0]), headers: json } : {};
      const response = await fetch(url + path, init);
      expect(response.status).to.equal(200);
      expect(Date.now() - Date.parse(response.headers.get("date") ?? "")).to.be.within(598_000, 605_000);
    }
  });

  it("silent-socket: subscribed, pings answered, no event", async () => {
    await node.tell("silent-socket");
    const socket = new WebSocket(node.url.replace("http", "ws"));
    const messages: string[] = [];
    const message = () =>
      new Promise<void>((resolve) => socket.addEventListener("message", () => resolve(), { once: true }));
    socket.addEventListener("message", ({ data }: { data: unknown }) => messages.push(String(data)));
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    const send = (id: number, method: string) => {
      const received = message();
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params: ["newHeads"] }));
      return received;
    };
    await send(1, "eth_subscribe");
    expect(JSON.parse(messages[0] ?? ""))
      .to.have.property("result")
      .that.matches(/^0x/);
    // The chain has a new block a second: it is mined now, and no event comes before the next response.
    await node.result("anvil_mine", ["0x1"]);
    await send(2, "eth_unsubscribe");
    expect(messages.map((text) => (JSON.parse(text) as { id?: number }).id)).to.deep.equal([1, 2]);
    socket.close();
  });

  describe("shapes", () => {
    it("result-null, null-fields, wrong-shape, numbers-as-text, wrong-id: JSON-RPC", async () => {
      const solana = await lies.node("BC-000-000-015");
      const info = () => solana.result("getEpochInfo");
      await solana.tell("result-null");
      expect(await info()).to.equal(null);
      await solana.tell("null-fields");
      expect(await info()).to.include({ absoluteSlot: null, epoch: null });
      await solana.tell("wrong-shape");
      expect(await info()).to.deep.equal({ unexpected: true });
      await solana.tell("numbers-as-text");
      expect((await info()).absoluteSlot)
        .to.match(/^\d+$/)
        .and.be.a("string");
      expect(await solana.result("getSlot")).to.be.a("string");
      await solana.tell("wrong-id");
      expect((await solana.post({ jsonrpc: "2.0", id: 1, method: "getHealth" })).body).to.include({ id: 987_654_321 });
    });

    it("result-null, null-fields, wrong-shape, numbers-as-text: REST", async () => {
      const algorand = await lies.node("BC-000-000-082");
      const status = async () => (await (await fetch(`${algorand.url}/v2/status`)).json()) as Json | null;
      await algorand.tell("null-fields");
      expect(await status()).to.include({ "last-round": null });
      await algorand.tell("wrong-shape");
      expect(await status()).to.deep.equal({ unexpected: true });
      await algorand.tell("numbers-as-text");
      expect((await status())?.["last-round"]).to.be.a("string");
      await algorand.tell("result-null");
      expect(await status()).to.equal(null);
    });
  });

  it("429 and page: on a node of every family", async () => {
    for (const { blockchain, rpcPath = "" } of recordedSamples) {
      const other = await lies.node(blockchain);
      await other.tell("rate-limit", 1);
      expect((await fetch(other.url + rpcPath)).status).to.equal(429);
      await other.tell("html-page");
      expect((await fetch(other.url + rpcPath)).headers.get("content-type")).to.equal("text/html");
    }
  });
});

const json = { "content-type": "application/json" };
