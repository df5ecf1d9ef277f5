import { expect } from "chai";
import { WebSocket } from "undici";
import { type Json, type ManagementScene, openManagement } from "../../support/sandbox/management-scene";

const [solana, polkadot, tron] = ["BC-000-000-015", "BC-000-000-074", "BC-000-000-076"];

describe("WebSocket of recorded nodes", () => {
  let scene: ManagementScene;
  let project: string;
  before(async () => {
    scene = await openManagement();
    project = await scene.project();
  });
  after(() => scene.sandbox.close());

  /** Opens a connection; `next` resolves to its next message, or to "closed". */
  const open = async (url: string) => {
    const socket = new WebSocket(url);
    const messages: (Json | "closed")[] = [];
    let wake = () => {};
    const add = (message: Json | "closed") => {
      messages.push(message);
      wake();
    };
    socket.addEventListener("message", ({ data }: { data: unknown }) => add(JSON.parse(String(data)) as Json));
    socket.addEventListener("close", () => add("closed"));
    const next = async (): Promise<Json | "closed"> => {
      while (messages.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return messages.shift() ?? "closed";
    };
    await new Promise((resolve) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("close", resolve);
    });
    const send = (method: string, params: unknown[] = [], id = 1) =>
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return { socket, send, next };
  };
  const endpoint = async (blockchain: string | undefined) => {
    const node = await scene.node(project, blockchain);
    return { id: node.id ?? "", url: node.details?.wss_endpoint ?? "", http: node.details?.https_endpoint ?? "" };
  };

  it("solana slotSubscribe: an event per slot, then none after slotUnsubscribe", async () => {
    const { send, next, socket } = await open((await endpoint(solana)).url);
    send("slotSubscribe");
    const subscription = ((await next()) as Json).result;
    expect(subscription).to.be.a("number");
    const [first, second] = [(await next()) as Json, (await next()) as Json];
    expect(first).to.include({ jsonrpc: "2.0", method: "slotNotification" });
    expect(first.params?.subscription).to.equal(subscription);
    const slot = Number(first.params?.result?.slot);
    expect(first.params?.result).to.deep.equal({ slot, parent: slot - 1, root: slot - 32 });
    expect(second.params?.result?.slot).to.equal(slot + 1);
    send("slotUnsubscribe", [subscription], 2);
    let answer = await next();
    while (answer !== "closed" && (answer as Json).id === undefined) {
      answer = await next();
    }
    expect(answer).to.deep.equal({ jsonrpc: "2.0", result: true, id: 2 });
    socket.close();
    expect(await next()).to.equal("closed");
  });

  it("polkadot chain_subscribeNewHeads: headers", async () => {
    const { send, next, socket } = await open((await endpoint(polkadot)).url);
    send("chain_subscribeNewHeads");
    const id = ((await next()) as Json).result;
    scene.pass(6_000);
    const event = (await next()) as Json;
    expect(event).to.include({ method: "chain_newHead" });
    expect(event.params).to.deep.include({ subscription: id });
    expect(event.params?.result?.number).to.match(/^0x/);
    socket.close();
  });

  it("calls and batches: the same as over HTTP", async () => {
    const { send, next, socket } = await open((await endpoint(solana)).url);
    send("getHealth", [], 5);
    expect(await next()).to.deep.equal({ jsonrpc: "2.0", result: "ok", id: 5 });
    socket.send(JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "nope" }]));
    const [only] = (await next()) as unknown as readonly Json[];
    expect(only?.error?.code).to.equal(-32601);
    socket.close();
  });

  it("stale, and the lie silent-socket: subscribed, but no slot while another node has one", async () => {
    const [stale, mute, normal] = [await endpoint(solana), await endpoint(solana), await endpoint(solana)];
    await scene.admin("POST", `/nodes/${stale.id}/rpc`, { mode: "stale" });
    await scene.admin("POST", `/nodes/${mute.id}/lies`, { lies: ["silent-socket"] });
    const [first, second, third] = [await open(stale.url), await open(mute.url), await open(normal.url)];
    for (const { send, next } of [first, second, third]) {
      send("slotSubscribe");
      expect(((await next()) as Json).result).to.equal(1);
    }
    await third.next();
    await third.next();
    for (const { send, next } of [first, second]) {
      send("getHealth", [], 2);
      expect(await next()).to.deep.equal({ jsonrpc: "2.0", result: "ok", id: 2 });
    }
    for (const { socket } of [first, second, third]) {
      socket.close();
    }
  });

  it("wrong token, a chain without a WebSocket, refusing: closed", async () => {
    const { id, url } = await endpoint(solana);
    const { http } = await endpoint(tron);
    expect(await (await open(url.slice(0, -1))).next()).to.equal("closed");
    expect(await (await open(`${http.replace("http", "ws")}/jsonrpc`)).next()).to.equal("closed");
    await scene.admin("POST", `/nodes/${id}/rpc`, { mode: "refusing" });
    expect(await (await open(url)).next()).to.equal("closed");
  });
});
