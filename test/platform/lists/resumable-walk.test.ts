import { expect } from "chai";
import type { WalkedPage } from "../../../provider/platform/lists/list-walk.js";
import { ResumableWalk } from "../../../provider/platform/lists/resumable-walk.js";
import type { Page } from "../../../provider/platform/wire.js";
import { ids } from "../../support/platform/list-source";

describe("ResumableWalk › lacks", () => {
  it("many ids: its pages are combined once", async () => {
    let reads = 0;
    const page: WalkedPage<Page<{ readonly id: string }>> = {
      get count() {
        reads += 1;
        return 1;
      },
      results: [{ id: "N-0" }],
      unreadable: [],
      next: undefined,
      totals: undefined,
      page: 1,
      pages: 1,
      vanished: [],
    };
    const pages = (async function* () {
      yield page;
    })();
    const walk = new ResumableWalk(pages, 1, 0, () => undefined);
    await walk.whole();
    expect(ids(100).filter((id) => walk.lacks(id))).to.deep.equal(ids(100).slice(1));
    expect(reads).to.equal(1);
  });
});
