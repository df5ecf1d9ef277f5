import { expect } from "chai";
import { type Ending, type Plugin, startPlugin } from "../support/plugin";
import type { Bag, CallError } from "../support/plugin-wire";
import { useSandbox } from "../support/sandbox";
import { checked, configOf, createdOf, failureOf, makeProject, texts, urnOf } from "./kit";

/** The process has to be gone by then: the engine kills it after 5 s. */
const graceMs = 2_000;

const codes = { SIGINT: 130, SIGTERM: 143 } as const;
type Signal = keyof typeof codes;

/** What a signal led to. */
interface Outcome {
  readonly inputs: Bag;
  readonly creation: CallError;
  readonly deletion: CallError;
  readonly answeredAfterMs: number;
  readonly ending: Ending;
  readonly endedAfterMs: number;
  readonly output: string;
}

describe("a process that is told to stop during waits", () => {
  const sandbox = useSandbox({ regionalSeconds: 600, deleteDelayMs: 600_000 });
  const plugins: Plugin[] = [];
  const outcomes = new Map<Signal, Outcome>();

  before("sends each signal to a process of its own", async () => {
    const args = { project: await makeProject(sandbox), chain: "polygon-pos-mainnet", region: "lon1" };
    await Promise.all(
      (Object.keys(codes) as Signal[]).map(async (signal) => {
        const plugin = await startPlugin({ config: configOf(sandbox) });
        plugins.push(plugin);
        outcomes.set(signal, await interrupt(plugin, signal, args));
      }),
    );
  });
  after(() => Promise.all(plugins.map((plugin) => plugin.stop())));

  async function interrupt(plugin: Plugin, signal: Signal, args: Bag): Promise<Outcome> {
    const { engine } = plugin;
    const old = await createdOf(plugin, "Node", "old", { ...args, readiness: "none" });
    const inputs = await checked(plugin, "Node", "slow", args);
    const calls = [failureOf(plugin.create(inputs)), failureOf(plugin.delete(old.id, old.properties))] as const;
    await engine.waitFor(({ urn, message }) => urn === urnOf("Node", "slow") && message.startsWith("pending"));
    await engine.waitFor(({ urn, message }) => urn === urnOf("Node", "old") && message.startsWith("deleting"));
    const sentAt = Date.now();
    plugin.signal(signal);
    const [creation, deletion] = await Promise.all(calls);
    const answeredAfterMs = Date.now() - sentAt;
    const ending = await plugin.ended;
    const endedAfterMs = Date.now() - sentAt;
    return { inputs, creation, deletion, answeredAfterMs, ending, endedAfterMs, output: plugin.output() };
  }

  function outcomeOf(signal: Signal): Outcome {
    const outcome = outcomes.get(signal);
    if (outcome === undefined) {
      throw new Error(`no outcome of ${signal}`);
    }
    return outcome;
  }

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`by ${signal} answers a create with what it made: id, outputs, ready false`, () => {
      const { creation, inputs } = outcomeOf(signal);
      expect(creation.message).to.match(/^Interrupted\. .*`pulumi up` goes on/);
      expect(creation.partial?.id).to.match(/^ND-/);
      expect(creation.partial?.properties).to.deep.include({ ...inputs, ready: false, __provider: texts.Node });
    });

    it(`by ${signal} answers a delete with a failure, so that the state keeps the object`, () => {
      const { deletion } = outcomeOf(signal);
      expect(deletion.message).to.match(/^Interrupted/);
      expect(deletion.partial).to.equal(undefined);
    });

    it(`by ${signal} answers at once, ends in time with the signal's exit code, and prints no stack`, () => {
      const { answeredAfterMs, ending, endedAfterMs, output } = outcomeOf(signal);
      expect(answeredAfterMs).to.be.lessThan(1_000);
      expect(ending).to.deep.equal({ code: codes[signal], signal: null });
      expect(endedAfterMs).to.be.lessThan(graceMs);
      expect(output).not.to.match(/^\s+at /m);
    });
  }
});
