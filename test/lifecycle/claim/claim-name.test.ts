import { expect } from "chai";
import {
  claimName,
  earlierSpelling,
  isClaimOf,
  isEarlier,
  mayBeOf,
  parseClaim,
  repairClaim,
  slotClaim,
} from "../../../provider/lifecycle/claim/claim-name.js";
import { collidingOwners, ownerOf } from "../../support/lifecycle/sample-inputs";

const owner = ownerOf("Node", "rpc");
const [one, other] = collidingOwners;

describe("claimName", () => {
  it("resource: 16 digits, so two resources never share a claim; stack: 8 digits", () => {
    expect(claimName(owner)).to.match(/^creating-[0-9a-f]{8}-[0-9a-f]{16}$/);
    expect(one.resourceHash.slice(0, 8)).to.equal(other.resourceHash.slice(0, 8));
    expect(claimName(one)).not.to.equal(claimName(other));
  });
});

describe("earlierSpelling", () => {
  for (const claim of [claimName(owner), slotClaim(owner, 1), repairClaim(owner, 0)]) {
    it(`${claim}: resource shortened to 8 digits, the rest unchanged`, () => {
      const earlier = earlierSpelling(claim);
      expect(earlier).to.equal(claim.replace(owner.resourceHash, owner.resourceHash.slice(0, 8)));
      expect(earlierSpelling(earlier)).to.equal(earlier);
    });
  }
});

describe("parseClaim", () => {
  for (const make of [(name: string) => name, earlierSpelling]) {
    for (const claim of [claimName(owner), slotClaim(owner, 2), repairClaim(owner, 10)].map(make)) {
      it(`${claim}: stack and resource`, () => {
        const parsed = parseClaim(claim);
        expect(parsed?.stackHash).to.equal(owner.stackHash);
        expect(owner.resourceHash.startsWith(parsed?.resource ?? "-")).to.equal(true);
        expect(parsed && isEarlier(parsed)).to.equal(claim === earlierSpelling(claim));
      });
    }
  }

  for (const name of [
    "creating-0a1b2c3d-0a1b2c3",
    "creating-0a1b2c3d-0a1b2c3d0",
    "creating-0a1b2c3d-0a1b2c3d0a1b2c3",
    "creating-0a1b2c3d-0a1b2c3d0a1b2c3d0",
    "creating-0a1b2c3d-0a1b2c3d-x1",
    "my-creating-0a1b2c3d-0a1b2c3d",
  ]) {
    it(`${name}: no claim`, () => {
      expect(parseClaim(name)).to.equal(undefined);
    });
  }
});

describe("isClaimOf", () => {
  it("another resource with the same first 8 digits, or the earlier spelling: false", () => {
    expect([claimName(one), slotClaim(one, 1), repairClaim(one, 0)].map((name) => isClaimOf(name, one))).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect(isClaimOf(claimName(other), one)).to.equal(false);
    expect(isClaimOf(earlierSpelling(claimName(one)), one)).to.equal(false);
  });
});

describe("mayBeOf", () => {
  it("earlier spelling: true for every resource with these digits", () => {
    const earlier = parseClaim(earlierSpelling(claimName(one)));
    expect([one, other, owner].map((candidate) => earlier && mayBeOf(earlier, candidate))).to.deep.equal([
      true,
      true,
      false,
    ]);
  });
});
