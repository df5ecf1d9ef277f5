import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CustomResource } from "@pulumi/pulumi";
import { expect } from "chai";
import { type FailedRun, openStack, stepsOf, type TestStack, UnexpectedRunError } from "../support/engine";
import { runPulumi } from "../support/engine-cli";
import { openHome, useEngine } from "../support/engine-home";

interface EchoInputs {
  readonly value: string;
  readonly fail?: boolean;
}

/**
 * A provider that can fail; its error tells the provider's environment. A text, as our own are: what the SDK serializes
 * itself depends on the process that it runs in.
 */
const echoProvider = `
exports.handler = () => ({
  create: async (given) => {
    if (given.fail) {
      throw new Error("refused: " + process.env.ECHO_MARK + ", " + process.env.BLOCKCHAIN_NODES_API_KEY);
    }
    return { id: "echo", outs: given };
  },
  diff: async (_id, olds, news) => ({ changes: olds.value !== news.value, replaces: ["value"] }),
});
`;

/** The smallest dynamic resource. */
class Echo extends CustomResource {
  constructor(name: string, inputs: EchoInputs) {
    super("pulumi-nodejs:dynamic:Resource", name, { ...inputs, __provider: echoProvider });
  }
}

const echo = (inputs: EchoInputs) => async () => {
  new Echo("echo", inputs);
};

describe("openStack", () => {
  useEngine();
  const open: TestStack[] = [];
  const opened = async (...given: Parameters<typeof openStack>): Promise<TestStack> => {
    const stack = await openStack(...given);
    open.push(stack);
    return stack;
  };
  afterEach(() => Promise.all(open.splice(0).map((stack) => stack.dispose())));

  it("gives a failed run as a value when the test expects it, with diagnostics and the env of the provider", async () => {
    const stack = await opened({ program: echo({ value: "a", fail: true }), env: { ECHO_MARK: "marked" } });
    const run: FailedRun = await stack.up({ expectFailure: true });
    expect(run.diagnostics.map(({ message }) => message.trim()).join("\n")).to.include("refused: marked, undefined");
    expect(stepsOf(run.failed, "echo").map(({ op }) => op)).to.deep.equal(["create"]);
    expect(run.error.message).to.include("refused");
  });

  it("throws what the engine said when a run fails, and when it succeeds against the test's word", async () => {
    const stack = await opened({ program: echo({ value: "a", fail: true }) });
    const failed = await stack.up().catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(UnexpectedRunError).with.property("message").that.includes("up failed\nrefused");
    stack.setProgram(async () => {});
    const succeeded = await stack.preview({ expectFailure: true }).catch((error: unknown) => error);
    expect(succeeded).to.be.instanceOf(UnexpectedRunError).with.property("message").that.includes("expects a failure");
  });

  it("tells steps with their replacing keys, and the state", async () => {
    const stack = await opened({ program: echo({ value: "a" }) });
    const first = await stack.up();
    expect(first.summary, `${first.stdout}\n${first.stderr}`).to.deep.equal({ create: 2 });
    stack.setProgram(echo({ value: "b" }));
    const steps = stepsOf((await stack.preview()).steps, "echo");
    expect(steps.map(({ op }) => op)).to.deep.equal(["create-replacement", "replace", "delete-replaced"]);
    expect(steps[1]?.keys).to.deep.equal(["value"]);
    const { deployment } = await stack.exportState();
    const resource = deployment.resources?.find(({ urn }) => urn.endsWith("::echo"));
    expect(resource?.outputs).to.deep.include({ value: "a" });
    expect((await stack.refresh()).summary).to.deep.equal({ same: 2 });
  }).timeout(40_000);

  it("replaces the environment of the engine", async () => {
    const stack = await opened({ program: echo({ value: "a", fail: true }), env: { ECHO_MARK: "first" } });
    stack.setEnv({ ECHO_MARK: "second" });
    const { diagnostics } = await stack.up({ expectFailure: true });
    expect(diagnostics.map(({ message }) => message).join()).to.include("refused: second");
  });

  it("keeps a secret out of the stored state and shows it in the exported one", async () => {
    const stack = await opened({
      program: async () => ({ key: new (await import("@pulumi/pulumi")).Config("app").requireSecret("key") }),
      config: { "app:key": { value: "s3cret-value", secret: true } },
    });
    expect((await stack.up()).outputs).to.deep.equal({ key: { value: "s3cret-value", secret: true } });
    expect(await stack.storedState())
      .to.include("ciphertext")
      .and.not.include("s3cret-value");
    expect(JSON.stringify(await stack.exportState())).to.include("s3cret-value");
  });

  it("runs stacks side by side", async () => {
    const names = ["one", "two"];
    const stacks = await Promise.all(names.map((name) => opened({ program: async () => ({ name }) })));
    const runs = await Promise.all(stacks.map((stack) => stack.up()));
    expect(runs.map((run) => run.outputs.name?.value)).to.deep.equal(names);
  }).timeout(40_000);

  describe("the developer's settings", () => {
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

    it("reach neither the engine nor the provider", async () => {
      const stack = await opened({ program: echo({ value: "a", fail: true }), env: { ECHO_MARK: "m" } });
      const { diagnostics } = await stack.up({ expectFailure: true });
      expect(diagnostics.map(({ message }) => message.trim()).join("\n")).to.include("refused: m, undefined");
    });
  });

  it("leaves no file behind", async () => {
    const stack = await openStack({ program: async () => {} });
    expect(existsSync(stack.home.folder)).to.equal(true);
    await stack.dispose();
    expect(existsSync(stack.home.folder)).to.equal(false);
  });
});

describe("runPulumi", () => {
  useEngine();

  it("works on the stack of a shared home", async () => {
    const stack = await openStack({ program: async () => ({}), stackName: "shared" });
    try {
      const { ok, stdout } = await runPulumi(["stack", "ls"], { cwd: stack.home.workFolder, home: stack.home });
      expect({ ok, first: stdout.split("\n")[1]?.split(" ")[0] }).to.deep.equal({ ok: true, first: "shared*" });
    } finally {
      await stack.dispose();
    }
  });

  it("runs a program with the language host and the launcher of dynamic providers", async () => {
    const home = await openHome();
    const cwd = home.workFolder;
    try {
      symlinkSync(resolve(__dirname, "../../node_modules"), join(cwd, "node_modules"));
      writeFileSync(join(cwd, "Pulumi.yaml"), "name: plain\nruntime: nodejs\n");
      writeFileSync(join(cwd, "package.json"), '{ "main": "index.js" }');
      writeFileSync(
        join(cwd, "index.js"),
        `const { dynamic } = require("@pulumi/pulumi");
         const provider = { create: async () => ({ id: "made-by-" + process.env.ECHO_MARK, outs: {} }) };
         exports.id = new dynamic.Resource(provider, "echo", {}).id;`,
      );
      const run = async (...args: string[]): Promise<string> => {
        const { ok, stdout, stderr } = await runPulumi(args, { cwd, home, env: { ECHO_MARK: "us" } });
        expect(ok, stdout + stderr).to.equal(true);
        return stdout;
      };
      await run("stack", "init", "dev");
      await run("up", "--yes", "--skip-preview");
      expect((await run("stack", "output", "id")).trim()).to.equal("made-by-us");
      expect(await run("destroy", "--yes", "--skip-preview")).to.include("deleted");
    } finally {
      await home.dispose();
    }
  }).timeout(40_000);

  it("gives a failure as a value", async () => {
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
