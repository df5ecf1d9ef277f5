import { expect } from "chai";
import * as index from "pulumi-blockchain-nodes";
import * as lifecycle from "pulumi-blockchain-nodes/lifecycle";

describe("the package", () => {
  it("exports what programs use", () => {
    expect(Object.keys(index).sort()).to.deep.equal([
      "AuthError",
      "CancelledError",
      "ConfigError",
      "ConflictError",
      "Network",
      "Node",
      "NotFoundError",
      "NotReadyError",
      "Project",
      "ProviderError",
      "QuotaError",
      "RejectedError",
      "ShapeError",
      "TransportError",
      "UnavailableError",
      "isProviderError",
      "stackHealth",
    ]);
  });

  it("exports the handlers that every state in the world names", () => {
    expect(Object.keys(lifecycle).sort()).to.deep.equal(["network", "node", "project"]);
  });

  for (const [name, handler] of Object.entries(lifecycle)) {
    it(`implements every method of a dynamic provider for ${name}`, () => {
      expect(handler).to.have.all.keys("configure", "check", "diff", "create", "read", "update", "delete");
    });
  }
});
