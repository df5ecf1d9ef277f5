import { expect } from "chai";
import fc from "fast-check";
import { changeTable } from "../../provider/lifecycle/changes.js";
import { useScene } from "../e2e/scene";
import { stepsOf } from "../support/engine/run";
import { type RandomResource, randomResource, references } from "./random-stack";

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

function changed({ args, change }: RandomResource): Args {
  return { ...args, [change.argument]: change.to };
}

describe("a stack of random resources", function () {
  this.timeout(240_000);
  const { sandbox, ...scene } = useScene({ nodeStart: "request", regionalSeconds: 0.2 });
  const resources = fc.sample(randomResource, { seed, numRuns: count });
  const argumentsOf = (argsOf: (resource: RandomResource) => Args) => ({
    references,
    resources: resources.map((resource) => ({ type: resource.type, args: argsOf(resource) })),
  });
  const note = `CONVERGENCE_SEED=${seed}`;

  it("first up and each change: have the documented effect, and the next up changes nothing", async () => {
    const stack = await scene.open("random.cjs", { arguments: argumentsOf(({ args }) => args) });
    const unchanged = { same: count + standing };
    expect((await stack.up({ flags: ["--parallel", "20"] })).summary, note).to.deep.equal({ create: count + standing });
    await sandbox.forget();
    expect((await stack.up()).summary, note).to.deep.equal(unchanged);
    expect(await sandbox.requests(), `${note}: calls of an up without changes`).to.deep.equal([]);
    expect((await stack.refresh()).summary, note).to.deep.equal(unchanged);
    await sandbox.forget();
    expect((await stack.preview()).summary, note).to.deep.equal(unchanged);
    expect(await sandbox.requests(), `${note}: calls of a preview without changes`).to.deep.equal([]);

    stack.setArguments(argumentsOf(changed));
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
    expect(await sandbox.requests(), `${note}: calls of a preview with changes`).to.deep.equal([]);

    await stack.up({ flags: ["--parallel", "20"] });
    await stack.refresh();
    await sandbox.forget();
    expect((await stack.preview()).summary, note).to.deep.equal(unchanged);
    expect(await sandbox.requests(), note).to.deep.equal([]);
  });
});
