import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import { environmentOf, setEnvironment, useEmptySettings } from "../support/functions/environment";
import { startRelay } from "../support/relay";
import { useSandbox } from "../support/sandbox";

const repositoryRoot = join(__dirname, "../..");

describe("function settings", () => {
  const sandbox = useSandbox();
  useEmptySettings();

  describe("separate program", () => {
    /** Runs a script as a program, which must end by itself, usually within a second; returns its output. */
    async function run(script: string): Promise<string> {
      const child = spawn(process.execPath, ["-e", script], { cwd: repositoryRoot, env: process.env, timeout: 15_000 });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          output += chunk.toString("utf8");
        });
      }
      expect(await once(child, "close"), output).to.deep.equal([0, null]);
      return output.trim();
    }

    it("no function called: no HTTP client loaded", async () => {
      const script = `require("pulumi-blockchain-nodes");
        console.log(Object.keys(require.cache).filter((file) => /node_modules.(undici|zod)|vendor.zod/.test(file)).length)`;
      expect(await run(script)).to.equal("0");
    });

    it("responses received, connections still open: the process ends", async () => {
      const relay = await startRelay(sandbox.baseUrl, () => undefined);
      try {
        setEnvironment(environmentOf({ apiKey: sandbox.apiKey, baseUrl: relay.baseUrl }));
        const script =
          'require("pulumi-blockchain-nodes").getProjects().then((projects) => console.log(JSON.stringify(projects)))';
        expect(await run(script)).to.equal("[]");
      } finally {
        relay.close();
      }
    });
  });
});
