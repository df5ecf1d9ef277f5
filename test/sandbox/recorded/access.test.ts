import { expect } from "chai";
import { type Json, type ManagementScene, openManagement, rpc } from "../../support/sandbox/management-scene";
import { recordedSamples } from "../../support/sandbox/recorded-chains";

const solana = "BC-000-000-015";
const aptos = "BC-000-000-077";

describe("access to recorded nodes", () => {
  let scene: ManagementScene;
  let project: string;
  let node: Json;
  let url: string;
  before(async () => {
    scene = await openManagement();
    project = await scene.project();
    node = await scene.node(project, solana);
    url = node.details?.https_endpoint ?? "";
  });
  after(() => scene.sandbox.close());

  const details = async () => (await scene.api("GET", `/v1/nodes/${node.id}/`)).body.details ?? ({} as Json);
  const status = async (at: string, headers = {}) => (await rpc(at, "getHealth", [], headers)).status;
  const logged = async () =>
    (await scene.admin("GET", `/requests?kind=rpc&node=${node.id}`)).body as unknown as readonly Record<
      string,
      unknown
    >[];
  const outcome = (timeoutMs: number) =>
    fetch(url, { method: "POST", body: "{}", signal: AbortSignal.timeout(timeoutMs) }).then(
      (response) => String(response.status),
      (error: Error) => (error.cause as { code?: string } | undefined)?.code ?? error.name,
    );

  it("token after the node, token first, basic authentication: 200; anything else: 401", async () => {
    const { baseUrl } = scene.sandbox;
    const { auth_key: key, auth_username: user, auth_password: password, https_endpoint: bare = "" } = await details();
    expect(await status(`${bare}/${key}`)).to.equal(200);
    expect(await status(`${baseUrl}/${key}/rpc/${node.id}`)).to.equal(200);
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
    expect(await status(bare, basic(`${user}:${password}`))).to.equal(200);
    expect(await status(bare, basic(`${user}:wrong`))).to.equal(401);
    expect(await status(`${bare}/${"0".repeat(32)}`)).to.equal(401);
  });

  it("v1 details: no mode, no namespaces, a WebSocket", async () => {
    const keys = ["version", "https_endpoint", "wss_endpoint", "auth_username", "auth_password", "auth_key"];
    expect(await details()).to.have.all.keys(...keys);
  });

  it("access rule of another address: 403", async () => {
    const path = `/v2/nodes/${node.id}/access-rules/`;
    const { id } = (await scene.api("POST", path, { type: "ip", value: "203.0.113.7" })).body;
    await scene.api("PATCH", `${path}${id}/`, { status: "activated" });
    expect(await status(url)).to.equal(403);
    await scene.api("DELETE", `${path}${id}/`);
    expect(await status(url)).to.equal(200);
  });

  it("fault on rpc: the gateway responds instead of the node", async () => {
    await scene.admin("POST", "/faults", { match: { operation: "rpc" }, fault: { type: "status", status: 503 } });
    expect(await status(url)).to.equal(503);
    expect(await status(url)).to.equal(200);
  });

  it("request log and usage: methods of a batch, one unit each, no token", async () => {
    await scene.admin("DELETE", "/requests");
    const usage = async () => {
      const { body } = await scene.api("GET", `/v2/reporting/node-usage/?node_id=${node.id}`);
      return Number(body.totals?.request_units);
    };
    const before = await usage();
    const calls = ["getHealth", "getSlot"].map((method, id) => ({ jsonrpc: "2.0", id, method }));
    await scene.api("POST", url, calls);
    const [entry] = await logged();
    expect(entry).to.deep.include({ status: 200, rpc: ["getHealth", "getSlot"], outcome: "answered" });
    expect(JSON.stringify(entry)).to.not.include((await details()).auth_key);
    expect((await usage()) - before).to.equal(2);
  });

  it("silent and refusing: no response, and a reset connection", async () => {
    await scene.admin("DELETE", "/requests");
    await scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "silent" });
    expect(await outcome(300)).to.equal("TimeoutError");
    await scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "refusing" });
    expect(await outcome(15_000)).to.match(/ECONNRESET|UND_ERR_SOCKET/);
    expect((await logged()).map((entry) => entry.outcome)).to.deep.equal(["hung", "dropped"]);
    await scene.admin("POST", `/nodes/${node.id}/rpc`, { mode: "normal" });
    expect(await status(url)).to.equal(200);
  });

  it("rotation and deletion: the old token stops working", async () => {
    await scene.admin("POST", `/nodes/${node.id}/rotate`, {});
    expect(await status(url)).to.equal(401);
    url = (await scene.api("GET", `/v2/nodes/${node.id}/`)).body.details?.https_endpoint ?? "";
    expect(await status(url)).to.equal(200);
    const other = await scene.node(project, aptos);
    await scene.api("DELETE", `/v2/nodes/${other.id}/`);
    expect((await fetch(`${other.details?.https_endpoint}/v1`)).status).to.equal(401);
  });

  for (const configuration of [{}, { archive: false }]) {
    it(`v1 network with configuration ${JSON.stringify(configuration)}: created for each chain`, async () => {
      for (const { chain } of recordedSamples) {
        const place = { type: "shared", role: "peer", provider: "chainstack_global", region: "global1" };
        const { status: created, body } = await scene.api("POST", "/v1/networks/", {
          ...{ project, protocol: chain.replace("-mainnet", ""), configuration: { network: chain } },
          nodes: [{ name: "v1", ...place, configuration }],
        });
        expect(created).to.equal(201);
        expect(body.nodes?.[0]).to.deep.include({ status: "running", configuration });
      }
    });
  }

  it("admin: mode and software, without a process", async () => {
    const { body } = await scene.admin("GET", "/objects");
    const shown = (body.nodes as readonly Json[]).find(({ id }) => id === node.id);
    expect(shown?.process).to.deep.equal({
      software: "agave",
      mode: "normal",
      state: "recorded",
      pid: null,
      port: null,
    });
  });
});
