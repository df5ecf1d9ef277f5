import { isObject } from "../../base/is-object.js";
import { readAs } from "../../base/issues.js";
import { z } from "../../vendor/zod.js";
import { chosen, listOf } from "../codec/decode.js";
import {
  addressInput,
  bytesInput,
  countInput,
  encoded,
  hashInput,
  quantityInput,
  stateBlockInput,
} from "../codec/encode.js";
import type { Hex, QuantityInput, StateBlockInput } from "../codec/values.js";
import { rpcMember } from "./method.js";
import { type Trace, type TraceOptions, traceConfigInput, traceLimits, traceSchema } from "./traces.js";

/** A call to simulate. */
export interface SimulatedCall {
  /** Sender. @default chosen by the node, usually the zero address */
  readonly from?: string | undefined;
  /** Target; absent for a contract creation. */
  readonly to?: string | undefined;
  /** Gas limit. @default the node's */
  readonly gas?: QuantityInput | undefined;
  /** Wei per gas. */
  readonly gasPrice?: QuantityInput | undefined;
  /** Maximum fee in wei per gas, instead of `gasPrice`. */
  readonly maxFeePerGas?: QuantityInput | undefined;
  /** Priority fee in wei per gas, instead of `gasPrice`. */
  readonly maxPriorityFeePerGas?: QuantityInput | undefined;
  /** Value in wei. */
  readonly value?: QuantityInput | undefined;
  /** Call data. */
  readonly data?: string | undefined;
}

/** Calls simulated in order, each on the state left by the previous one. */
export interface CallBundle {
  /** At least one. */
  readonly transactions: readonly SimulatedCall[];
  /** Overrides the block number, in the form that most nodes of the platform accept. */
  readonly blockOverride?:
    | {
        /** Height. */
        readonly blockNumber?: QuantityInput | undefined;
      }
    | undefined;
  /**
   * Overrides number, time (seconds since the epoch) and base fee of the block, in the form that Ethereum nodes accept.
   */
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

/** State that bundles are simulated on. */
export interface SimulationContext {
  /** The block after which they run. Ethereum nodes accept `latest`, others only a number. */
  readonly blockNumber: StateBlockInput;
  /**
   * Index of the transaction before which they run; -1 is the end of the block. @default chosen by the node, usually
   * the end
   */
  readonly transactionIndex?: number | undefined;
}

/** An overridden account. */
export interface StateOverride {
  /** Wei. */
  readonly balance?: QuantityInput | undefined;
  /** Nonce. */
  readonly nonce?: QuantityInput | undefined;
  /** Contract code as hex. */
  readonly code?: string | undefined;
  /** Slot to word; replaces the complete storage. */
  readonly state?: Readonly<Record<string, string>> | undefined;
  /** Slot to word; other slots stay unchanged. */
  readonly stateDiff?: Readonly<Record<string, string>> | undefined;
}

/**
 * The third parameter has two meanings: state overrides by address (as on Base and Optimism), directly or as
 * `stateOverrides`; or a trace config (as on Ethereum). Pass one of them.
 */
export type SimulationOptions = ChangedAccounts | StateOverrides | TraceOptions;

/** State overrides by address. */
export type ChangedAccounts = Readonly<Record<Hex, StateOverride>>;

/** State overrides for a simulation. */
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

/** Schema of the third parameter; overrides are sent by address, whichever form was passed. */
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

const transactionIndex = encoded<number>("a whole number from -1", (value) =>
  value === -1 ? value : countInput.safeParse(value).data,
);

/** Traces by bundle and call, whether the node returns them so or as one list of all calls. */
function tracesOf(
  bundles: readonly CallBundle[],
  options: SimulationOptions,
): z.ZodType<readonly (readonly Trace[])[]> {
  const trace = traceSchema("tracer" in options ? options : {}) as z.ZodType<Trace>;
  const sizes = bundles.map(({ transactions }) => transactions.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const nested = listOf(listOf(trace)).refine(
    (list) => list.length === sizes.length && list.every((item, index) => item.length === sizes[index]),
    `does not contain ${sizes.join(" and ")} traces by bundle`,
  );
  const flat = listOf(trace)
    .refine((list) => list.length === total, `does not contain ${total} traces`)
    .transform((list) => {
      const rest = [...list];
      return sizes.map((size) => rest.splice(0, size));
    });
  return chosen((value) => (Array.isArray(value) && Array.isArray(value[0]) ? nested : flat));
}

/** Simulations with traces. */
export const traceCallManyMethods = {
  /**
   * Simulates bundles of calls on the state of a block and traces each call; nothing is sent to the chain. Returns the
   * traces by bundle and call. Costs two request units per call.
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
        z.strictObject({ blockNumber: stateBlockInput, transactionIndex: transactionIndex.optional() }),
        overridesOrConfig.optional(),
      ])
      .transform(([bundles, context, options]) => [bundles, context, options ?? {}]),
    result: ([bundles, , options]) => tracesOf(bundles, options ?? {}),
    ...traceLimits,
  }),
};
