import { expect } from "chai";
import * as index from "pulumi-blockchain-nodes";
import * as access from "pulumi-blockchain-nodes/access";
import * as lifecycle from "pulumi-blockchain-nodes/lifecycle";

describe("package exports", () => {
  it("index: the public API", () => {
    expect(Object.keys(index).sort()).to.deep.equal([
      "AuthError",
      "CancelledError",
      "ConfigError",
      "ConflictError",
      "Network",
      "Node",
      "NodeHealth",
      "NotFoundError",
      "NotReadyError",
      "OrganizationSettings",
      "Project",
      "Provider",
      "ProviderError",
      "QuotaError",
      "RejectedError",
      "RpcError",
      "ShapeError",
      "TransportError",
      "UnavailableError",
      "connectNode",
      "getDeploymentOptions",
      "getDeploymentOptionsOutput",
      "getNetworks",
      "getNetworksOutput",
      "getNodeUsage",
      "getNodeUsageOutput",
      "getNodes",
      "getNodesOutput",
      "getOrganization",
      "getOrganizationOutput",
      "getProjectMembers",
      "getProjectMembersOutput",
      "getProjects",
      "getProjectsOutput",
      "isProviderError",
      "probeNode",
      "stackHealth",
      "withoutBigints",
    ]);
  });

  it("access: the same functions and error classes as the package itself, and nothing of the SDK", () => {
    const isError = (name: string) => name.endsWith("Error") || name === "isProviderError";
    const isShared = (name: string) => name === "connectNode" || name === "withoutBigints" || isError(name);
    const shared = Object.entries(index).filter(([name]) => isShared(name));
    expect({ ...access }).to.deep.equal(Object.fromEntries(shared));
  });

  it("lifecycle: the handlers that every state names", () => {
    expect(Object.keys(lifecycle).sort()).to.deep.equal([
      "network",
      "node",
      "nodeHealth",
      "organizationSettings",
      "project",
    ]);
  });

  for (const [name, handler] of Object.entries(lifecycle)) {
    it(`lifecycle › ${name}: every method of a dynamic provider`, () => {
      expect(handler).to.have.all.keys("configure", "check", "diff", "create", "read", "update", "delete");
    });
  }
});
