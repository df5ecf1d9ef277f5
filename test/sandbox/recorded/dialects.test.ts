import { expect } from "chai";
import { type Json, type ManagementScene, openManagement, rpc } from "../../support/sandbox/management-scene";
import { get, recordedSamples, result } from "../../support/sandbox/recorded-chains";

const call = (method: string, id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params: [] });

describe("dialects of recorded nodes", () => {
  let scene: ManagementScene;
  const urls = new Map<string, string>();
  before(async () => {
    scene = await openManagement();
    const project = await scene.project();
    for (const { chain, blockchain } of recordedSamples) {
      const node = await scene.node(project, blockchain);
      urls.set(chain.replace("-mainnet", ""), node.details?.https_endpoint ?? "");
    }
  });
  after(() => scene.sandbox.close());

  const at = (chain: string, path = "") => `${urls.get(chain)}${path}`;
  const post = (url: string, body: unknown) => scene.api("POST", url, body);
  const error = async (url: string, method: string, params: unknown[] = []) =>
    (await rpc(url, method, params)).body.error as unknown;

  describe("JSON-RPC 2.0", () => {
    for (const [chain, path] of [
      ["solana", ""],
      ["starknet", ""],
      ["starknet", "/rpc/v0_9"],
      ["polkadot", ""],
      ["stellar", ""],
      ["tron", "/jsonrpc"],
      ["filecoin", ""],
      ["filecoin", "/rpc/v1"],
      ["cosmos", ""],
    ] as const) {
      it(`${chain}${path}: batch in order, unknown method -32601, notification without a response`, async () => {
        const url = at(chain, path);
        const answers = (await post(url, [call("nope", "a"), call("nope", 7)])).body as unknown as Json[];
        expect(answers.map(({ id }) => id)).to.deep.equal(["a", 7]);
        expect(answers.map((answer) => answer.error?.code)).to.deep.equal([-32601, -32601]);
        expect((await post(url, { jsonrpc: "2.0", method: "nope" })).status).to.equal(204);
      });

      it(`${chain}${path}: malformed JSON -32700`, async () => {
        expect((await post(at(chain, path), "{")).body.error?.code).to.equal(-32700);
      });
    }

    for (const chain of ["solana", "near", "starknet", "polkadot", "sui", "xrpl", "stellar", "filecoin"]) {
      it(`${chain}: GET 405`, async () => {
        expect((await fetch(at(chain))).status).to.equal(405);
      });
    }

    it("TRON and TON: nothing at the token itself", async () => {
      expect((await post(at("tron"), call("eth_chainId"))).status).to.equal(404);
      expect((await post(at("ton"), call("getMasterchainInfo"))).status).to.equal(404);
    });
  });

  it("solana: commitments, a future slot -32004, a cleaned slot -32001, behind -32005", async () => {
    const slots = await Promise.all(
      ["processed", "confirmed", "finalized"].map((commitment) => result(at("solana"), "getSlot", [{ commitment }])),
    );
    const [processed = 0, confirmed = 0, finalized = 0] = slots.map(Number);
    expect(processed - confirmed).to.be.within(1, 4);
    expect(processed - finalized).to.be.within(30, 35);
    expect(await error(at("solana"), "getBlockTime", [processed + 1_000_000])).to.include({ code: -32004 });
    expect(await error(at("solana"), "getBlockTime", [1])).to.include({ code: -32001 });
    expect(await error(at("solana"), "getSlot", [{ commitment: "sure" }])).to.include({ code: -32602 });
  });

  it("near: no batches, an error with name and cause", async () => {
    const batch = await post(at("near"), [call("status")]);
    expect(batch.body.error).to.include({ code: -32700, data: "JSON RPC Request format was expected" });
    expect(await error(at("near"), "nope")).to.deep.equal({
      name: "REQUEST_VALIDATION_ERROR",
      cause: { info: { method_name: "nope" }, name: "METHOD_NOT_FOUND" },
      ...{ code: -32601, message: "Method not found", data: "nope" },
    });
    expect((await get(at("near", "/status"))).chain_id).to.equal("mainnet");
  });

  it("starknet: a block by number, none in the future", async () => {
    const [block] = [await result(at("starknet"), "starknet_getBlockWithTxHashes", [{ block_number: 1000 }])];
    expect(block).to.include({ block_number: 1000, status: "ACCEPTED_ON_L1" });
    const future = await error(at("starknet"), "starknet_getBlockWithTxHashes", [{ block_number: 999_999_999 }]);
    expect(future).to.deep.equal({ code: 24, message: "Block not found" });
  });

  it("cosmos: heights as strings, time with nanoseconds, the methods by GET with id -1", async () => {
    const { sync_info: info } = await result(at("cosmos"), "status");
    expect(info?.latest_block_height).to.be.a("string");
    expect(info?.latest_block_time).to.match(/\.\d{9}Z$/);
    expect(await get(at("cosmos", "/status"))).to.include({ id: -1 });
    expect((await fetch(at("cosmos", "/nope"))).status).to.equal(404);
    expect((await post(at("cosmos"), "{")).status).to.equal(500);
  });

  it("cosmos: a block of the future by GET: 500 with the error, as by POST", async () => {
    const response = await fetch(at("cosmos", "/block?height=999999999"));
    const { id, error: shown } = (await response.json()) as Json;
    expect({ status: response.status, id }).to.deep.equal({ status: 500, id: -1 });
    expect(shown).to.deep.equal(await error(at("cosmos"), "block", [999_999_999]));
  });

  it("ton: {ok, result}, ids come back as text, no batches, unknown method without a code", async () => {
    const url = at("ton", "/api/v2/jsonRPC");
    expect((await post(url, call("getMasterchainInfo", 1))).body).to.include({ ok: true, id: "1", jsonrpc: "2.0" });
    expect((await post(url, [call("getMasterchainInfo")])).status).to.equal(422);
    const unknown = { ok: false, error: "Unknown method", jsonrpc: "2.0", id: "1" };
    expect((await post(url, call("nope"))).body).to.deep.equal(unknown);
    expect((await get(at("ton", "/api/v2/getMasterchainInfo"))).result?.last?.workchain).to.equal(-1);
  });

  it("tron: the latest block in milliseconds, by GET and POST; solidity is 19 blocks behind", async () => {
    const header = async (path: string, method = "GET") =>
      (await scene.api(method, at("tron", path))).body.block_header?.raw_data;
    const now = await header("/wallet/getnowblock");
    expect(Number(now?.timestamp)).to.be.within(Date.now() - 10_000, Date.now() + 1000);
    expect(Number((await header("/wallet/getnowblock", "POST"))?.number)).to.be.at.least(Number(now?.number));
    const solid = Number((await header("/walletsolidity/getnowblock"))?.number);
    expect(Number(now?.number) - solid).to.be.within(17, 19);
    expect((await fetch(at("tron", "/wallet/nope"))).status).to.equal(404);
  });

  it("aptos: microseconds, headers, health by age, an error for an unknown path", async () => {
    const response = await fetch(at("aptos", "/v1/"));
    expect(response.headers.get("x-aptos-chain-id")).to.equal("1");
    expect(((await response.json()) as Json).ledger_timestamp).to.match(/^\d{16}$/);
    expect((await fetch(at("aptos", "/v1/-/healthy?duration_secs=10"))).status).to.equal(200);
    const unknown = await fetch(at("aptos", "/v1/nope"));
    expect(unknown.status).to.equal(404);
    expect(await unknown.json()).to.include({ error_code: "web_framework_error" });
  });

  it("sui: no batches, and a checkpoint of the future -32602", async () => {
    expect((await post(at("sui"), [call("sui_getChainIdentifier")])).body.error).to.deep.equal({
      code: -32005,
      message: "Batched requests are not supported by this server",
    });
    expect(await error(at("sui"), "sui_getCheckpoint", ["999999999999"])).to.include({ code: -32602 });
  });

  it("xrpl: status in the result, age in server_info only, members of the request repeated", async () => {
    const state = (await post(at("xrpl"), call("server_state", 9))).body;
    expect(state).to.include({ id: 9, jsonrpc: "2.0" });
    expect(state.result?.status).to.equal("success");
    expect(state.result?.state?.validated_ledger).to.include.keys("close_time", "seq");
    expect(state.result?.state?.validated_ledger).to.not.include.keys("age");
    const info = (await post(at("xrpl"), { method: "server_info", params: [{}] })).body;
    expect(info).to.have.all.keys("result");
    expect(Number(info.result?.info?.validated_ledger?.age)).to.be.within(0, 6);
    expect((await post(at("xrpl"), call("nope"))).body.result).to.deep.include({
      ...{ error: "unknownCmd", error_code: 32, status: "error", request: { command: "nope" } },
    });
    expect((await post(at("xrpl"), [call("ping")])).status).to.equal(400);
  });

  it("stellar: ledgers with their time, none before the oldest", async () => {
    const health = await result(at("stellar"), "getHealth");
    const list = await rpc(at("stellar"), "getLedgers", {
      ...{ startLedger: health.latestLedger, pagination: { limit: 1 } },
    } as unknown as unknown[]);
    expect(list.body.result?.ledgers?.[0]).to.include.keys("sequence", "ledgerCloseTime");
    expect(await error(at("stellar"), "getLedgers", { startLedger: 1 } as unknown as unknown[])).to.include({
      code: -32602,
    });
  });

  it("tezos: header by level, distance and hash; the chain id as a JSON string", async () => {
    const head = await get(at("tezos", "/chains/main/blocks/head/header"));
    const before = await get(at("tezos", `/chains/main/blocks/${head.predecessor}/header`));
    expect(Number(head.level) - Number(before.level)).to.equal(1);
    expect(head.hash).to.match(/^B[LKM][1-9A-HJ-NP-Za-km-z]{49}$/);
    expect(await get(at("tezos", "/chains/main/chain_id"))).to.equal("NetXdQprcVkpaWU");
    expect((await fetch(at("tezos", "/chains/main/blocks/999999999/header"))).status).to.equal(404);
    expect((await fetch(at("tezos", "/nope"))).status).to.equal(404);
  });

  it("algorand: status with nanoseconds, genesis hash, health and readiness", async () => {
    const status = await get(at("algorand", "/v2/status"));
    expect(Number(status["time-since-last-round"])).to.be.within(0, 4e9);
    const params = await get(at("algorand", "/v2/transactions/params"));
    expect(params).to.include({ "genesis-hash": "wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=" });
    for (const path of ["/health", "/ready"]) {
      expect((await fetch(at("algorand", path))).status).to.equal(200);
    }
    expect(await get(at("algorand", "/nope"))).to.deep.equal({ message: "Not Found" });
  });

  it("filecoin: complete is stage 4; the network by name and by chain id", async () => {
    expect((await result(at("filecoin"), "Filecoin.SyncState")).ActiveSyncs?.[0]?.Stage).to.equal(4);
    expect(await result(at("filecoin"), "Filecoin.StateNetworkName")).to.equal("mainnet");
    expect(await result(at("filecoin"), "eth_chainId")).to.equal("0x13a");
  });
});
