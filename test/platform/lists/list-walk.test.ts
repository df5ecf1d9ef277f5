import { expect } from "chai";
import fc from "fast-check";
import { NotFoundError, ShapeError } from "../../../provider/errors/errors.js";
import { type ListGrowth, walkList } from "../../../provider/platform/lists/list-walk.js";
import type { Page } from "../../../provider/platform/wire.js";
import { failureOf } from "../../support/platform/client-on-sandbox";

interface Item {
  readonly id: string;
}

/** A list like the platform's: in order of creation, in numbered pages, changed between reads. */
class LivingList {
  readonly reads: number[] = [];
  readonly pageSize: number;
  /** What happens after each read. */
  readonly #changes: (() => void)[];
  items: readonly string[];
  hasCount = true;
  growth: ListGrowth = "end";

  constructor(size: number, pageSize: number, changes: (() => void)[] = []) {
    this.items = Array.from({ length: size }, (_, index) => `old-${index}`);
    this.pageSize = pageSize;
    this.#changes = changes;
  }

  add(count: number): void {
    const start = this.items.length + this.reads.length * 1_000;
    this.items = [...this.items, ...Array.from({ length: count }, (_, index) => `new-${start + index}`)];
  }

  remove(position: number): void {
    this.items = this.items.filter((_, index) => index !== position);
  }

  async read(page: number): Promise<Page<Item>> {
    this.reads.push(page);
    const start = (page - 1) * this.pageSize;
    if (page > 1 && start >= this.items.length) {
      throw new NotFoundError(`no page ${page}`);
    }
    const answer = {
      count: this.hasCount ? this.items.length : undefined,
      next: start + this.pageSize < this.items.length ? `?page=${page + 1}` : undefined,
      results: this.items.slice(start, start + this.pageSize).map((id) => ({ id })),
      unreadable: [],
      totals: undefined,
    };
    this.#changes.shift()?.();
    return answer;
  }
}

async function walked(list: LivingList): Promise<string[]> {
  const chunks: { page: number; ids: string[] }[] = [];
  const source = {
    id: "listThings",
    growth: list.growth,
    read: (page: number) => list.read(page),
    pageOf: (link: string) => Number(link.split("=")[1]),
  };
  for await (const { page, results } of walkList(source)) {
    chunks.push({ page, ids: results.map(({ id }) => id) });
  }
  return chunks.sort((a, b) => a.page - b.page).flatMap(({ ids }) => ids);
}

describe("walkList", () => {
  it("one page: one call", async () => {
    const list = new LivingList(3, 5);
    expect(await walked(list)).to.deep.equal(list.items);
    expect(list.reads).to.deep.equal([1]);
  });

  it("empty list: no items", async () => {
    expect(await walked(new LivingList(0, 5))).to.deep.equal([]);
  });

  it("several pages: the first, then from the last down to the first", async () => {
    const list = new LivingList(11, 3);
    expect(await walked(list)).to.deep.equal(list.items);
    expect(list.reads).to.deep.equal([1, 4, 3, 2, 1]);
  });

  it("no count: finds the end by the links", async () => {
    const list = new LivingList(11, 3);
    list.hasCount = false;
    expect(await walked(list)).to.deep.equal(list.items);
    expect(list.reads).to.deep.equal([1, 2, 3, 4, 3, 2, 1]);
  });

  it("pages added after the count was read: included", async () => {
    const list = new LivingList(6, 3, [() => list.add(4)]);
    expect((await walked(list)).slice(0, 6)).to.deep.equal(list.items.slice(0, 6));
    expect(list.reads.slice(0, 4)).to.deep.equal([1, 2, 3, 4]);
  });

  it("second page disappears: the list is read again", async () => {
    const list = new LivingList(4, 3, [() => list.remove(0)]);
    expect(await walked(list)).to.deep.equal(["old-0", "old-1", "old-2", "old-3"]);
    expect(list.reads).to.deep.equal([1, 2, 1]);
  });

  it("first page: reports the number of pages", async () => {
    const list = new LivingList(11, 3);
    const source = {
      id: "listThings",
      growth: "end" as const,
      read: (page: number) => list.read(page),
      pageOf: (link: string) => Number(link.split("=")[1]),
    };
    const { value } = await walkList(source).next();
    expect(value).to.include({ page: 1, pages: 4 });
  });

  it("list that grows anywhere and never shrinks: walked upward, nothing missed", async () => {
    const insert = () => {
      list.items = [`first-${list.items.length}`, ...list.items];
    };
    const list: LivingList = new LivingList(8, 3, [insert, insert]);
    list.growth = "anywhere";
    const before = [...list.items];
    expect(await walked(list)).to.include.members(before);
    expect(list.reads).to.deep.equal([1, 2, 3, 4]);
  });

  it("unknown growth: walked both ways", async () => {
    const list = new LivingList(8, 3);
    list.growth = "unknown";
    expect(await walked(list)).to.deep.equal(list.items);
    expect(list.reads).to.deep.equal([1, 2, 3, 2, 1]);
  });

  it("last page disappears repeatedly: a ShapeError", async () => {
    const flicker = new LivingList(4, 3);
    const read = flicker.read.bind(flicker);
    flicker.read = (page) => (page === 2 ? Promise.reject(new NotFoundError("no page 2")) : read(page));
    expect(await failureOf(walked(flicker))).to.be.instanceOf(ShapeError);
  });

  it("any additions and removals: every other item exactly once", async () => {
    const change = fc.record({ add: fc.nat(4), remove: fc.array(fc.nat(60), { maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.integer({ min: 1, max: 7 }),
        fc.array(change, { maxLength: 40 }),
        fc.boolean(),
        async (size, pageSize, changes, hasCount) => {
          const removed = new Set<string>();
          const list = new LivingList(
            size,
            pageSize,
            changes.map(({ add, remove }) => () => {
              for (const position of remove) {
                const id = list.items[position];
                if (id !== undefined) {
                  removed.add(id);
                  list.remove(position);
                }
              }
              list.add(add);
            }),
          );
          list.hasCount = hasCount;
          const stayed = [...list.items];
          const seen = await walked(list).catch((error: unknown) => {
            // A list that shrinks at every single read is given up, never answered in part.
            expect(error).to.be.instanceOf(ShapeError);
            return undefined;
          });
          if (seen !== undefined) {
            expect(new Set(seen).size).to.equal(seen.length);
            const constant = stayed.filter((id) => !removed.has(id));
            expect(seen).to.include.members(constant);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
