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

  const unusual: readonly (readonly [name: string, descriptor: PropertyDescriptor])[] = [
    ["undefined", { value: undefined, writable: true }],
    ["null", { value: null, writable: true }],
    ["read-only", { value: () => "fixed", writable: false }],
    ["without a setter", { get: () => () => "fixed" }],
  ];
  for (const [name, descriptor] of unusual) {
    it(`hook ${name}: left as it is, and the resource is registered`, async () => {
      const registered = await useMocks();
      const before = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
      Object.defineProperty(Error, "prepareStackTrace", { ...descriptor, configurable: true });
      const own = Error.prepareStackTrace;
      try {
        const node = new Node("web", args);
        expect(Error.prepareStackTrace === own || descriptor.get !== undefined).to.equal(true);
        await settled(node);
      } finally {
        restore(before);
      }
      expect(registered.has("web")).to.equal(true);
    });
  }

  it("hook that a transformation installs: stays", async () => {
    await useMocks();
    const before = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
    const later = () => "later";
    try {
      Error.prepareStackTrace = () => "before";
      const install = () => {
        Error.prepareStackTrace = later;
        return undefined;
      };
      const node = new Node("web", args, { transformations: [install] });
      expect(Error.prepareStackTrace).to.equal(later);
      await settled(node);
    } finally {
      restore(before);
    }
  });
});

function restore(hook: PropertyDescriptor | undefined): void {
  Reflect.deleteProperty(Error, "prepareStackTrace");
  if (hook !== undefined) {
    Object.defineProperty(Error, "prepareStackTrace", hook);
  }
}
