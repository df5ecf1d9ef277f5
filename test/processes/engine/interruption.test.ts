import { expect } from "chai";
import { type Canceller, cancellerOf } from "../../support/processes/canceller";
import {
  checked,
  configOf,
  createdOf,
  failureOf,
  inputsOf,
  makeProject,
  texts,
  urnOf,
} from "../../support/processes/kit";
import { type Ending, type Plugin, startPlugin } from "../../support/processes/plugin";
import type { Bag, CallError } from "../../support/processes/wire";
import { useSandbox } from "../../support/sandbox";

const codes = { SIGINT: 130, SIGTERM: 143 } as const;
const ways = ["SIGINT", "SIGTERM", "Cancel"] as const;
type Way = (typeof ways)[number];

/** The result of an interruption. */
interface Outcome {
  readonly inputs: Bag;
  readonly creation: CallError;
  readonly deletion: CallError;
}

describe("process interrupted while waiting", function () {
  this.timeout(60_000);
  const sandbox = useSandbox({ regionalSeconds: 600, deleteDelayMs: 600_000 });
  const plugins: Plugin[] = [];
  const cancellers = new Map<Plugin, Canceller>();
  const outcomes = new Map<string, Outcome>();
  /** How processes ended, in this order. */
  const ends = new Map<string, Ending>();
  let isCancelledAlive = false;

  before("interrupts processes in each way, with and without claims", async () => {
    const args = { project: await makeProject(sandbox), chain: "polygon-pos-mainnet", region: "lon1" };
    const run = async (way: Way, isClaimed: boolean) => {
      const env = { BLOCKCHAIN_NODES_CRASH_SAFE_CREATE: String(isClaimed) };
      const plugin = await startPlugin({ config: configOf(sandbox), env });
      plugins.push(plugin);
      cancellers.set(plugin, cancellerOf(plugin));
      const key = keyOf(way, isClaimed);
      const stop = () => (way === "Cancel" ? cancellers.get(plugin)?.cancel() : plugin.signal(way));
      outcomes.set(key, await interrupt(plugin, stop, key, args));
      return plugin;
    };
    const cancelled = run("Cancel", true);
    const connecting = run("Cancel", false);
    await Promise.all([
      ...(["SIGINT", "SIGTERM"] as const).map(async (way) => {
        const plugin = await run(way, true);
        await endOf(way, plugin);
      }),
      run("SIGINT", false),
      cancelled,
      connecting,
    ]);
    // By now the others have had enough time.
    const plugin = await cancelled;
    const { failures } = await plugin.check({}, inputsOf("Node", "slow", args));
    isCancelledAlive = failures.length === 0;
    cancellers.get(plugin)?.hangUp();
    // Interrupted first, while its connection is open: it ends after 1.5 s, so the other one has more than a second.
    const connected = await connecting;
    connected.signal("SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 300));
    plugin.signal("SIGINT");
    await Promise.all([endOf("Cancel, connected", connected), endOf("Cancel", plugin)]);
  });
  after(async () => {
    for (const canceller of cancellers.values()) {
      canceller.hangUp();
    }
    await Promise.all(plugins.map((plugin) => plugin.stop()));
  });

  /** Every process has its own resources: a claim is found by any process that creates the same resource. */
  async function interrupt(plugin: Plugin, stop: () => unknown, key: string, args: Bag): Promise<Outcome> {
    const { engine } = plugin;
    const [slowName, oldName] = [`slow-${key}`, `old-${key}`];
    const old = await createdOf(plugin, "Node", oldName, { ...args, readiness: "none" });
    const inputs = await checked(plugin, "Node", slowName, args);
    const calls = [failureOf(plugin.create(inputs)), failureOf(plugin.delete(old.id, old.properties))] as const;
    await engine.waitFor(({ urn, message }) => urn === urnOf("Node", slowName) && message.startsWith("pending"));
    await engine.waitFor(({ urn, message }) => urn === urnOf("Node", oldName) && message.startsWith("deleting"));
    stop();
    const [creation, deletion] = await Promise.all(calls);
    return { inputs, creation, deletion };
  }

  async function endOf(what: string, plugin: Plugin): Promise<void> {
    ends.set(what, await plugin.ended);
  }

  function keyOf(way: Way, isClaimed: boolean): string {
    return `${way}-${isClaimed ? "claimed" : "plain"}`;
  }

  function of<T>(known: ReadonlyMap<string, T>, key: string): T {
    const found = known.get(key);
    if (found === undefined) {
      throw new Error(`no result of ${key}`);
    }
    return found;
  }

  for (const way of ways) {
    it(`${way}, create under a claim: plain error at once, the next run resumes`, () => {
      const { creation } = of(outcomes, keyOf(way, true));
      expect(creation.message).to.match(/^Interrupted\. .*`pulumi up` resumes/);
      expect(creation.partial).to.equal(undefined);
    });

    it(`${way}, delete: fails, the state keeps the object`, () => {
      const { deletion } = of(outcomes, keyOf(way, true));
      expect(deletion.message).to.match(/^Interrupted/);
      expect(deletion.partial).to.equal(undefined);
    });
  }

  it("create without a claim: partial failure with id, outputs, ready false", () => {
    const { creation, inputs } = of(outcomes, keyOf("SIGINT", false));
    expect(creation.message).to.match(/^Interrupted\. .*`pulumi up` resumes/);
    expect(creation.partial?.id).to.match(/^ND-/);
    expect(creation.partial?.properties).to.deep.include({ ...inputs, ready: false, __provider: texts.Node });
  });

  for (const way of ["SIGINT", "SIGTERM"] as const) {
    it(`${way}: exits with the signal's exit code`, () => {
      expect(of(ends, way)).to.deep.equal({ code: codes[way], signal: null });
    });
  }

  it("Cancel: the process keeps answering", () => {
    expect(isCancelledAlive).to.equal(true);
  });

  it("SIGINT after Cancel: exits as soon as the engine disconnects", () => {
    const names = [...ends.keys()];
    expect(of(ends, "Cancel")).to.deep.equal({ code: codes.SIGINT, signal: null });
    expect(names.indexOf("Cancel"), "before the one whose engine is connected").to.be.below(
      names.indexOf("Cancel, connected"),
    );
  });

  it("output: no stack", () => {
    for (const plugin of plugins) {
      expect(plugin.output()).not.to.match(/^\s+at /m);
    }
  });
});
