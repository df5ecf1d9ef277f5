import { types } from "node:util";
import { expect } from "chai";
import {
  ConfigError,
  isProviderError,
  NotFoundError,
  RejectedError,
  TransportError,
  UnavailableError,
} from "../../provider/errors/errors.js";

const request = { requestId: "req-1234", platformCode: "busy" };

describe("ProviderError.with", () => {
  const first = new UnavailableError("The platform has a fault.", 503, { ...request, retryAfterMs: 250 });

  it("other words: class, code and all that the error knows are kept", () => {
    const reworded = first.with({ message: "It cannot be\nread." });
    expect(reworded).to.be.instanceOf(UnavailableError).and.not.equal(first);
    expect(types.isNativeError(reworded)).to.equal(true);
    expect({ ...reworded }).to.deep.equal({ ...first });
    expect(reworded).to.include({ message: "It cannot be read.", docs: first.docs });
    expect(reworded.cause).to.equal(undefined);
    expect(reworded.stack).to.contain("It cannot be read.").and.not.contain("has a fault");
    expect(first.message).to.equal("The platform has a fault.");
  });

  it("cause: that of the error, unless another one is given", () => {
    const cause = new ConfigError("It is missing.");
    const failure = new TransportError("It was cut.", "reset", true, { cause });
    expect(failure.with({ message: "Again." }).cause).to.equal(cause);
    expect(failure.with({ message: "Again.", cause: failure }).cause).to.equal(failure);
  });

  it("cause of another package: nothing but name, code and message", () => {
    const foreign = Object.assign(new Error("It has ended."), { code: "ECONNRESET", secret: "open" });
    const { cause } = first.with({ message: "Again.", cause: foreign });
    expect(cause).to.not.equal(foreign);
    expect({ ...(cause as Error) }).to.deep.equal({ code: "ECONNRESET" });
  });
});

describe("RejectedError.withFields", () => {
  const refused = new RejectedError("It was refused.", { cloud: ["is wrong"], region: ["is none"] }, request);

  it("other names: in the fields and in the message; those that become one are joined", () => {
    const renamed = refused.withFields(() => "region");
    expect(renamed.message).to.equal("It was refused. region: is wrong is none");
    expect(renamed.fields).to.deep.equal({ region: ["is wrong", "is none"] });
    expect(renamed).to.include(request);
  });

  it("reasons within the message: renamed where they are, not repeated", () => {
    const fields = { cloud: ["is wrong."] };
    const within = new RejectedError("It was refused: cloud: is wrong (createNodeV2, 400). Correct it.", fields);
    expect(within.message).to.equal("It was refused: cloud: is wrong (createNodeV2, 400). Correct it.");
    expect(within.withFields(() => "region").message).to.equal(
      "It was refused: region: is wrong (createNodeV2, 400). Correct it.",
    );
  });

  it("no fields: the message as it is", () => {
    expect(new RejectedError("It was refused.").withFields(() => "x").message).to.equal("It was refused.");
  });

  it("reworded before: the words, then the fields", () => {
    const renamed = refused.with({ message: "Not made." }).withFields((field) => `nodes[0].${field}`);
    expect(renamed.message).to.equal("Not made. nodes[0].cloud: is wrong; nodes[0].region: is none");
  });
});

describe("isProviderError", () => {
  it("a code: narrows to its class", () => {
    const failure: unknown = new TransportError("It was cut.", "reset", true);
    expect(isProviderError(failure, "transport") && failure.mayHaveTakenEffect).to.equal(true);
    expect(isProviderError(failure, "not-found")).to.equal(false);
  });

  it("an error of another copy of the package: one of its own", () => {
    const { brand } = new NotFoundError("It is gone.");
    const other: unknown = Object.assign(new Error("It is gone."), { brand, code: "not-found" });
    expect(isProviderError(other)).to.equal(true);
    expect(isProviderError(other, "not-found")).to.equal(true);
    expect(isProviderError(new Error("It is gone."))).to.equal(false);
  });
});
