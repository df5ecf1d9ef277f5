import { expect } from "chai";
import { Removals } from "../../../provider/lifecycle/absence/removals.js";

/** A request that ends when the test says so. */
function request() {
  let end: (error?: Error) => void = () => undefined;
  const sent = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  return { send: () => sent, end };
}

const turn = () => new Promise(setImmediate);

describe("Removals › requests", () => {
  it("others under way: resolves when they have ended too, even with an error", async () => {
    const removals = new Removals();
    const [first, second] = [request(), request()];
    const ended: string[] = [];
    const both = [
      removals.send(first.send).then(() => ended.push("first")),
      removals.send(second.send).catch(() => ended.push("second failed")),
    ];
    first.end();
    await turn();
    expect(ended).to.deep.equal([]);
    second.end(new Error("refused"));
    await Promise.all(both);
    expect(ended).to.have.members(["first", "second failed"]);
  });

  it("begun after the end of this one: not waited for", async () => {
    const removals = new Removals();
    const [first, second, third] = [request(), request(), request()];
    const ended: string[] = [];
    void removals.send(first.send).then(() => ended.push("first"));
    void removals.send(second.send).then(() => ended.push("second"));
    first.end();
    await turn();
    void removals.send(third.send);
    second.end();
    await turn();
    expect(ended).to.deep.equal(["first"]);
  });

  it("one hangs: the others wait until no more end, and later ones not at all", async () => {
    const removals = new Removals({ patienceMs: 20 });
    const [hanging, first, second, third] = [request(), request(), request(), request()];
    void removals.send(hanging.send);
    const sent = [first, second].map(({ send }) => removals.send(send));
    first.end();
    second.end();
    await Promise.all(sent);
    const later = removals.send(third.send).then(() => "ended");
    third.end();
    expect(await Promise.race([later, turn().then(() => "waits")])).to.equal("ended");
  });

  it("its own failure: rejects at once", async () => {
    const removals = new Removals();
    const [first, second] = [request(), request()];
    void removals.send(first.send);
    const failed = removals.send(second.send).catch((error: Error) => error.message);
    second.end(new Error("refused"));
    expect(await failed).to.equal("refused");
  });
});
