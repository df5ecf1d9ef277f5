import { expect } from "chai";
import {
  AuthError,
  isProviderError,
  NotFoundError,
  ShapeError,
  TransportError,
  UnavailableError,
} from "../../../provider/errors/errors.js";
import { ListReader } from "../../../provider/platform/lists/list-reader.js";
import type { WalkedPage } from "../../../provider/platform/lists/list-walk.js";
import type { Page } from "../../../provider/platform/wire.js";
import { failureOf } from "../../support/platform/client-on-sandbox";
import { ids, listOf, type Thing } from "../../support/platform/list-source";

/** A list that fails at its first page. */
function failing(error: Error): () => AsyncGenerator<WalkedPage<Page<Thing>>> {
  return async function* () {
    yield* [];
    throw error;
  };
}

describe("ListReader", () => {
  it("one id: read by id", async () => {
    const { calls, reader } = listOf(ids(50));
    expect(await reader.get("N-3")).to.deep.equal({ id: "N-3", from: "read" });
    expect(calls).to.deep.equal(["read N-3"]);
  });

  it("same id requested concurrently: read once", async () => {
    const { calls, reader } = listOf(ids(50));
    const all = await Promise.all(["N-3", "N-3", "N-3"].map((id) => reader.get(id)));
    expect(all).to.have.length(3);
    expect(calls).to.deep.equal(["read N-3"]);
  });

  it("many ids: taken from the list's pages", async () => {
    const { calls, reader } = listOf(ids(50), { pageSize: 20 });
    const all = await Promise.all(ids(50).map((id) => reader.get(id)));
    expect(all.map(({ id }) => id)).to.deep.equal(ids(50));
    expect(all.every(({ from }) => from === "list")).to.equal(true);
    expect(calls).to.deep.equal(["page 1", "page 3", "page 2"]);
  });

  it("all found: walk stops", async () => {
    const { calls, reader } = listOf(ids(100), { pageSize: 20 });
    await Promise.all(ids(20).map((id) => reader.get(id)));
    expect(calls).to.deep.equal(["page 1"]);
  });

  it("fewer calls by id than by a walk: read by id", async () => {
    const { calls, reader } = listOf(ids(1_000), { pageSize: 20 });
    const all = await Promise.all(["N-900", "N-901"].map((id) => reader.get(id)));
    expect(all.map(({ from }) => from)).to.deep.equal(["read", "read"]);
    expect(calls).to.deep.equal(["page 1", "read N-900", "read N-901"]);
  });

  it("scattered ids: no more calls than the whole walk", async () => {
    const { calls, reader } = listOf(ids(100), { pageSize: 10 });
    const wanted = ids(100).filter((_, index) => index % 9 === 0);
    const all = await Promise.all(wanted.map((id) => reader.get(id)));
    expect(all.map(({ id }) => id)).to.deep.equal(wanted);
    expect(calls.length).to.be.at.most(11);
  });

  it("id not in the list: read by id", async () => {
    const { calls, reader } = listOf(ids(3));
    const all = await Promise.all([...ids(3), "N-late"].map((id) => reader.get(id)));
    expect(all.at(-1)).to.deep.equal({ id: "N-late", from: "read" });
    expect(calls).to.deep.equal(["page 1", "read N-late"]);
  });

  it("empty list: read by id", async () => {
    const { calls, reader } = listOf([]);
    await Promise.all(["a", "b"].map((id) => reader.get(id)));
    expect(calls).to.deep.equal(["page 1", "read a", "read b"]);
  });

  it("one read fails: only its callers get the error", async () => {
    const { reader } = listOf(ids(3));
    const [good, bad, twin] = await Promise.allSettled(["N-0", "missing-1", "missing-1"].map((id) => reader.get(id)));
    expect(good?.status).to.equal("fulfilled");
    expect([bad, twin].map((result) => result?.status === "rejected" && String(result.reason))).to.deep.equal([
      "NotFoundError: no missing-1",
      "NotFoundError: no missing-1",
    ]);
  });

  it("walk fails: all callers get the error, and the next walk works", async () => {
    const { source, reader } = listOf(ids(3));
    const { pages } = source;
    const broken = new Error("the list is down");
    source.pages = async function* () {
      yield* [];
      throw broken;
    };
    const failures = await Promise.all(ids(3).map((id) => failureOf(reader.get(id))));
    expect(failures).to.deep.equal([broken, broken, broken]);
    source.pages = pages;
    expect(await Promise.all(ids(2).map((id) => reader.get(id)))).to.have.length(2);
  });

  it("requested during a walk: served by a new walk, which starts after the first has ended", async () => {
    const { calls, source, reader } = listOf(ids(5));
    const second: Promise<Thing>[] = [];
    const { pages } = source;
    source.pages = async function* () {
      calls.push("begin");
      if (second.length === 0) {
        second.push(...ids(5).map((id) => reader.get(id)));
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      yield* pages();
      calls.push("end");
    };
    await Promise.all([...ids(5), "N-late"].map((id) => reader.get(id)));
    await Promise.all(second);
    expect(calls.filter((call) => call !== "end")).to.deep.equal(["begin", "page 1", "read N-late", "begin", "page 1"]);
  });

  for (const [name, failure] of [
    ["is not found", new NotFoundError("no list")],
    ["is unavailable", new UnavailableError("no list", 503)],
    ["times out", new TransportError("no list", "timeout", true)],
    ["is a proxy's page", new ShapeError("no list")],
  ] as const) {
    it(`list ${name}: each read by id, however many`, async () => {
      const { calls, source, reader } = listOf(ids(30));
      source.pages = failing(failure);
      const all = await Promise.all(ids(30).map((id) => reader.get(id)));
      expect(all.map(({ id, from }) => `${id} ${from}`)).to.deep.equal(ids(30).map((id) => `${id} read`));
      expect(calls).to.have.length(30);
    });

    it(`list ${name}, and no object can be read either: gives up after a few reads`, async () => {
      const { calls, source, reader } = listOf(ids(30));
      source.pages = failing(failure);
      const down = new UnavailableError("all is down", 503);
      source.one = async (id) => {
        calls.push(`read ${id}`);
        throw down;
      };
      const failures = await Promise.all(ids(30).map((id) => failureOf(reader.get(id))));
      expect(calls.length).to.be.within(10, 19);
      expect(failures.slice(0, calls.length).every((error) => error === down)).to.equal(true);
      const others = failures.slice(calls.length);
      // The 404 of a list is none of the objects.
      expect(others.every((error) => (error?.cause ?? error) === failure)).to.equal(true);
      expect(others.filter((error) => isProviderError(error, "not-found"))).to.deep.equal([]);
    });
  }

  it("list is unavailable › 404 by id: an answer, so that every id is read", async () => {
    const { calls, source, reader } = listOf(ids(30));
    source.pages = failing(new UnavailableError("no list", 503));
    source.one = async (id) => {
      calls.push(`read ${id}`);
      throw new NotFoundError(`no ${id}`);
    };
    const failures = await Promise.all(ids(30).map((id) => failureOf(reader.get(id))));
    expect(failures.map((error) => error?.message)).to.deep.equal(ids(30).map((id) => `no ${id}`));
  });

  for (const [name, failure] of [
    ["is throttled", new UnavailableError("slow down", 429)],
    ["is aborted", new TransportError("stop", "aborted", false)],
    ["rejects the key", new AuthError("no")],
  ] as const) {
    it(`list ${name}: nothing read by id`, async () => {
      const { calls, source, reader } = listOf(ids(3));
      source.pages = failing(failure);
      const failures = await Promise.all(ids(3).map((id) => failureOf(reader.get(id))));
      expect(failures).to.deep.equal([failure, failure, failure]);
      expect(calls).to.deep.equal([]);
    });
  }

  it("read hangs: other callers do not wait", async () => {
    const { source } = listOf(ids(3));
    const { one } = source;
    source.one = (id) => (id === "N-0" ? new Promise(() => undefined) : one(id));
    const reader = new ListReader<Thing>(source, { windowMs: 0, patienceMs: 20 });
    void reader.get("N-0");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await reader.get("N-1")).id).to.equal("N-1");
  });

  it("page hangs: its ids are read by id, and no list is read until the page ends", async () => {
    const { calls, source } = listOf(ids(4));
    const { pages } = source;
    let end: () => void = () => undefined;
    source.pages = async function* () {
      calls.push("hang");
      yield* [];
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    };
    const reader = new ListReader<Thing>(source, { windowMs: 0, patienceMs: 20 });
    const readBoth = async (...both: readonly string[]) =>
      (await Promise.all(both.map((id) => reader.get(id)))).map(({ from }) => from);
    expect(await readBoth("N-0", "N-1")).to.deep.equal(["read", "read"]);
    expect(await readBoth("N-2", "N-3")).to.deep.equal(["read", "read"]);
    expect(calls.filter((call) => call === "hang")).to.have.length(1);
    source.pages = pages;
    end();
    await new Promise(setImmediate);
    expect(await readBoth("N-0", "N-1")).to.deep.equal(["list", "list"]);
  });
});
