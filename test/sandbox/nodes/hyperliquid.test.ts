import { expect } from "chai";
import { WebSocket } from "undici";
import { type ManagementScene, openManagement, rpc } from "../../support/sandbox/management-scene";

const hyperliquid = "BC-000-000-061";

describe("hyperliquid-mainnet", () => {
  let scene: ManagementScene;
  let urls: { http: string; ws: string; other: string };
  before(async () => {
    scene = await openManagement();
    const project = await scene.project();
    const [node, other] = [await scene.node(project, hyperliquid), await scene.node(project)];
    urls = {
      http: node.details?.https_endpoint ?? "",
      ws: node.details?.wss_endpoint ?? "",
      other: other.details?.https_endpoint ?? "",
    };
  });
  after(() => scene.sandbox.close());

  /** Result of `eth_chainId` over a WebSocket, or "closed". */
  const socketChainId = (url: string) =>
    new Promise<unknown>((resolve) => {
      const socket = new WebSocket(url);
      const call = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
      socket.addEventListener("open", () => socket.send(JSON.stringify(call)));
      socket.addEventListener("close", () => resolve("closed"));
      socket.addEventListener("message", ({ data }: { data: unknown }) => {
        resolve((JSON.parse(String(data)) as { result?: unknown }).result);
        socket.close();
      });
    });

  for (const suffix of ["", "/evm"]) {
    it(`token${suffix}: HTTP and WebSocket respond`, async () => {
      expect((await rpc(urls.http + suffix, "eth_chainId")).body.result).to.equal("0x3e7");
      expect(await socketChainId(urls.ws + suffix)).to.equal("0x3e7");
    });
  }

  it("/evm/evm: 404", async () => {
    expect((await rpc(`${urls.http}/evm/evm`, "eth_chainId")).status).to.equal(404);
    expect(await socketChainId(`${urls.ws}/evm/evm`)).to.equal("closed");
  });

  it("other chains: no /evm", async () => {
    expect((await rpc(`${urls.other}/evm`, "eth_chainId")).status).to.equal(404);
    expect(await socketChainId(`${urls.other.replace("http", "ws")}/evm`)).to.equal("closed");
  });
});
