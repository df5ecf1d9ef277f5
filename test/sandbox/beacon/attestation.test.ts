import { expect } from "chai";
import { beacon, block, later } from "../../support/sandbox/beacon-client";
import { type ManagementScene, openManagement } from "../../support/sandbox/management-scene";

describe("attestation data", () => {
  let scene: ManagementScene;
  let url: string;
  before(async () => {
    scene = await openManagement();
    url = (await scene.node(await scene.project())).details?.beacon_endpoint ?? "";
  });
  after(() => scene.sandbox.close());

  const headOf = (id = "head") => block(url, id);
  const ask = (query: string) => beacon(url, `/validator/attestation_data?${query}`);

  it('form "nested": the standard envelope with decimal strings', async () => {
    const { slot, root } = await headOf();
    const { status, body } = await ask(`slot=${slot}&committee_index=9999`);
    const { source, target } = body.data as unknown as Record<string, { epoch: string; root: string }>;
    const epoch = Math.floor(slot / 32);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      data: { slot: String(slot), index: "9999", beacon_block_root: root, source, target },
    });
    expect([source?.epoch, target?.epoch]).to.deep.equal([String(epoch - 1), String(epoch)]);
    expect(target?.root).to.equal((await headOf(String(epoch * 32))).root);
  });

  it("future slot: rejected, unless it begins within a second", async () => {
    const { slot } = await headOf();
    const start = (1_606_824_023 + (slot + 3) * 12) * 1000;
    const askBefore = (ms: number) => later(start - Date.now() - ms, () => ask(`slot=${slot + 3}&committee_index=0`));
    expect(await askBefore(6000)).to.deep.include({
      status: 500,
      body: {
        ...{ statusCode: 500, error: "Internal Server Error" },
        message: `Requested slot ${slot + 3} is in the future`,
      },
    });
    const asked = Date.now();
    expect((await askBefore(300)).status).to.equal(200);
    // It does not wait for the slot after, which begins 12 s later.
    expect(Date.now() - asked).to.be.within(200, 10_000);
  });

  it("slot before finality: rejected, a recent one accepted", async () => {
    const final = await headOf("finalized");
    const { slot } = await headOf();
    expect((await ask(`slot=${slot - 5}&committee_index=0`)).status).to.equal(200);
    expect(await ask(`slot=${final.slot - 1}&committee_index=0`)).to.deep.include({
      status: 400,
      body: { statusCode: 400, error: "Bad Request", message: "Block not in forkChoice" },
    });
  });

  for (const [query, keyword, message] of [
    ["", "required", "should have required property 'slot'"],
    ["slot=1", "required", "should have required property 'committee_index'"],
    ["committee_index=1", "required", "should have required property 'slot'"],
    ["slot=abc&committee_index=0", "type", "should be integer"],
    ["slot=&committee_index=0", "type", "should be integer"],
    ["slot=1.5&committee_index=0", "type", "should be integer"],
    ["slot=-1&committee_index=0", "minimum", "should be >= 0"],
    ["slot=1&committee_index=x", "type", "should be integer"],
  ] as const) {
    it(`query "${query}": 400 with a list of issues`, async () => {
      const { status, body } = await ask(query);
      expect(status).to.equal(400);
      expect(body).to.be.an("array").with.length(1);
      expect((body as unknown as object[])[0]).to.include({ keyword, message });
    });
  }

  it('form "bare": nested, with integers, no envelope', async () => {
    const { slot, root } = await headOf();
    await scene.admin("POST", "/settings", { beaconForm: "bare" });
    try {
      const { body } = await ask(`slot=${slot}&committee_index=3`);
      expect(body).to.have.all.keys("slot", "index", "beacon_block_root", "source", "target");
      expect(body).to.include({ slot, index: 3, beacon_block_root: root });
      expect(body.target).to.have.property("epoch", Math.floor(slot / 32));
    } finally {
      await scene.admin("POST", "/settings", { beaconForm: "nested" });
    }
  });

  describe('form "flat"', () => {
    before(() => scene.admin("POST", "/settings", { beaconForm: "flat" }));
    after(() => scene.admin("POST", "/settings", { beaconForm: "nested" }));

    it("recent slot: the documented members as integers", async () => {
      const { slot, root } = await headOf();
      const { body } = await ask(`slot=${slot}&committee_index=3`);
      const epoch = Math.floor(slot / 32);
      expect(body).to.deep.equal({
        ...{ slot, index: 3, beacon_block_root: root, source_epoch: epoch - 1, source_root: body.source_root },
        ...{ target_epoch: epoch, target_root: (await headOf(String(epoch * 32))).root },
      });
      expect(body.source_root).to.equal((await headOf(String((epoch - 1) * 32))).root);
    });

    it("finalized slot: rejected", async () => {
      const { slot } = await headOf("finalized");
      expect(await ask(`slot=${slot}&committee_index=0`)).to.deep.include({
        ...{ status: 400, body: { code: 400, message: "Slot already finalized" } },
      });
      expect((await ask(`slot=${slot + 1}&committee_index=0`)).status).to.equal(200);
    });

    it("errors: code and message", async () => {
      const missing = await ask("slot=5");
      expect(missing.body).to.deep.equal({
        ...{ code: 400, message: "querystring should have required property 'committee_index'" },
      });
      expect((await ask("slot=x&committee_index=0")).body).to.include({
        message: "querystring.slot should be integer",
      });
      expect((await beacon(url, "/nope")).body).to.deep.equal({
        code: 404,
        message: "Route GET:/eth/v1/nope not found",
      });
    });
  });
});
