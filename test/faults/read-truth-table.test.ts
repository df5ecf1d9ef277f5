import { expect } from "chai";
import { useFastRetries } from "../support/lifecycle/fast-retries";
import { useOperations } from "../support/lifecycle/operations-scene";
import { type Outcome, readCauses } from "../support/lifecycle/read-causes";
import { kinds, makeSubject, type Subject } from "../support/lifecycle/subjects";
import { failureOf } from "../support/platform/client-on-sandbox";

describe("read of a resource in state", () => {
  const withShortTimeout = useFastRetries();
  const scene = useOperations();
  const { sandbox } = scene;

  for (const { cause, arrange, outcome, kinds: applicable = kinds } of readCauses) {
    for (const kind of applicable) {
      it(`${kind}, ${cause}: ${verdict(outcome)}`, async () => {
        const subject = await makeSubject(kind, scene);
        const settings = (await arrange(scene, subject)) ?? {};
        const context = scene.context(settings);
        const reading = withShortTimeout(() => subject.operations.read(subject.id, subject.outs, context));
        if (typeof outcome === "string") {
          const read = await reading;
          expect(read?.outs.name).to.equal(outcome === "absent" ? undefined : subject.outs.name);
          const warnings = context.lines.filter((line) => line.includes("no longer exists"));
          expect(warnings).to.have.length(outcome === "absent" ? 1 : 0);
          expect(warnings.join("")).to.match(
            outcome === "absent" ? /deleted outside of Pulumi.*creates a new one/ : /^$/,
          );
          return;
        }
        const [expected, message] = outcome;
        const error = await failureOf(reading);
        expect(error).to.be.instanceOf(expected);
        expect(error?.message)
          .to.match(message)
          .and.to.match(/It stays in the state: |Nothing was changed/)
          .and.to.match(/run again|use a key of/)
          .and.not.to.match(/\n/);
        expect(context.lines).to.deep.equal([]);
        await expectCorrectLater(subject);
      });
    }
  }

  /** An object recorded with an error is read correctly once the cause is over. */
  async function expectCorrectLater({ id, outs, operations }: Subject): Promise<void> {
    await sandbox.admin("DELETE", "/faults");
    const { nodes, projects, networks } = await sandbox.admin<
      Record<"nodes" | "projects" | "networks", readonly { readonly id: string; readonly hidden: boolean }[]>
    >("GET", "/objects");
    const isVisible = [...nodes, ...projects, ...networks].some((object) => object.id === id && !object.hidden);
    expect((await operations.read(id, outs, scene.context())) !== undefined).to.equal(isVisible);
  }
});

function verdict(outcome: Outcome): string {
  if (typeof outcome === "string") {
    return outcome === "absent" ? "removed from state, with a warning" : "read";
  }
  return `${outcome[0].name}, stays in state`;
}
