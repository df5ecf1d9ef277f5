import { expect } from "chai";
import { nameOf } from "../../support/engine/run";
import type { StateResource } from "../../support/engine/stack";
import type { Scene, SceneStack } from "../scene";

/**
 * What each resource of a program waits for, by logical name: names of other resources by the argument that they are
 * in, and below `dependsOn` those that stand in no argument.
 */
export type Wiring = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

function wiresOf({ dependencies = [], propertyDependencies = {} }: StateResource): Wiring[string] {
  const wires = Object.entries(propertyDependencies).flatMap(([key, urns]) =>
    urns === null || urns.length === 0 ? [] : [[key, urns.map(nameOf).sort()] as const],
  );
  const named = wires.flatMap(([, names]) => names);
  const rest = dependencies.map(nameOf).filter((name) => !named.includes(name));
  return Object.fromEntries([...wires, ...(rest.length === 0 ? [] : [["dependsOn", rest.sort()]])]);
}

/** The wiring in the state. */
export async function wiringOf(stack: SceneStack): Promise<Wiring> {
  return Object.fromEntries((await stack.entries()).map((entry) => [nameOf(entry.urn), wiresOf(entry)]));
}

/**
 * Checks that neither another `up` nor a refresh finds anything to do, and that the refresh leaves the state as it was.
 */
export async function expectRest(stack: SceneStack): Promise<void> {
  await stack.up({ flags: ["--expect-no-changes"] });
  const before = await stack.entries();
  await stack.refresh({ flags: ["--expect-no-changes"] });
  await stack.preview({ flags: ["--expect-no-changes"] });
  expect((await stack.entries()).map(stable)).to.deep.equal(before.map(stable));
}

/** Checks that a destroy leaves nothing, neither in the state nor on the platform. */
export async function expectEnd(scene: Scene, stack: SceneStack): Promise<void> {
  await stack.destroy();
  expect(await stack.entries()).to.deep.equal([]);
  expect(await scene.namesOf(stack.account)).to.deep.equal([]);
}

/**
 * What no refresh may change. Of the inputs those that the program writes: a read learns the owner from the outputs,
 * which name the one that made the object until an update. What is only read has no inputs of its own.
 */
function stable(entry: StateResource) {
  const { urn, inputs = {}, outputs, external = false } = entry;
  const written = Object.entries(inputs).filter(([key]) => !external && !key.startsWith("__"));
  return { urn, inputs: Object.fromEntries(written), outputs, wires: wiresOf(entry) };
}
