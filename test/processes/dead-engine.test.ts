import { expect } from "chai";
import { startMortalEngine } from "../support/mortal-engine";
import { type Plugin, startPlugin } from "../support/plugin";
import { checked, configOf, createdOf, makeProject } from "../support/processes/kit";
import { type Passing, startRelay } from "../support/relay";
import { useSandbox } from "../support/sandbox";

/** Kills the engine of a life, and resolves when it is dead. */
type Kill = () => Promise<void>;

/** What a process is busy with when its engine dies. */
type Work = (plugin: Plugin, kill: Kill) => Promise<unknown>;

/** The whole life of a provider process whose engine was killed. */
interface Life {
  /** Writes that left before, each as `PATCH /v2/nodes/ND-1-2-3/`. */
  readonly before: readonly string[];
  /** Writes that left when the engine was dead. */
  readonly late: readonly string[];
}

describe("a provider process whose engine is dead", function () {
  this.timeout(60_000);
  const sandbox = useSandbox();
  let project: string;
  before(async () => {
    project = await makeProject(sandbox);
  });

  /** @param isDeadly the request with whose answer the engine is dead; the answer itself arrives */
  async function live(work: Work, isDeadly: (passing: Passing) => boolean = () => false): Promise<Life> {
    const life = { before: [] as string[], late: [] as string[] };
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
        life[isDead ? "late" : "before"].push(`${method} ${path}`);
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
      return life;
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
    it(`does not create the ${type} that it has just looked for`, async () => {
      const life = await live((plugin) => createdOf(plugin, type, "looked-for", more()), of("GET", path));
      expect(life).to.deep.equal({ before: [], late: [] });
    });

    it(`leaves the ${type} that it has just created under its claim`, async () => {
      const life = await live((plugin) => createdOf(plugin, type, "claimed", more()), of("POST", path));
      expect(life.before).to.have.length(1);
      expect(life.late).to.deep.equal([]);
      expect((await names()).at(type === "Node" ? -1 : 1)).to.match(/^creating-/);
    });
  }

  for (const [what, begin] of Object.entries({
    rename: async (plugin: Plugin, id: string, olds: Readonly<Record<string, unknown>>) =>
      plugin.update(id, olds, await checked(plugin, "Node", "old", { ...args(), name: "new" })),
    delete: (plugin: Plugin, id: string, olds: Readonly<Record<string, unknown>>) => plugin.delete(id, olds),
  })) {
    it(`does not ${what} what it is asked to ${what} then`, async () => {
      const life = await live(async (plugin, kill) => {
        const { id, properties } = await createdOf(plugin, "Node", "old", args());
        await kill();
        await begin(plugin, id, properties);
      });
      expect(life.before.map((write) => write.split(" ")[0])).to.deep.equal(["POST", "PATCH"]);
      expect(life.late).to.deep.equal([]);
    });
  }
});
