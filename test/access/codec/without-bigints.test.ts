import { expect } from "chai";
import fc from "fast-check";
import { type TransactionReceipt, type WithoutBigints, withoutBigints } from "pulumi-blockchain-nodes";

describe("withoutBigints", () => {
  it("bigints at any depth: replaced with strings, everything else unchanged", () => {
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

  it("hex: 0x prefix, the sign of a negative one first", () => {
    expect(withoutBigints([255n, 0n, -16n], "hex")).to.deep.equal(["0xff", "0x0", "-0x10"]);
  });

  it("any value: survives JSON, with strings instead of bigints", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt(), (json, quantity) => {
        expect(withoutBigints({ json, at: [quantity] })).to.deep.equal({ json, at: [`${quantity}`] });
      }),
    );
  });

  it("types: string instead of bigint, so that none remains where a program passes it on", () => {
    const seen = (receipt: TransactionReceipt): WithoutBigints<TransactionReceipt> => withoutBigints(receipt);
    const block = (receipt: TransactionReceipt): string | null => seen(receipt).blockNumber;
    // @ts-expect-error was a bigint, is a string now
    const quantity = (receipt: TransactionReceipt): bigint | null => seen(receipt).blockNumber;
    expect([seen, block, quantity]).to.have.length(3);
  });
});
