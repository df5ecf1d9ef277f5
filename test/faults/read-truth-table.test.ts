import { expect } from "chai";
import { useHaste } from "../support/lifecycle/haste";
import { useOperations } from "../support/lifecycle/operations-scene";
import { type Outcome, readCauses } from "../support/lifecycle/read-causes";
import { kinds, makeSubject, type Subject } from "../support/lifecycle/subjects";
import { failureOf } from "../support/platform/client-on-sandbox";

describe("a read of a resource that the state holds", () => {
  const impatiently = useHaste();
  const bench = useOperations();
  const { sandbox } = bench;

  for (const { cause, arrange, outcome, kinds: those = kinds } of readCauses) {
    for (const kind of those) {
      it(`${verdict(outcome)} when ${cause}: ${kind}`, async () => {
        const subject = await makeSubject(kind, bench);
        const settings = (await arrange(bench, subject)) ?? {};
        const context = bench.context(settings);
        const reading = impatiently(() => subject.operations.read(subject.id, subject.outs, context));
        if (typeof outcome === "string") {
          const read = await reading;
          expect(read?.outs.name).to.equal(outcome === "gone" ? undefined : subject.outs.name);
          const told = context.lines.filter((line) => line.includes("no longer exists"));
          expect(told).to.have.length(outcome === "gone" ? 1 : 0);
          expect(told.join("")).to.match(outcome === "gone" ? /deleted outside of Pulumi.*makes a new one/ : /^$/);
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
        await expectTruthLater(subject);
      });
    }
  }

  /** What an error kept in the state is read as what it is when the cause has passed. */
  async function expectTruthLater({ id, outs, operations }: Subject): Promise<void> {
    await sandbox.admin("DELETE", "/faults");
    const { nodes, projects, networks } = await sandbox.admin<
      Record<"nodes" | "projects" | "networks", readonly { readonly id: string; readonly hidden: boolean }[]>
    >("GET", "/objects");
    const isVisible = [...nodes, ...projects, ...networks].some((object) => object.id === id && !object.hidden);
    expect((await operations.read(id, outs, bench.context())) !== undefined).to.equal(isVisible);
  }
});

function verdict(outcome: Outcome): string {
  if (typeof outcome === "string") {
    return outcome === "gone" ? "drops it, and says so," : "sees it";
  }
  return `keeps it (${outcome[0].name})`;
}
