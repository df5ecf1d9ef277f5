import { expect } from "chai";
import { openPostgres, openS3 } from "../../bench/backend-servers";
import { benchBackends } from "../../bench/backends";

describe("servers of state backends", () => {
  for (const [name, open] of Object.entries({ openPostgres, openS3 })) {
    it(`${name} › its program in no folder: undefined`, async () => {
      expect(await open([__dirname])).to.equal(undefined);
    });
  }
});

describe("benchBackends", () => {
  it("a variant that does not exist: rejected with the names of those that do", async () => {
    const error = await benchBackends({ isFull: false, variants: ["file", "etcd"], say: () => undefined }).catch(
      String,
    );
    expect(error).to.match(/^Error: Unknown variant: etcd\. Variants are file, .*postgres.*, killed\.$/);
  });
});
