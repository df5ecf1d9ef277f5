import { expect } from "chai";
import fc from "fast-check";
import { type TransactionReceipt, type WithoutBigints, withoutBigints } from "pulumi-blockchain-nodes";

describe("withoutBigints", () => {
  it("puts text in the place of bigints at any depth, and leaves everything else", () => {
    const value = {
      number: 12n,
      logs: [{ index: 1, topics: ["0x1"] }, 2n ** 64n],
      gas: null,
      isNew: true,
      none: undefined,
    };
    expect(withoutBigints(value)).to.deep.equal({
      number: "12",
      logs: [{ index: 1, topics: ["0x1"] }, "18446744073709551616"],
      gas: null,
      isNew: true,
      none: undefined,
    });
    expect(value.number).to.equal(12n);
  });

  it("hex: writes it after 0x, a negative one with its sign first", () => {
    expect(withoutBigints([255n, 0n, -16n], "hex")).to.deep.equal(["0xff", "0x0", "-0x10"]);
  });

  it("any value: comes through JSON as it was, with each bigint in its text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt(), (json, quantity) => {
        expect(withoutBigints({ json, at: [quantity] })).to.deep.equal({ json, at: [`${quantity}`] });
      }),
    );
  });

  it("types: say text where a bigint was, so that none is left where a program hands it on", () => {
    const seen = (receipt: TransactionReceipt): WithoutBigints<TransactionReceipt> => withoutBigints(receipt);
    const block = (receipt: TransactionReceipt): string | null => seen(receipt).blockNumber;
    // @ts-expect-error was a bigint, is a string now
    const quantity = (receipt: TransactionReceipt): bigint | null => seen(receipt).blockNumber;
    expect([seen, block, quantity]).to.have.length(3);
  });
});
