import { expect } from "chai";
import type { PartialFailure } from "../../provider/lifecycle/engine/partial-failure.js";
import type { Properties } from "../../provider/lifecycle/engine/properties.js";
import { rowsAt } from "../support/extent";
import { useFastRetries } from "../support/lifecycle/fast-retries";
import { networkArgsIn, nodesOf } from "../support/lifecycle/network-scene";
import { inputsFor, type OperationsScene, useOperations } from "../support/lifecycle/operations-scene";
import {
  type EngineResource,
  networkOperations,
  nodeOperations,
  projectOperations,
} from "../support/lifecycle/resources";
import { initialNode } from "../support/lifecycle/sample-inputs";

const html = "<html><body>Not Found</body></html>";

/** A fault of a request, and how many requests of a kind it hits. */
const faults: readonly (readonly [string, Readonly<Record<string, unknown>>, number | null])[] = [
  ["a connection lost before", { type: "drop" }, 1],
  ["a connection lost after", { type: "drop", commit: true }, 1],
  ["a 500 after", { type: "status", status: 500, commit: true }, 1],
  ["a 503 before", { type: "status", status: 503 }, 1],
  ["repeated 429", { type: "status", status: 429, retryAfter: 0 }, 7],
  ["a slow response", { type: "delay", ms: 20, commit: true }, 1],
  ["a hang before", { type: "hang" }, 1],
  ["a hang after", { type: "hang", commit: true }, 1],
  ["an HTML page, 404,", { type: "status", status: 404, body: html }, 1],
  ["a 404", { type: "status", status: 404 }, 3],
  ["a 403", { type: "status", status: 403 }, 1],
  ["a 400", { type: "status", status: 400 }, 1],
  ["an HTML page, 200, after", { type: "status", status: 200, body: html, commit: true }, 1],
  ["half of the JSON", { type: "truncate" }, 1],
  ["a response cut off", { type: "cut" }, 1],
  ["a stale list", { type: "stale-list" }, 3],
];

/** A resource as a program declares it. */
interface Subject {
  readonly operations: EngineResource;
  readonly type: "node" | "network" | "project";
  readonly args: (scene: OperationsScene, network: string) => Properties;
}

const subjects: Readonly<Record<string, Subject>> = {
  Project: { operations: projectOperations, type: "project", args: () => ({ description: "all of it" }) },
  Node: {
    operations: nodeOperations,
    type: "node",
    args: ({ project }) => ({ project, chain: "ethereum-mainnet", region: "lon1", readiness: "platform" }),
  },
  "Node in a network": {
    operations: nodeOperations,
    type: "node",
    args: (_, networkId) => ({ networkId, ...initialNode, readiness: "platform" }),
  },
  Network: { operations: networkOperations, type: "network", args: (scene) => networkArgsIn(scene) },
};

/** State of a resource. */
interface Stored {
  readonly id: string;
  readonly outs: Properties;
}

interface Held {
  readonly id: string;
  readonly name: string;
}

describe("create under faults", () => {
  const withShortTimeout = useFastRetries();
  const scene = useOperations({ regionalSeconds: 0.1 });
  const { sandbox } = scene;
  let network: Stored;
  let bystanders: readonly Held[] = [];
  const everything = async (): Promise<readonly Held[]> => {
    const { projects, nodes } = await sandbox.admin<Record<"projects" | "nodes", readonly Held[]>>("GET", "/objects");
    return [...projects, ...nodes].map(({ id, name }) => ({ id, name }));
  };
  before(async () => {
    network = await networkOperations.create(inputsFor("network", networkArgsIn(scene)), scene.context());
    bystanders = await everything();
  });

  /** One engine run. Returns the state after it. */
  const run = async ({ operations }: Subject, inputs: Properties, stored: Stored | undefined) => {
    try {
      if (stored === undefined) {
        return { state: await operations.create(inputs, scene.context()), error: undefined };
      }
      const outs = await operations.update(stored.id, stored.outs, inputs, scene.context());
      return { state: { id: stored.id, outs }, error: undefined };
    } catch (error) {
      const { id, outs } = error as Partial<PartialFailure>;
      const kept = id === undefined || outs === undefined ? stored : { id, outs };
      return { state: kept, error: error as Error };
    }
  };
  const namesIn = (stored: Stored | undefined) => JSON.stringify(stored?.outs ?? {});
  /** The resource's objects, as named in the state. */
  const objectsOf = ({ type }: Subject, { id, outs }: Stored): readonly unknown[] =>
    type === "network" ? nodesOf(outs).map((node) => ({ id: node.id, name: node.name })) : [{ id, name: outs.name }];
  const remove = async ({ operations }: Subject, { id, outs }: Stored) => operations.remove(id, outs, scene.context());

  for (const [name, subject] of Object.entries(subjects)) {
    it(`${name}, any fault of any request: one object with its own name, at the latest after the next run`, async () => {
      const inputs = () => inputsFor(subject.type, subject.args(scene, network.id));
      const faultless = await run(subject, inputs(), undefined);
      expect(faultless.error).to.equal(undefined);
      const requests = new Set((await sandbox.log()).map(({ operation }) => operation ?? ""));
      expect(requests.size).to.be.within(3, 9);
      await remove(subject, faultless.state as Stored);
      for (const [place, operation] of [...requests].entries()) {
        for (const [fault, rule, times] of rowsAt(faults, place)) {
          const where = `${fault} at ${operation}`;
          await sandbox.fault({ operation }, rule, times);
          const first = await withShortTimeout(() => run(subject, inputs(), undefined));
          expect(namesIn(first.state), where).not.to.include("creating-");
          await sandbox.admin("DELETE", "/faults");
          const second = first.error === undefined ? first : await run(subject, inputs(), first.state);
          expect(second.error?.message, `${where}: ${first.error?.message}`).to.equal(undefined);
          const left = (await everything()).filter(({ id }) => !bystanders.some((other) => other.id === id));
          expect(left, `${where}: ${first.error?.message}`).to.have.deep.members(
            objectsOf(subject, second.state as Stored) as Held[],
          );
          await remove(subject, second.state as Stored);
        }
      }
      expect(await everything()).to.have.deep.members([...bystanders]);
    }).timeout(240_000);
  }
});
