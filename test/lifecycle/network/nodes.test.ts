import { expect } from "chai";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { generatedNames, idsOfSlots, inOrder, ownName } from "../../../provider/lifecycle/network/nodes.js";
import { network as networkSchema } from "../../../provider/platform/schemas.js";

/** A network as the platform shows it, with nodes of these names. The id of `a` is `ND-a`. */
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
    it(`${JSON.stringify(wanted)} of ${JSON.stringify(shown)}: by exact name, the rest by position`, () => {
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
  it("slots without an id: matched by name, each node at most once", () => {
    const network = networkOf("a", "b");
    const ids = (...slots: readonly Properties[]) => idsOfSlots(slots, network, ownName);
    expect(ids({ id: "ND-9", name: "a" }, { name: "b" })).to.deep.equal(["ND-9", "ND-b"]);
    expect(ids({ name: "a" }, { id: "ND-a", name: "x" })).to.deep.equal([undefined, "ND-a"]);
    expect(ids({ name: "a" }, { name: "a" })).to.deep.equal(["ND-a", undefined]);
  });

  it("no node of that name: none taken by position", () => {
    expect(idsOfSlots([{ name: "x" }], networkOf("a"), ownName)).to.deep.equal([undefined]);
  });

  it("names that the program chose, or generated for another slot: not matched", () => {
    const namesOf = generatedNames({ 0: "net-0-1a2b9c8d", 2: "net-2-1a2b9c8d" });
    const network = networkOf("web", "net-0-1a2b9c8d", "net-2-1a2b9c8d");
    const ids = (...names: readonly string[]) =>
      idsOfSlots(
        names.map((name) => ({ name })),
        network,
        namesOf,
      );
    expect(ids("net-0-1a2b9c8d", "web", "net-2-1a2b9c8d")).to.deep.equal([
      "ND-net-0-1a2b9c8d",
      undefined,
      "ND-net-2-1a2b9c8d",
    ]);
    expect(ids("web", "net-0-1a2b9c8d", "web")).to.deep.equal([undefined, undefined, undefined]);
  });
});
