import { type ModeOptions, type NodeCondition, planOf } from "../nodes/condition";
import { type NodeMode, normalPlan } from "../nodes/kind";
import type { Chain } from "../state/catalogue";
import type { RecordedFamily } from "./family";
import { RecordedView } from "./view";

/** A node without a process behind it: responds from the clock and its mode. */
export class RecordedNode {
  readonly family: RecordedFamily;
  readonly chain: Chain;
  readonly #now: () => number;
  #condition: NodeCondition;

  /** @param now the sandbox's time, in milliseconds since 1970 */
  constructor(family: RecordedFamily, chain: Chain, now: () => number) {
    this.family = family;
    this.chain = chain;
    this.#now = now;
    this.#condition = { mode: "normal", plan: normalPlan, since: now() };
  }

  /** Mode and state of the chain. */
  get condition(): NodeCondition {
    return this.#condition;
  }

  /** What the node shows now. */
  view(): RecordedView {
    return new RecordedView(this.family.chain, this.#condition, this.#now());
  }

  /** For the admin interface, in the form of a node with a process. */
  describe(): Record<string, unknown> {
    const { mode } = this.#condition;
    return { software: this.family.software, mode, state: "recorded", pid: null, port: null };
  }

  /** Changes what the node shows. */
  async setMode(mode: NodeMode, options: ModeOptions = {}): Promise<void> {
    this.#condition = { mode, plan: planOf(this.family, this.#condition.plan, mode, options), since: this.#now() };
  }

  /** Nothing to stop. */
  async stop(): Promise<void> {}
}
