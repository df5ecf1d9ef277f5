import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { useEngine } from "../support/engine/home";
import { runPulumi } from "../support/engine/pulumi";
import { saidBy, stepsOf, UnexpectedRunError } from "../support/engine/run";
import { openStack, type StackOptions, type TestStack } from "../support/engine/stack";

const programFile = (name: string): string => join(__dirname, "programs", name);
const [echo, output, dynamic] = ["echo.cjs", "output.cjs", "dynamic.cjs"].map(programFile) as [string, string, string];

describe("openStack", function () {
  this.timeout(120_000);
  useEngine();
  const open: TestStack[] = [];
  const opened = async (given: Partial<StackOptions>): Promise<TestStack> => {
    const stack = await openStack({ program: echo, arguments: { value: "a" }, ...given });
    open.push(stack);
    return stack;
  };
  afterEach(() => Promise.all(open.splice(0).map((stack) => stack.dispose())));

  it("expected failure: a value with diagnostics, and the provider sees its env", async () => {
    const stack = await opened({ arguments: { value: "a", fail: true }, env: { ECHO_MARK: "marked" } });
    const run = await stack.up({ expectFailure: true });
    expect(saidBy(run)).to.include("refused: marked, undefined");
    expect(stepsOf(run.failed, "echo").map(({ op }) => op)).to.deep.equal(["create"]);
    expect(run.stdout).to.include("refused");
  });

  it("unexpected failure or success: throws with the engine's output", async () => {
    const stack = await opened({ arguments: { value: "a", fail: true } });
    const failed = await stack.up().catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(UnexpectedRunError).with.property("message").that.includes("up failed\nrefused");
    await stack.setProgram(output);
    const succeeded = await stack.preview({ expectFailure: true }).catch((error: unknown) => error);
    expect(succeeded).to.be.instanceOf(UnexpectedRunError).with.property("message").that.includes("expects a failure");
  });

  it("replacement: steps with their keys, and the state", async () => {
    const stack = await opened({});
    const first = await stack.up();
    expect(first.summary, `${first.stdout}\n${first.stderr}`).to.deep.equal({ create: 2 });
    stack.setArguments({ value: "b" });
    const steps = stepsOf((await stack.preview()).steps, "echo");
    expect(steps.map(({ op }) => op)).to.deep.equal(["create-replacement", "replace", "delete-replaced"]);
    expect(steps[1]?.keys).to.deep.equal(["value"]);
    const { deployment } = await stack.exportState();
    const resource = deployment.resources?.find(({ urn }) => urn.endsWith("::echo"));
    expect(resource?.outputs).to.deep.include({ value: "a" });
    expect((await stack.refresh()).summary).to.deep.equal({ same: 2 });
  });

  it("setEnv: replaces the engine's environment", async () => {
    const stack = await opened({ arguments: { value: "a", fail: true }, env: { ECHO_MARK: "first" } });
    stack.setEnv({ ECHO_MARK: "second" });
    const { diagnostics } = await stack.up({ expectFailure: true });
    expect(diagnostics.map(({ message }) => message).join()).to.include("refused: second");
  });

  it("secret: encrypted in the stored state, plain in the exported one", async () => {
    const stack = await opened({
      program: output,
      arguments: {},
      config: { "app:key": { secret: "s3cret-value" } },
    });
    await stack.up();
    expect(await stack.outputs()).to.deep.equal({ key: { value: "s3cret-value", secret: true } });
    expect(await stack.storedState())
      .to.include("ciphertext")
      .and.not.include("s3cret-value");
    expect(JSON.stringify(await stack.exportState())).to.include("s3cret-value");
  });

  it("two stacks: run concurrently", async () => {
    const names = ["one", "two"];
    const stacks = await Promise.all(names.map((name) => opened({ program: output, arguments: { name } })));
    await Promise.all(stacks.map((stack) => stack.up()));
    const outputs = await Promise.all(stacks.map((stack) => stack.outputs()));
    expect(outputs.map(({ name }) => name?.value)).to.deep.equal(names);
  });

  describe("developer's settings", () => {
    const settings = {
      PULUMI_BACKEND_URL: "file:///nowhere",
      PULUMI_CONFIG_PASSPHRASE_FILE: "/nowhere",
      BLOCKCHAIN_NODES_API_KEY: "real-key",
    };
    const before = Object.fromEntries(Object.keys(settings).map((name) => [name, process.env[name]]));
    beforeEach(() => {
      Object.assign(process.env, settings);
    });
    afterEach(() => {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) {
          delete process.env[name];
        } else {
          process.env[name] = value;
        }
      }
    });

    it("in the environment: reach neither the engine nor the provider", async () => {
      const stack = await opened({ arguments: { value: "a", fail: true }, env: { ECHO_MARK: "m" } });
      const { diagnostics } = await stack.up({ expectFailure: true });
      expect(diagnostics.map(({ message }) => message.trim()).join("\n")).to.include("refused: m, undefined");
    });
  });

  it("dispose: leaves no file", async () => {
    const stack = await openStack({ program: output });
    expect(existsSync(stack.home.folder)).to.equal(true);
    await stack.dispose();
    expect(existsSync(stack.home.folder)).to.equal(false);
  });
});

describe("runPulumi", function () {
  this.timeout(120_000);
  useEngine();

  it("shared home: its stack", async () => {
    const stack = await openStack({ program: output, stackName: "shared" });
    try {
      const { ok, stdout } = await runPulumi(["stack", "ls"], { cwd: stack.folder, home: stack.home });
      expect({ ok, first: stdout.split("\n")[1]?.split(" ")[0] }).to.deep.equal({ ok: true, first: "shared*" });
    } finally {
      await stack.dispose();
    }
  });

  it("program with a dynamic provider: language host and launcher run it", async () => {
    const stack = await openStack({ program: dynamic, env: { ECHO_MARK: "us" } });
    try {
      await stack.must("up", "--yes", "--skip-preview");
      expect((await stack.must("stack", "output", "id")).trim()).to.equal("made-by-us");
      expect(await stack.must("destroy", "--yes", "--skip-preview")).to.include("deleted");
    } finally {
      await stack.dispose();
    }
  });

  it("failure: a value", async () => {
    let pid: number | undefined;
    const result = await runPulumi(["stack", "select", "nothing"], {
      cwd: __dirname,
      onSpawn: (child) => {
        pid = child.pid;
      },
    });
    expect(pid).to.be.a("number");
    expect(result).to.deep.include({ ok: false });
    expect(result.stderr).to.include("error:");
  });
});
