import { expect } from "chai";
import { idsOfSlots, inOrder, ownName } from "../../provider/lifecycle/network-nodes.js";
import { network as networkSchema } from "../../provider/platform/schemas.js";

/** A network as the platform shows it, with nodes of these names; the id of `a` is `ND-a`. */
function networkOf(...names: readonly string[]) {
  const nodes = names.map((name) => ({ id: `ND-${name}`, name, status: "pending", network: "NW-1" }));
  return networkSchema.parse({ id: "NW-1", project: "PR-1", protocol: "ethereum", status: "pending", nodes });
}

describe("inOrder", () => {
  for (const [wanted, shown, expected] of [
    [
      ["a", "b"],
      ["a", "b"],
      ["ND-a", "ND-b"],
    ],
    [
      ["a", "b"],
      ["b", "a"],
      ["ND-a", "ND-b"],
    ],
    [["a", "b"], ["b"], [undefined, "ND-b"]],
    [["a", "b"], ["a"], ["ND-a", undefined]],
    [["a", "b"], [], [undefined, undefined]],
    [
      ["a ", "b"],
      ["b", "a"],
      ["ND-a", "ND-b"],
    ],
    [
      ["A", "b", "C"],
      ["c", "b", "a"],
      ["ND-c", "ND-b", "ND-a"],
    ],
  ] as const) {
    it(`gives ${JSON.stringify(wanted)} of ${JSON.stringify(shown)} by exact name first, the rest by position`, () => {
      const views = inOrder(
        wanted.map((name) => ({ name })),
        networkOf(...shown),
        ownName,
      );
      expect(views.map((view) => view?.id)).to.deep.equal(expected);
    });
  }
});

describe("idsOfSlots", () => {
  it("keeps the ids that are known, and takes a node of the name for the others that no slot has yet", () => {
    const network = networkOf("a", "b");
    expect(idsOfSlots([{ id: "ND-9", name: "a" }, { name: "b" }], network)).to.deep.equal(["ND-9", "ND-b"]);
    expect(idsOfSlots([{ name: "a" }, { id: "ND-a", name: "x" }], network)).to.deep.equal([undefined, "ND-a"]);
    expect(idsOfSlots([{ name: "a" }, { name: "a" }], network)).to.deep.equal(["ND-a", undefined]);
  });

  it("never takes a node by position", () => {
    expect(idsOfSlots([{ name: "x" }], networkOf("a"))).to.deep.equal([undefined]);
  });
});
