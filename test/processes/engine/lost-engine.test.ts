import { expect } from "chai";
import { checked, configOf, createdOf, makeProject, urnOf } from "../../support/processes/kit";
import { type Plugin, startPlugin } from "../../support/processes/plugin";
import type { Bag } from "../../support/processes/wire";
import { useSandbox } from "../../support/sandbox";

/**
 * Requests that may still start between the end of the engine and its detection: a fifth of a second, or some seconds
 * on a busy machine. Without the detection, no process would end within the time limit of the test.
 */
const lateRequests = 3;

/** What a process is doing when its engine is killed. */
interface Activity {
  readonly config?: Readonly<Record<string, string>>;
  /** Calls the process, and resolves in the middle of that call. */
  readonly begin: (plugin: Plugin, project: string) => Promise<void>;
}

describe("process whose engine is killed", function () {
  this.timeout(60_000);
  const sandbox = useSandbox({ regionalSeconds: 600, deleteDelayMs: 600_000 });
  const plugins: Plugin[] = [];
  let project: string;

  before(async () => {
    project = await makeProject(sandbox);
  });
  after(() => Promise.all(plugins.map((plugin) => plugin.stop())));

  /** Starts to create a node without waiting: the response reaches no one. */
  async function beginNode(plugin: Plugin, name: string, args: Bag = {}): Promise<void> {
    const inputs = await checked(plugin, "Node", name, {
      project,
      chain: "polygon-pos-mainnet",
      region: "lon1",
      ...args,
    });
    plugin.create(inputs).catch(() => undefined);
  }

  /** Resolves when a request of that operation has arrived. */
  async function arrived(operation: string): Promise<void> {
    while (!(await sandbox.log()).some((entry) => entry.operation === operation)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const activities: Readonly<Record<string, Activity>> = {
    "waiting for a node": {
      begin: async (plugin) => {
        await beginNode(plugin, "waiting");
        await plugin.engine.waitFor(({ message }) => message.startsWith("pending"));
      },
    },
    "create sent, no response": {
      begin: async (plugin) => {
        await sandbox.fault({ operation: "createNodeV2" }, { type: "hang" }, null);
        await beginNode(plugin, "hanging");
        await arrived("createNodeV2");
      },
    },
    "creates queued in the rate limiter": {
      config: { "blockchain-nodes:requestsPerSecond": "1" },
      begin: async (plugin) => {
        for (const name of ["one", "two", "three", "four", "five", "six"]) {
          await beginNode(plugin, name, { readiness: "none" });
        }
        await arrived("createNodeV2");
      },
    },
    "waiting for a deletion": {
      begin: async (plugin) => {
        const args = { project, chain: "polygon-pos-mainnet", readiness: "none" };
        const { id, properties } = await createdOf(plugin, "Node", "leaving", args);
        plugin.delete(id, properties).catch(() => undefined);
        await plugin.engine.waitFor(
          ({ urn, message }) => urn === urnOf("Node", "leaving") && message.startsWith("deleting"),
        );
      },
    },
  };

  for (const [what, { begin, config = {} }] of Object.entries(activities)) {
    it(`${what}: exits, sends nothing more`, async () => {
      const plugin = await startPlugin({ config: { ...configOf(sandbox), ...config } });
      plugins.push(plugin);
      await begin(plugin, project);
      const before = (await sandbox.requests()).length;
      plugin.engine.close();
      const { signal } = await plugin.ended;
      expect(signal).to.equal(null);
      expect((await sandbox.requests()).length - before).to.be.at.most(lateRequests);
      expect(plugin.output()).to.match(/^\d+\n$/);
    });
  }
});
