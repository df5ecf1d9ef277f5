import { expect } from "chai";
import { operations } from "../../provider/platform/operations.js";
import { tell } from "../../provider/platform/tell.js";

describe("tell", () => {
  it("message: what was tried and what happened, then operation id and status", () => {
    expect(tell("createNodeV2", " failed: Busy.", 409)).to.equal("Creating the node failed: Busy (createNodeV2, 409).");
    expect(tell("listAccessRules", ": no end")).to.equal("Listing the access rules: no end (listAccessRules).");
  });

  for (const id of Object.keys(operations)) {
    it(`${id}: words only`, () => {
      expect(tell(id, "", 404)).to.match(new RegExp(`^[A-Z][a-z]+ing the [a-z ]+ \\(${id}, 404\\)\\.$`));
    });
  }
});
