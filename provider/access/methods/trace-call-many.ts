import { z } from "zod";
import { readAs } from "../../base/issues.js";
import { chosen, type Hex, isObject, listOf } from "../codec/decode.js";
import {
  addressInput,
  bytesInput,
  countInput,
  encoded,
  hashInput,
  type QuantityInput,
  quantityInput,
  type StateBlockInput,
  stateBlockInput,
} from "../codec/encode.js";
import { largeBodyBytes } from "../settings.js";
import { rpcMember } from "./method.js";
import { type Trace, type TraceOptions, traceConfigInput, traceDeadlineMs, traceSchema } from "./traces.js";

/** A call to simulate. */
export interface SimulatedCall {
  /** Sender. @default the node's choice, usually the zero address */
  readonly from?: string | undefined;
  /** Target; absent for the creation of a contract. */
  readonly to?: string | undefined;
  /** Gas limit. @default the node's */
  readonly gas?: QuantityInput | undefined;
  /** Wei per gas. */
  readonly gasPrice?: QuantityInput | undefined;
  /** Wei per gas at most, in place of `gasPrice`. */
  readonly maxFeePerGas?: QuantityInput | undefined;
  /** Wei per gas for the validator, in place of `gasPrice`. */
  readonly maxPriorityFeePerGas?: QuantityInput | undefined;
  /** Wei that go along. */
  readonly value?: QuantityInput | undefined;
  /** What the target is called with. */
  readonly data?: string | undefined;
}

/** Calls that are simulated one after the other, each on the state that the one before left. */
export interface CallBundle {
  /** At least one. */
  readonly transactions: readonly SimulatedCall[];
  /** Another number of the block, as most nodes of the platform take it. */
  readonly blockOverride?:
    | {
        /** Height. */
        readonly blockNumber?: QuantityInput | undefined;
      }
    | undefined;
  /** Another number, time (seconds since the epoch) and base fee of the block, as Ethereum nodes take them. */
  readonly blockOverrides?:
    | {
        /** Height. */
        readonly number?: QuantityInput | undefined;
        /** Seconds since the epoch. */
        readonly time?: QuantityInput | undefined;
        /** Wei per gas. */
        readonly baseFeePerGas?: QuantityInput | undefined;
      }
    | undefined;
}

/** On which state bundles are simulated. */
export interface SimulationContext {
  /** The block after which. Ethereum nodes take `latest`, others a number only. */
  readonly blockNumber: StateBlockInput;
  /** Place in the block before which; -1 is the end of the block. @default the node's, usually the end */
  readonly transactionIndex?: number | undefined;
}

/** A changed account. */
export interface StateOverride {
  /** Wei. */
  readonly balance?: QuantityInput | undefined;
  /** Transactions that it has sent. */
  readonly nonce?: QuantityInput | undefined;
  /** Its program, as hex. */
  readonly code?: string | undefined;
  /** Slot to word, in place of the whole storage. */
  readonly state?: Readonly<Record<string, string>> | undefined;
  /** Slot to word, the other slots stay. */
  readonly stateDiff?: Readonly<Record<string, string>> | undefined;
}

/**
 * The third parameter has two meanings: changed accounts by address (as on Base and Optimism), alone or as `stateOverrides`; or a trace
 * config (as on Ethereum). One of them.
 */
export type SimulationOptions = ChangedAccounts | StateOverrides | TraceOptions;

/** Changed accounts by address. */
export type ChangedAccounts = Readonly<Record<Hex, StateOverride>>;

/** Changed accounts for a simulation. */
export interface StateOverrides {
  /** By address. */
  readonly stateOverrides: Readonly<Record<string, StateOverride>>;
}

const storage = z.record(z.string(), hashInput);

const stateOverride = z.strictObject({
  balance: quantityInput.optional(),
  nonce: quantityInput.optional(),
  code: bytesInput.optional(),
  state: storage.optional(),
  stateDiff: storage.optional(),
});

const changedAccounts = z.record(z.string(), stateOverride).superRefine((accounts, context) => {
  for (const address of Object.keys(accounts)) {
    const problem = readAs(addressInput, address, "wire").problems?.[0].reason;
    if (problem !== undefined) {
      context.addIssue({ code: "custom", path: [address], message: problem });
    }
  }
});

const stateOverrides = z
  .strictObject({ stateOverrides: changedAccounts })
  .transform(({ stateOverrides: accounts }) => accounts);

/** Schema of the third parameter; accounts go out by address, however they were given. */
const overridesOrConfig = chosen<unknown, SimulationOptions>((value) =>
  isObject(value) && "stateOverrides" in value
    ? stateOverrides
    : isObject(value) && Object.keys(value).some((name) => name.startsWith("0x"))
      ? changedAccounts
      : traceConfigInput,
);

const bundle = z.strictObject({
  transactions: z
    .array(
      z.strictObject({
        from: addressInput.optional(),
        to: addressInput.optional(),
        gas: quantityInput.optional(),
        gasPrice: quantityInput.optional(),
        maxFeePerGas: quantityInput.optional(),
        maxPriorityFeePerGas: quantityInput.optional(),
        value: quantityInput.optional(),
        data: bytesInput.optional(),
      }),
    )
    .min(1, "needs at least one transaction")
    .readonly(),
  blockOverride: z.strictObject({ blockNumber: quantityInput.optional() }).optional(),
  blockOverrides: z
    .strictObject({
      number: quantityInput.optional(),
      time: quantityInput.optional(),
      baseFeePerGas: quantityInput.optional(),
    })
    .optional(),
});

const place = encoded<number>("a whole number from -1", (value) =>
  value === -1 ? value : countInput.safeParse(value).data,
);

/** Traces by bundle and call, whether the node answers so or with one list of all calls. */
function tracesOf(
  bundles: readonly CallBundle[],
  options: SimulationOptions,
): z.ZodType<readonly (readonly Trace[])[]> {
  const trace = traceSchema("tracer" in options ? options : {}) as z.ZodType<Trace>;
  const sizes = bundles.map(({ transactions }) => transactions.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const nested = listOf(listOf(trace)).refine(
    (list) => list.length === sizes.length && list.every((item, index) => item.length === sizes[index]),
    {
      message: `does not hold ${sizes.join(" and ")} traces by bundle`,
    },
  );
  const flat = listOf(trace)
    .refine((list) => list.length === total, `does not hold ${total} traces`)
    .transform((list) => {
      const rest = [...list];
      return sizes.map((size) => rest.splice(0, size));
    });
  return chosen((value) => (Array.isArray(value) && Array.isArray(value[0]) ? nested : flat));
}

/** Simulations with traces. */
export const traceCallManyMethods = {
  /**
   * Simulates bundles of calls on the state of a block and traces each call; nothing is sent to the chain. Gives the traces by bundle
   * and call. Two request units a call.
   *
   * @see https://docs.erigon.tech/interacting-with-erigon/debug
   */
  traceCallMany: rpcMember("debug_traceCallMany")<
    [bundles: readonly CallBundle[], context: SimulationContext, overridesOrConfig?: SimulationOptions | undefined],
    readonly (readonly Trace[])[]
  >({
    parameters: ["bundles", "context", "options"],
    params: z
      .tuple([
        z.array(bundle).min(1, "needs at least one bundle").readonly(),
        z.strictObject({ blockNumber: stateBlockInput, transactionIndex: place.optional() }),
        overridesOrConfig.optional(),
      ])
      .transform(([bundles, context, options]) => [bundles, context, options ?? {}]),
    result: ([bundles, , options]) => tracesOf(bundles, options ?? {}),
    isRepeatable: true,
    timeoutMs: traceDeadlineMs,
    maxBodyBytes: largeBodyBytes,
  }),
};
