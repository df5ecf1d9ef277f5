import { type Output, output } from "@pulumi/pulumi";
import { expect } from "chai";
import fc from "fast-check";
import { Network, type NetworkArgs, Node, type NodeArgs, Project } from "pulumi-blockchain-nodes";
import { changeTable } from "../../provider/lifecycle/changes.js";
import { stepsOf } from "../support/engine";
import { useEngine } from "../support/engine-home";
import { type RandomResource, randomResource, references } from "./random-stack";
import { openScene, type Scene } from "./scene";

// The same stack in every run; another seed makes another one, and a seed that fails can be repeated.
const seed = Number(process.env.CONVERGENCE_SEED ?? 44);
const count = 30;
/** The projects and the network that every program begins with, and the stack itself. */
const standing = 6;
const ops = {
  replace: ["create-replacement", "replace", "delete-replaced"],
  update: ["update"],
  same: ["same"],
} as const;

type Args = Readonly<Record<string, unknown>>;

/** The program of a random stack: what the resources refer to, and the resources. */
function program(resources: readonly RandomResource[], argsOf: (resource: RandomResource) => Args) {
  return async () => {
    const project = new Project("home");
    const other = new Project("other");
    const networkProject = new Project("nets");
    const otherNetworkProject = new Project("other-nets");
    const network = new Network("home-net", {
      project: project.id,
      protocol: "ethereum",
      network: "ethereum-mainnet",
      readiness: "none",
      nodes: [{ type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } }],
    });
    const found: Readonly<Record<string, Output<string>>> = {
      [references.project]: project.id,
      [references.otherProject]: other.id,
      [references.network]: network.id,
      [references.networkProject]: networkProject.id,
      [references.otherNetworkProject]: otherNetworkProject.id,
    };
    resources.forEach((resource, index) => {
      const args = Object.fromEntries(
        Object.entries(argsOf(resource)).map(([key, value]) => [
          key,
          typeof value === "string" && value in found ? output(found[value]) : value,
        ]),
      );
      const name = `r${index}`;
      if (resource.type === "Project") {
        new Project(name, args);
      } else if (resource.type === "Network") {
        new Network(name, args as unknown as NetworkArgs);
      } else {
        new Node(name, args as unknown as NodeArgs);
      }
    });
  };
}

function changed({ args, change }: RandomResource): Args {
  return { ...args, [change.argument]: change.to };
}

describe("a stack of random resources", function () {
  this.timeout(240_000);
  useEngine();
  let scene: Scene;
  // The SDK cannot serialize objects without a prototype, which fast-check makes.
  const resources = fc.sample(randomResource, { seed, numRuns: count }).map((resource) => structuredClone(resource));
  const before = program(resources, ({ args }) => args);
  const after = program(resources, changed);
  const note = `CONVERGENCE_SEED=${seed}`;

  beforeEach(async () => {
    scene = await openScene(before, { settings: { nodeStart: "request", regionalSeconds: 0.2 } });
  });
  afterEach(() => scene.close());

  it("settles at once, and each change does what is documented and settles again", async () => {
    const { stack } = scene;
    const unchanged = { same: count + standing };
    expect((await stack.up({ parallel: 20 })).summary, note).to.deep.equal({ create: count + standing });
    await scene.forget();
    expect((await stack.up()).summary, note).to.deep.equal(unchanged);
    expect(await scene.requests(), `${note}: calls of an up without changes`).to.deep.equal([]);
    expect((await stack.refresh()).summary, note).to.deep.equal(unchanged);
    await scene.forget();
    expect((await stack.preview()).summary, note).to.deep.equal(unchanged);
    expect(await scene.requests(), `${note}: calls of a preview without changes`).to.deep.equal([]);

    stack.setProgram(after);
    const { steps, diagnostics } = await stack.preview();
    resources.forEach(({ type, args, change }, index) => {
      const own = stepsOf(steps, `r${index}`);
      const what = `${note}: ${type} ${JSON.stringify(args)} with ${JSON.stringify(change)}`;
      expect(
        own.map(({ op }) => op),
        what,
      ).to.have.members([...ops[change.effect]]);
      const keys = own.find(({ op }) => op === "replace")?.keys ?? [];
      expect(keys, what).to.deep.equal(change.effect === "replace" ? [change.argument] : []);
      const reasons = diagnostics
        .filter(({ urn, severity }) => urn === own[0]?.urn && severity === "info")
        .map(({ message }) => message.trim());
      const { why, effect } = changeTable[type].find(({ argument }) => argument === change.argument) ?? {
        why: "",
        effect: "",
      };
      // Names of initial nodes change in place, and their place does not.
      if (change.argument !== "nodes" && change.effect !== "same") {
        expect(effect === "replace", what).to.equal(change.effect === "replace");
      }
      expect(reasons, what).to.deep.equal(change.effect === "replace" ? [`Replaced: ${change.argument}: ${why}.`] : []);
    });
    expect(await scene.requests(), `${note}: calls of a preview with changes`).to.deep.equal([]);

    await stack.up({ parallel: 20 });
    await stack.refresh();
    await scene.forget();
    expect((await stack.preview()).summary, note).to.deep.equal(unchanged);
    expect(await scene.requests(), note).to.deep.equal([]);
  });
});
