import { expect } from "chai";
import { changesOf } from "../../support/engine/run";
import { type SceneStack, useScene } from "../scene";
import { expectEnd, expectRest, wiringOf } from "./whole-life";

/** What a secret is in an exported state. */
const secret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});

describe("resource option replaceOnChanges", function () {
  this.timeout(240_000);
  const scene = useScene();

  it("unfinished create: only this node is recreated", async () => {
    const stack = await scene.open("composition/half-done.cjs");
    await scene.sandbox.fault({ operation: "createNodeV2" }, { type: "deployment", outcome: "failed" });
    expect((await stack.up({ expectFailure: true })).ok).to.equal(false);
    const changes = changesOf(await stack.up());
    expect(changes).to.deep.equal({ "half-done": ["create-replacement", "replace", "delete-replaced"] });
    await expectRest(stack);
    await expectEnd(scene, stack);
  });
});

describe("resource options", function () {
  this.timeout(240_000);
  const scene = useScene();
  let stack: SceneStack;

  const entry = async (name: string) => (await stack.entries()).find(({ urn }) => urn.endsWith(`::${name}`));

  before(async () => {
    stack = await scene.open("composition/options.cjs");
    await stack.up({ previewFirst: true });
  });

  it("dependencies: none added", async () => {
    const inProject = { project: ["project"] };
    expect(await wiringOf(stack)).to.deep.equal({
      all: {},
      project: {},
      guarded: inProject,
      ignoring: inProject,
      "network-project": {},
      "ignoring-network": { project: ["network-project"] },
      "deleted-first": inProject,
      "created-first": inProject,
      triggered: inProject,
      keeper: {},
      kept: { project: ["keeper"] },
    });
  });

  it("transformations and transforms: change arguments and options", async () => {
    const [project, node] = [await entry("project"), await entry("guarded")];
    expect(project?.outputs?.description).to.equal("by a transformation");
    expect(node?.outputs?.readiness).to.equal("platform");
    expect(node?.outputs?.status).to.deep.equal(secret("running"));
  });

  it("additionalSecretOutputs: secret, as are the standard secrets", async () => {
    expect((await entry("project"))?.outputs?.createdAt).to.have.property("plaintext");
    expect((await entry("guarded"))?.outputs?.endpoints).to.have.property("plaintext");
  });

  it("second up and refresh: no changes", () => expectRest(stack));

  it("ignoreChanges, deleteBeforeReplace, replacementTrigger: determine steps and their order", async () => {
    await scene.sandbox.forget();
    const changes = changesOf(await stack.up({ flags: ["-c", "stage=second"] }));
    expect(changes).to.deep.equal({
      "deleted-first": ["delete-replaced", "replace", "create-replacement"],
      "created-first": ["create-replacement", "replace", "delete-replaced"],
      triggered: ["create-replacement", "replace", "delete-replaced"],
    });
    await expectRest(stack);
  });

  it("protect: destroy fails with one line, until the program removes it", async () => {
    const urn = (await entry("guarded"))?.urn ?? "";
    const refused = await stack.destroy({ flags: ["--target", urn], expectFailure: true });
    expect(refused.ok).to.equal(false);
    expect(refused.stdout + refused.stderr).to.match(/cannot be deleted\s+because it is protected/);
    await stack.up({ flags: ["-c", "stage=last"] });
  });

  it("retainOnDelete: only its resource is kept", async () => {
    const names = [await entry("keeper"), await entry("kept")].map((it) => String(it?.outputs?.name));
    await stack.destroy();
    expect(await stack.entries()).to.deep.equal([]);
    expect(await scene.namesOf(stack.account)).to.have.members(names);
  });
});
