import { isObject } from "../../base/json";
import { ValidationError } from "../../base/validation";
import type { EmulatedMethod, RpcResponse } from "../kind";

type Fields = Readonly<Record<string, unknown>>;

interface Bundle {
  readonly transactions: readonly unknown[];
  readonly blockOverrides: unknown;
}

interface Request {
  readonly bundles: readonly Bundle[];
  readonly block: unknown;
  readonly options: Fields;
}

const address = /^0x[0-9a-f]{40}$/i;

/**
 * `debug_traceCallMany` by means of `debug_traceCall`: every transaction is traced on the state at the end of the
 * context block, so no transaction sees another. The first error ends the call. The setting `traceCallMany` selects the
 * form.
 */
export const traceCallMany: EmulatedMethod = async (params, call, settings) => {
  let request: Request;
  try {
    request = requestOf(params);
  } catch (error) {
    if (error instanceof ValidationError) {
      return { error: { code: -32602, message: `Invalid params: ${error.message}` } };
    }
    throw error;
  }
  const traces: unknown[][] = [];
  for (const { transactions, blockOverrides } of request.bundles) {
    const ofBundle: unknown[] = [];
    for (const transaction of transactions) {
      const options = { ...request.options, ...(blockOverrides !== undefined && { blockOverrides }) };
      const response: RpcResponse = await call("debug_traceCall", [transaction, request.block, options]);
      if ("error" in response) {
        return response;
      }
      ofBundle.push(response.result);
    }
    traces.push(ofBundle);
  }
  return { result: settings.traceCallMany === "flat" ? traces.flat() : traces };
};

function requestOf(params: unknown): Request {
  const [bundles, context, ...rest]: readonly unknown[] = Array.isArray(params) ? params : [];
  if (!Array.isArray(bundles) || context === undefined || rest.length > 1) {
    throw new ValidationError("expected [bundles, context, overrides or trace config], the last of which is optional");
  }
  return {
    bundles: bundles.map((bundle, index) => bundleOf(requireObject(bundle, `bundle ${index}`), index)),
    block: requireObject(context, "the context").blockNumber ?? "latest",
    options: optionsOf(rest.length === 0 ? {} : requireObject(rest[0], "the third parameter")),
  };
}

function bundleOf({ transactions, blockOverride, blockOverrides = blockOverride }: Fields, index: number): Bundle {
  if (!Array.isArray(transactions)) {
    throw new ValidationError(`transactions of bundle ${index} must be a list`);
  }
  return { transactions, blockOverrides };
}

/** Keys that are addresses are state overrides; all others are trace configuration. */
function optionsOf(third: Fields): Fields {
  const entries = Object.entries(third);
  const config = Object.fromEntries(entries.filter(([key]) => !address.test(key)));
  const stateOverrides = Object.fromEntries(entries.filter(([key]) => address.test(key)));
  return {
    // The documented struct log has the memory, which anvil only includes on request.
    ...(config.tracer === undefined && { enableMemory: true }),
    ...config,
    ...(Object.keys(stateOverrides).length > 0 && { stateOverrides }),
  };
}

function requireObject(value: unknown, name: string): Fields {
  if (!isObject(value)) {
    throw new ValidationError(`${name} must be an object`);
  }
  return value;
}
