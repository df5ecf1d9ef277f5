import type { RpcCall } from "../../access/rpc/call.js";

/** Nothing was sent, since the budget of request units does not allow it. */
export class BudgetError extends Error {}

/** A JSON-RPC call that costs another number of request units than its name suggests. */
export interface PricedCall extends RpcCall {
  /** For example 2 for state that is 127 or more blocks old. */
  readonly units?: number;
}

const doubleMethods = /^(?:debug_|trace_)/;

/** Request units that are spent, and the limit that they never exceed. */
export class Budget {
  readonly max: number;
  readonly #hasSplit: boolean;
  #spent = 0;

  /**
   * @param max request units
   * @param hasSplit whether some calls of the chain cost two units
   */
  constructor(max: number, hasSplit: boolean) {
    this.max = max;
    this.#hasSplit = hasSplit;
  }

  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return this.max - this.#spent;
  }

  /** Request units of a call. */
  unitsOf({ method, units }: PricedCall): number {
    return this.#hasSplit ? (units ?? (doubleMethods.test(method) ? 2 : 1)) : 1;
  }

  /** Request units of several calls. */
  costOf(calls: readonly PricedCall[]): number {
    return calls.reduce((sum, call) => sum + this.unitsOf(call), 0);
  }

  /**
   * Spends the units of calls that are about to be sent.
   *
   * @throws {BudgetError} if they would exceed the limit; they must not be sent then
   */
  spend(calls: readonly PricedCall[]): void {
    const units = this.costOf(calls);
    if (units > this.left) {
      throw new BudgetError(
        `not sent: ${this.#spent} of ${this.max} request units are spent, and this would cost ${units} more`,
      );
    }
    this.#spent += units;
  }
}
