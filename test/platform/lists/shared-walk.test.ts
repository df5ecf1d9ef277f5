import { expect } from "chai";
import { isProviderError, NotFoundError, UnavailableError } from "../../../provider/errors/errors.js";
import { failureOf } from "../../support/platform/client-on-sandbox";
import { ids, listOf } from "../../support/platform/list-source";

const lasting = { maxAgeMs: Number.POSITIVE_INFINITY };

/** What a refresh of an engine with eight workers reads. */
async function refresh(read: (id: string) => Promise<unknown>, wanted: readonly string[], workers = 8): Promise<void> {
  const left = [...wanted];
  const work = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      await read(id);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

describe("ListReader › reads that share a walk", () => {
  it("refresh of 1,000 by eight workers: one walk", async () => {
    const { calls, reader } = listOf(ids(1_000));
    await refresh((id) => reader.get(id, lasting), ids(1_000));
    expect(calls).to.have.length(10);
  });

  it("refresh of 1,000 by fewer workers than suggest a refresh: no more than two walks cost", async () => {
    const { calls, reader } = listOf(ids(1_000));
    await refresh((id) => reader.get(id, lasting), ids(1_000), 3);
    expect(calls.length).to.be.at.most(20);
    expect(calls.filter((call) => call.startsWith("page"))).to.have.length(10);
  });

  it("refresh of 8 in a list of 100 pages: no more than one call above reading by id", async () => {
    const { calls, reader } = listOf(ids(10_000));
    await refresh((id) => reader.get(id, lasting), ids(10_000).slice(5_000, 5_008));
    expect(calls).to.have.length(9);
  });

  it("ids that the walk lacks: read by id, once each", async () => {
    const { calls, reader } = listOf(ids(30));
    await refresh((id) => reader.get(id, lasting), [...ids(30), "N-late", "N-later"]);
    expect(calls.sort()).to.deep.equal(["page 1", "read N-late", "read N-later"]);
  });

  it("after a write of this process: a new walk", async () => {
    const { calls, reader } = listOf(ids(30));
    await refresh((id) => reader.get(id, lasting), ids(30));
    reader.invalidate();
    await refresh((id) => reader.get(id, lasting), ids(30));
    expect(calls).to.deep.equal(["page 1", "page 1"]);
  });

  it("write during a walk: reads that begin afterwards need another walk", async () => {
    const { calls, reader } = listOf(ids(30));
    const first = ["N-1", "N-2"].map((id) => reader.get(id, lasting));
    await new Promise((resolve) => setTimeout(resolve, 5));
    reader.invalidate();
    await Promise.all([...first, ...["N-3", "N-4"].map((id) => reader.get(id, lasting))]);
    expect(calls).to.deep.equal(["page 1", "page 1"]);
  });

  it("maxAgeMs: a walk serves until it is that old", async () => {
    let nowMs = 0;
    const { calls, reader } = listOf(ids(30), { nowMs: () => nowMs });
    const readBoth = () => Promise.all(["N-1", "N-2"].map((id) => reader.get(id, { maxAgeMs: 30_000 })));
    await readBoth();
    nowMs = 29_999;
    await readBoth();
    expect(calls).to.deep.equal(["page 1"]);
    nowMs = 30_000;
    await readBoth();
    expect(calls).to.deep.equal(["page 1", "page 1"]);
  });

  it("without maxAgeMs: never an earlier walk", async () => {
    const { calls, reader } = listOf(ids(30));
    await Promise.all(["N-1", "N-2"].map((id) => reader.get(id, lasting)));
    await Promise.all(["N-1", "N-2"].map((id) => reader.get(id)));
    expect(calls).to.deep.equal(["page 1", "page 1"]);
  });

  it("a whole list: continues the walk of a refresh", async () => {
    const { calls, reader } = listOf(ids(50), { pageSize: 10 });
    await Promise.all(["N-1", "N-2"].map((id) => reader.get(id, lasting)));
    expect(calls).to.deep.equal(["page 1"]);
    expect((await reader.whole(0)).items).to.have.length(50);
    expect(calls).to.deep.equal(["page 1", "page 5", "page 4", "page 3", "page 2", "page 1"]);
  });

  it("walk fails halfway: what it lacks is read by id, and a whole list begins a new walk", async () => {
    const { calls, source, reader } = listOf(ids(50), { pageSize: 10 });
    source.failAt(3);
    const all = await Promise.all(ids(50).map((id) => reader.get(id, lasting)));
    expect(all.filter(({ from }) => from === "read")).to.have.length(20);
    source.failAt(undefined);
    expect((await reader.whole(0)).items).to.have.length(50);
    expect(calls.filter((call) => call === "page 3")).to.have.length(2);
  });
});

describe("ListReader › list that keeps failing", () => {
  it("another walk only after as many reads by id as a walk costs", async () => {
    const { calls, source, reader } = listOf(ids(1_000), { pageSize: 50 });
    source.failAt(3);
    await refresh((id) => reader.get(id, lasting), ids(1_000).slice(50, 130));
    expect(calls.filter((call) => call === "page 3").length).to.be.within(2, 5);
    expect(calls.filter((call) => call.startsWith("read"))).to.have.length(80);
  });
});

describe("ListReader › confirmation of deletions", () => {
  const deleted = { isDeleted: true };

  it("eight at once, shown by an earlier walk: a complete list without them is enough", async () => {
    const { calls, source, reader } = listOf(ids(30), { pageSize: 10 });
    await reader.whole();
    calls.length = 0;
    source.remove(ids(8));
    const failures = await Promise.all(ids(8).map((id) => failureOf(reader.get(id, deleted))));
    expect(failures.every((error) => isProviderError(error, "not-found"))).to.equal(true);
    expect(calls).to.deep.equal(["page 1", "page 3", "page 2", "page 1"]);
  });

  it("eight at once, prepared: shown by a walk, then confirmed by another one", async () => {
    const { calls, source, reader } = listOf(ids(30), { pageSize: 10 });
    await Promise.all(ids(8).map((id) => reader.prepareDeletion(id)));
    expect(calls).to.deep.equal(["page 1"]);
    source.remove(ids(8));
    await Promise.all(ids(8).map((id) => failureOf(reader.get(id, deleted))));
    expect(calls).to.deep.equal(["page 1", "page 1", "page 3", "page 2", "page 1"]);
    await reader.prepareDeletion("N-9");
    expect(calls).to.have.length(5);
  });

  it("preparation of one, or of a few in a long list: nothing is read by id", async () => {
    const { calls, reader } = listOf(ids(1_000), { pageSize: 10 });
    await reader.prepareDeletion("N-900");
    expect(calls).to.deep.equal([]);
    await Promise.all(["N-900", "N-901"].map((id) => reader.prepareDeletion(id)));
    expect(calls).to.deep.equal(["page 1"]);
  });

  it("preparation while the list fails: resolves", async () => {
    const { calls, source, reader } = listOf(ids(30));
    source.failAt(1);
    await Promise.all(ids(2).map((id) => reader.prepareDeletion(id)));
    expect(calls).to.deep.equal(["page 1"]);
  });

  it("never shown by a walk: read by id, since a stale list may lack what is new", async () => {
    const { calls, source, reader } = listOf(ids(30));
    source.remove(ids(2));
    await Promise.all(ids(2).map((id) => failureOf(reader.get(id, deleted))));
    expect(calls).to.deep.equal(["page 1", "read N-0", "read N-1"]);
  });

  it("list with a gap: read by id", async () => {
    const { calls, source, reader } = listOf(ids(30));
    await reader.whole();
    source.remove(ids(2));
    source.count = 30;
    calls.length = 0;
    await Promise.all(ids(2).map((id) => failureOf(reader.get(id, deleted))));
    expect(calls).to.deep.equal(["page 1", "read N-0", "read N-1"]);
  });

  for (const [name, id] of [
    ["one of them", "N-0"],
    ["an item without an id", undefined],
  ] as const) {
    it(`list that shows ${name} unreadably: read by id`, async () => {
      const { calls, source, reader } = listOf(ids(30));
      await reader.whole();
      source.remove(ids(2));
      source.unreadable = [{ id, name: undefined }];
      calls.length = 0;
      await Promise.all(ids(2).map((gone) => failureOf(reader.get(gone, deleted))));
      expect(calls).to.include.members(["page 1", "read N-0"]);
    });
  }

  it("list not found, and reads by id fail: none of them counts as deleted", async () => {
    const { source, reader } = listOf(ids(40));
    source.pages = async function* () {
      yield* [];
      throw new NotFoundError("no list");
    };
    source.one = async () => {
      throw new UnavailableError("no object", 503);
    };
    const failures = await Promise.all(ids(40).map((id) => failureOf(reader.get(id, deleted))));
    expect(failures.filter((error) => isProviderError(error, "not-found"))).to.deep.equal([]);
  });

  it("not deleted: absence from the list is no answer", async () => {
    const { calls, source, reader } = listOf(ids(30));
    await reader.whole();
    source.remove(ids(2));
    calls.length = 0;
    await Promise.all(ids(2).map((id) => failureOf(reader.get(id))));
    expect(calls).to.deep.equal(["page 1", "read N-0", "read N-1"]);
  });

  it("list of more pages than deletions: read by id, without a page for each batch", async () => {
    const { calls, reader } = listOf(ids(1_000));
    await reader.whole();
    calls.length = 0;
    await Promise.all(ids(3).map((id) => reader.get(id, deleted)));
    expect(calls).to.deep.equal(["read N-0", "read N-1", "read N-2"]);
  });
});
