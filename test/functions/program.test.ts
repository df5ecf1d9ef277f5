import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import { environmentOf, setEnvironment, useEmptySettings } from "../support/functions/environment";
import { useSandbox } from "../support/sandbox";

const repositoryRoot = join(__dirname, "../..");

describe("function settings", () => {
  const sandbox = useSandbox();
  useEmptySettings();

  describe("separate program", () => {
    /** Runs a script as a program; returns its output, and how long it ran after that. */
    async function run(script: string): Promise<{ readonly output: string; readonly lingeredMs: number }> {
      const child = spawn(process.execPath, ["-e", script], { cwd: repositoryRoot, env: process.env });
      let output = "";
      let printedAt = Number.NaN;
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          output += chunk.toString("utf8");
          printedAt = Date.now();
        });
      }
      await once(child, "close");
      return { output: output.trim(), lingeredMs: Date.now() - printedAt };
    }

    it("no function called: no HTTP client loaded", async () => {
      const script = `require("pulumi-blockchain-nodes");
        console.log(Object.keys(require.cache).filter((file) => /node_modules.(undici|zod)/.test(file)).length)`;
      expect((await run(script)).output).to.equal("0");
    });

    it("responses received: the process ends", async () => {
      setEnvironment(environmentOf(sandbox));
      const { output, lingeredMs } = await run(
        'require("pulumi-blockchain-nodes").getProjects().then((projects) => console.log(JSON.stringify(projects)))',
      );
      expect(output).to.equal("[]");
      expect(lingeredMs).to.be.lessThan(2_000);
    });
  });
});
