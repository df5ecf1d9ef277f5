import { expect } from "chai";
import { checked, configOf, createdOf, makeProject } from "../../support/processes/kit";
import { startMortalEngine } from "../../support/processes/mortal-engine";
import { type Plugin, startPlugin } from "../../support/processes/plugin";
import { type Passing, startRelay } from "../../support/relay";
import { useSandbox } from "../../support/sandbox";

/** Kills the engine of a provider process, and resolves when it is dead. */
type Kill = () => Promise<void>;

/** What a process is doing when its engine dies. */
type Work = (plugin: Plugin, kill: Kill) => Promise<unknown>;

/** The complete output of a provider process whose engine was killed. */
interface Run {
  /** Writes sent before, each as `PATCH /v2/nodes/ND-1-2-3/`. */
  readonly before: readonly string[];
  /** Writes sent after the engine's death. */
  readonly late: readonly string[];
}

describe("provider process after the engine's death", function () {
  this.timeout(60_000);
  const sandbox = useSandbox();
  let project: string;
  before(async () => {
    project = await makeProject(sandbox);
  });

  /** @param isDeadly the request whose response kills the engine; the response itself arrives */
  async function runUntilDeath(work: Work, isDeadly: (passing: Passing) => boolean = () => false): Promise<Run> {
    const run = { before: [] as string[], late: [] as string[] };
    const engine = await startMortalEngine();
    let isDead = false;
    const kill = async () => {
      engine.kill();
      await engine.dead;
      isDead = true;
    };
    const relay = await startRelay(sandbox.baseUrl, async (passing) => {
      const { method, path, station } = passing;
      if (station === "arrival" && method !== "GET") {
        run[isDead ? "late" : "before"].push(`${method} ${path}`);
      }
      if (station === "answer" && !isDead && isDeadly(passing)) {
        await kill();
      }
    });
    const config = configOf({ baseUrl: relay.baseUrl, apiKey: sandbox.apiKey });
    const plugin = await startPlugin({ config, engineAddress: engine.address });
    try {
      void work(plugin, kill).catch(() => undefined);
      await plugin.ended;
      return run;
    } finally {
      await plugin.stop();
      relay.close();
    }
  }

  const names = async () => {
    const all = await sandbox.admin<Record<"projects" | "nodes", readonly { name: string }[]>>("GET", "/objects");
    return [...all.projects, ...all.nodes].map(({ name }) => name);
  };
  const args = () => ({ project, chain: "ethereum-mainnet", readiness: "platform" });
  const of = (method: string, path: RegExp) => (passing: Passing) =>
    passing.method === method && path.test(passing.path);

  for (const [type, path, more] of [
    ["Project", /^\/v2\/projects\//, () => ({})],
    ["Node", /^\/v2\/nodes\//, args],
  ] as const) {
    it(`${type} just looked up: not created`, async () => {
      const run = await runUntilDeath((plugin) => createdOf(plugin, type, "looked-up", more()), of("GET", path));
      expect(run).to.deep.equal({ before: [], late: [] });
    });

    it(`${type} just created: left under its claim`, async () => {
      const run = await runUntilDeath((plugin) => createdOf(plugin, type, "claimed", more()), of("POST", path));
      expect(run.before).to.have.length(1);
      expect(run.late).to.deep.equal([]);
      expect((await names()).at(type === "Node" ? -1 : 1)).to.match(/^creating-/);
    });
  }

  for (const [what, begin] of Object.entries({
    rename: async (plugin: Plugin, id: string, olds: Readonly<Record<string, unknown>>) =>
      plugin.update(id, olds, await checked(plugin, "Node", "old", { ...args(), name: "new" })),
    delete: (plugin: Plugin, id: string, olds: Readonly<Record<string, unknown>>) => plugin.delete(id, olds),
  })) {
    it(`${what} requested afterwards: not sent`, async () => {
      const run = await runUntilDeath(async (plugin, kill) => {
        const { id, properties } = await createdOf(plugin, "Node", "old", args());
        await kill();
        await begin(plugin, id, properties);
      });
      expect(run.before.map((write) => write.split(" ")[0])).to.deep.equal(["POST", "PATCH"]);
      expect(run.late).to.deep.equal([]);
    });
  }
});
