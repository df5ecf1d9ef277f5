import { evmMethods } from "./evm.js";
import { filterMethods } from "./filters.js";
import type { AnyRpcMethod, RpcMethod } from "./method.js";
import { otherMethods } from "./other-chains.js";
import { otterscanMethods } from "./otterscan.js";
import { solanaMethods } from "./solana.js";
import { traceCallManyMethods } from "./trace-call-many.js";
import { traceMethods } from "./traces.js";
import { utxoMethods } from "./utxo.js";

/** Every JSON-RPC method whose parameters and answers are known here, by its name on the wire. */
const methodTable = {
  ...evmMethods,
  ...filterMethods,
  ...traceMethods,
  ...otterscanMethods,
  ...traceCallManyMethods,
  ...utxoMethods,
  ...solanaMethods,
  ...otherMethods,
};

type MethodTable = typeof methodTable;

/** Name of a method whose parameters and answer are checked. */
export type KnownMethod = keyof MethodTable;

/** Parameters of a method, by position. */
export type ParamsOf<M extends KnownMethod> = MethodTable[M] extends RpcMethod<infer Params, unknown> ? Params : never;

/** Answer of a method. */
export type ResultOf<M extends KnownMethod> =
  MethodTable[M] extends RpcMethod<infer _Params, infer Result> ? Result : never;

/** The row of a method; undefined when nothing is known about it. */
export function methodRow(name: string): AnyRpcMethod | undefined {
  return Object.hasOwn(methodTable, name) ? methodTable[name as KnownMethod] : undefined;
}
