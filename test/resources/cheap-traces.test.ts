import { expect } from "chai";
import { Node, Project } from "pulumi-blockchain-nodes";
import { settled, useMocks } from "../support/resources/mocks";
import { withResolver } from "../support/resources/traces";

const args = { project: "PR-1-2-3", chain: "ethereum-mainnet" } as const;

function traceOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.stack : undefined;
  }
}

describe("stack traces in constructors", () => {
  afterEach(() => {
    delete process.env.PULUMI_DEBUG_PROMISE_LEAKS;
  });

  it("error of the SDK: resolved when it is read, hook restored", async () => {
    await useMocks();
    const { value, resolved } = withResolver(() => traceOf(() => new Project("")));
    expect(value).to.match(/^resolved Error: Missing resource name argument/);
    expect(value).to.include("cheap-traces.test.ts");
    expect(resolved).to.have.length(1);
  });

  it("error of this package: resolved when it is read", async () => {
    await useMocks();
    const { value } = withResolver(() => traceOf(() => new Node("web", args, { import: "ND-1-2-3" })));
    expect(value).to.match(/^resolved ConfigError: Node "web"/);
    expect(value).to.include("cheap-traces.test.ts");
  });

  it("PULUMI_DEBUG_PROMISE_LEAKS: every trace is resolved, as these are what it prints", async () => {
    await useMocks();
    process.env.PULUMI_DEBUG_PROMISE_LEAKS = "true";
    const { value, resolved } = withResolver(() => new Node("web", args));
    expect(resolved.length).to.be.above(80);
    await settled(value);
  });

  it("no hook: none is left behind", async () => {
    await useMocks();
    const before = Error.prepareStackTrace;
    Reflect.deleteProperty(Error, "prepareStackTrace");
    try {
      const node = new Node("web", args);
      expect(Error.prepareStackTrace).to.equal(undefined);
      await settled(node);
    } finally {
      Error.prepareStackTrace = before;
    }
  });
});
