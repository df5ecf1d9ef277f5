import { expect } from "chai";
import { useScene } from "../scene";
import { expectEnd } from "./whole-life";

describe("resource option deletedWith", function () {
  this.timeout(240_000);
  const scene = useScene();

  it("preview: refused in one line", async () => {
    const stack = await scene.open("composition/refused.cjs");
    const { code, stdout } = await stack.preview({ expectFailure: true });
    expect(code).not.to.equal(0);
    const [, diagnostics = ""] = stdout.split("Diagnostics:\n");
    expect(diagnostics.trim().split("\n\n")[0]).to.equal(
      'pulumi:pulumi:Stack (refused-dev):\n    error: Node "node": the resource option "deletedWith" would drop it from the state while it lives on, since the platform deletes nothing along with another object. Remove the option, or use "retainOnDelete" to leave the object on purpose.',
    );
  });

  it("hidden from every constructor: destroy fails and names the ids of what it left", async () => {
    const stack = await scene.open("composition/forgotten.cjs");
    await stack.up();
    const ids = (await stack.entries()).flatMap(({ type, id }) => (type.endsWith(":Node") && id ? [id] : [])).sort();
    const { ok, stdout } = await stack.destroy({ expectFailure: true });
    expect(ok).to.equal(false);
    const held = /error: Project PR-[-\d]+ was not deleted: it contains ([-\w]+, [-\w]+, [-\w]+)/.exec(stdout)?.[1];
    expect(held?.split(", ").sort()).to.deep.equal(ids);
    const { exitCode } = await stack.ownCli(["sweep", ...ids.flatMap((id) => ["--id", id]), "--yes"]);
    expect(exitCode).to.equal(0);
    await expectEnd(scene, stack);
  });
});
